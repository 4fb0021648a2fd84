import assert from "node:assert/strict";
import { test } from "node:test";
import {
  serverName,
  reachOf,
  claudeLink,
  cursorLink,
  cursorLinkWithKey,
  receiptLine,
  vsCodeLink,
  vsCodeLinkWithKey,
} from "./server.ts";

test("the connections of a person in several teams are told apart by their names", () => {
  const named = (name: string) => serverName({ name }, 2);
  assert.equal(named("Kestrel Lane Studio"), "ledgerport-kestrel-lane-studio");
  assert.equal(named("Café & Söhne"), "ledgerport-cafe-sohne");
  assert.equal(named("A team with a name that is very long"), "ledgerport-a-team-with-a-name-th");
  assert.equal(named("東京"), "ledgerport");
  assert.equal(serverName({ name: "Acme" }, 1), "ledgerport");
});

for (const [reach, addresses] of [
  [
    "computer",
    [
      "http://localhost:3000",
      "https://localhost",
      "http://books.localhost:3000",
      "http://127.0.0.1:3000",
      "http://127.8.8.8",
      "http://[::1]:3000",
      "http://0.0.0.0:3000",
    ],
  ],
  [
    "network",
    [
      "http://192.168.1.20:3000",
      "https://10.0.0.7",
      "http://172.16.0.1",
      "http://172.31.255.1",
      "http://100.64.0.1",
      "http://169.254.1.1",
      "http://[fd00::1]:3000",
      "http://[fe80::1]",
      "http://nas:3000",
      "https://books.local",
      "https://books.home.arpa",
    ],
  ],
  [
    "in the clear",
    ["http://books.example", "http://203.0.113.9", "http://172.32.0.1", "http://100.128.0.1"],
  ],
  [
    "internet",
    [
      "https://books.example",
      "https://books.example:8443",
      "https://203.0.113.9",
      "https://1.2.3.4",
    ],
  ],
] as const)
  for (const address of addresses)
    test(`${address} is called from the ${reach}`, () => {
      assert.equal(reachOf(address), reach);
    });

const URL_OF_SERVER = "https://books.example:8443/mcp";
const SERVER = { name: "ledgerport", url: URL_OF_SERVER };
const KEY = "svc_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM";

test("Claude's dialog is opened with name and address filled in", () => {
  const { origin, pathname, searchParams } = new URL(claudeLink(URL_OF_SERVER));
  assert.equal(origin + pathname, "https://claude.ai/customize/connectors");
  assert.deepEqual(Object.fromEntries(searchParams), {
    modal: "add-custom-connector",
    connectorName: "Ledgerport",
    connectorUrl: URL_OF_SERVER,
  });
});

test("a receipt is sent to the server's own address, not to that of its assistants", () => {
  assert.equal(
    receiptLine("https://books.example/mcp", KEY),
    `curl -sS https://books.example/files/inbox -H 'Authorization: Bearer ${KEY}' -F file=@receipt.pdf`,
  );
});

test("Cursor is given name, address and key, in Base64 that a query leaves whole", () => {
  const link = cursorLinkWithKey(SERVER, KEY);
  const { protocol, host, pathname, search, searchParams } = new URL(link);
  assert.deepEqual(
    [protocol, host, pathname, searchParams.get("name")],
    ["cursor:", "anysphere.cursor-deeplink", "/mcp/install", "ledgerport"],
  );
  assert.match(search, /^\?[\w.~%&=-]+$/);
  assert.deepEqual(JSON.parse(atob(searchParams.get("config") ?? "")), {
    url: URL_OF_SERVER,
    headers: { Authorization: `Bearer ${KEY}` },
  });
});

test("Cursor is given name and address alone where no key is asked for", () => {
  const { searchParams } = new URL(cursorLink(SERVER));
  assert.equal(searchParams.get("name"), "ledgerport");
  assert.deepEqual(JSON.parse(atob(searchParams.get("config") ?? "")), { url: URL_OF_SERVER });
});

test("VS Code is given name and address as JSON", () => {
  const link = vsCodeLink(SERVER);
  assert.ok(link.startsWith("vscode:mcp/install?"));
  assert.deepEqual(configOf(link), { name: "ledgerport", type: "http", url: URL_OF_SERVER });
});

test("VS Code asks for the key itself: the link has none", () => {
  const { headers, inputs } = configOf(vsCodeLinkWithKey(SERVER));
  assert.deepEqual(headers, { Authorization: "Bearer ${input:ledgerport-key}" });
  assert.deepEqual(
    inputs.map(({ id, type, password }: any) => [id, type, password]),
    [["ledgerport-key", "promptString", true]],
  );
});

function configOf(link: string): any {
  return JSON.parse(decodeURIComponent(link.slice(link.indexOf("?") + 1)));
}
