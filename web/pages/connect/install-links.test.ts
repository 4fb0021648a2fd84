import assert from "node:assert/strict";
import { test } from "node:test";
import {
  claudeLink,
  cursorLink,
  cursorLinkWithKey,
  vsCodeLink,
  vsCodeLinkWithKey,
} from "./install-links.ts";

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
