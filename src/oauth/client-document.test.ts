import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { Internet } from "../../test/internet.ts";
import { createDocumentFetcher, isClientDocumentUrl } from "./client-document.ts";

const URL = "https://app.example/oauth/client.json";
const NOW = Date.parse("2026-11-21T09:00:00Z");

const DOCUMENT = {
  client_id: URL,
  client_name: "Example",
  redirect_uris: ["https://app.example/cb", "http://localhost/cb"],
};

let internet: Internet;
before(async () => {
  internet = new Internet();
  await internet.open();
});
after(() => internet.close());
beforeEach(() => serve({}));

describe("a document is taken", () => {
  test("when it has what is needed, and says what it has", async () => {
    assert.deepEqual(await fetchDocument(), {
      document: {
        clientId: URL,
        name: "Example",
        redirectUris: DOCUMENT.redirect_uris,
        clientUri: null,
        logoUri: null,
      },
      freshMs: 3_600_000,
    });
  });

  test("with its addresses, and with what is none of ours left out", async () => {
    serve({
      client_uri: "https://app.example",
      logo_uri: `https://app.example/${"l".repeat(480)}`,
      grant_types: ["authorization_code"],
      scope: "apis.all",
      jwks_uri: "https://app.example/jwks",
    });
    const answer = await fetchDocument();
    assert.ok("document" in answer);
    assert.equal(answer.document.clientUri, "https://app.example");
    assert.equal(answer.document.logoUri?.length, 500);
    assert.equal(Object.keys(answer.document).length, 5);
  });

  test("without the address of a website that is none, or that could show another host", async () => {
    for (const client_uri of [
      "https://claude.ai@evil.example/",
      "https://u:p@app.example",
      "https://@app.example",
      "javascript:alert(1)",
      "app.example",
    ]) {
      serve({ client_uri });
      const answer = await fetchDocument();
      assert.ok("document" in answer);
      assert.equal(answer.document.clientUri, null, client_uri);
    }
  });

  test("with the redirect URIs that may be used, while there is one", async () => {
    serve({ redirect_uris: ["zed://callback", "https://app.example/cb"] });
    const answer = await fetchDocument();
    assert.ok("document" in answer);
    assert.deepEqual(answer.document.redirectUris, ["https://app.example/cb"]);
  });

  for (const [rule, changes] of [
    ["of a public client", { token_endpoint_auth_method: "none" }],
    [
      "of one that can do without its key, as ChatGPT's",
      {
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      },
    ],
    ["with a name of 100 characters", { client_name: "n".repeat(100) }],
    ["with ten redirect URIs", { redirect_uris: Array(10).fill("https://app.example/cb") }],
    ["with addresses that are null", { client_uri: null, logo_uri: null }],
  ] as const) {
    test(rule, async () => {
      serve(changes);
      assert.ok("document" in (await fetchDocument()));
    });
  }

  for (const type of [
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/oauth-client+json",
    "application/vnd.x.y+json;v=1",
  ]) {
    test(`as ${type}`, async () => {
      serve({}, { "content-type": type });
      assert.ok("document" in (await fetchDocument()));
    });
  }

  test("for as long as its headers say", async () => {
    for (const [headers, freshMs] of [
      [{ "cache-control": "max-age=60", age: "10" }, 50_000],
      [{ "cache-control": "no-store" }, 0],
      [{ expires: "Sat, 21 Nov 2026 09:02:00 GMT", date: "nonsense" }, 120_000],
    ] as const) {
      serve({}, headers);
      const answer = await fetchDocument();
      assert.ok("freshMs" in answer);
      assert.equal(answer.freshMs, freshMs);
    }
  });

  test("of 5 KB, in pieces", async () => {
    const text = JSON.stringify(DOCUMENT);
    internet.answer = (_, response) => {
      response.setHeader("content-type", "application/json");
      response.write(text);
      response.end(" ".repeat(5120 - text.length));
    };
    assert.ok("document" in (await fetchDocument()));
  });
});

describe("a document is refused", () => {
  const authentication =
    "the document asks for client authentication with a secret or a key, such as private_key_jwt; only none is supported";
  for (const [problem, changes] of [
    ["client_id is not the address it was fetched from", { client_id: `${URL}?` }],
    [
      "client_id is not the address it was fetched from",
      { client_id: "https://APP.example/oauth/client.json" },
    ],
    ["client_id is required", { client_id: undefined }],
    ["client_name is required", { client_name: undefined }],
    ["client_name must be a string", { client_name: 7 }],
    ["client_name must not be empty", { client_name: " \u200b" }],
    ["client_name must have at most 100 characters", { client_name: "n".repeat(101) }],
    [
      "client_name must not contain characters that cannot be seen",
      { client_name: "Good\u202elive" },
    ],
    ["redirect_uris is required", { redirect_uris: undefined }],
    ["redirect_uris must not be empty", { redirect_uris: [] }],
    [
      "redirect_uris must have at most 10 items",
      { redirect_uris: Array(11).fill("https://app.example/cb") },
    ],
    ["redirect_uris[0] must be a string", { redirect_uris: [null] }],
    [
      "redirect_uris[1] must begin with https://",
      { redirect_uris: ["https://app.example/cb", "javascript:alert(1)"] },
    ],
    [
      "redirect_uris[0] must not have code in its query, since the answer of this server adds it",
      { redirect_uris: ["https://app.example/cb?code=x"] },
    ],
    ["client_uri must have at most 500 characters", { client_uri: "u".repeat(501) }],
    ["logo_uri must have at most 500 characters", { logo_uri: "u".repeat(501) }],
    ["client_secret must not be given", { client_secret: "hunter2" }],
    ["client_secret_expires_at must not be given", { client_secret_expires_at: 0 }],
  ] as const) {
    test(`when its ${problem}`, async () => {
      serve(changes);
      assert.deepEqual(await fetchDocument(), { problem: `the document's ${problem}` });
    });
  }

  for (const changes of [
    { token_endpoint_auth_method: "client_secret_post" },
    { token_endpoint_auth_method: "private_key_jwt" },
    {
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["private_key_jwt"],
    },
    {
      token_endpoint_auth_method: "client_secret_basic",
      token_endpoint_auth_methods_supported: ["none"],
    },
  ]) {
    test(`when it asks for ${JSON.stringify(changes)}`, async () => {
      serve(changes);
      assert.deepEqual(await fetchDocument(), { problem: authentication });
    });
  }

  for (const [text, problem] of [
    ["[]", "the document must be a JSON object"],
    ["null", "the document must be a JSON object"],
    ["", "the document is not valid JSON"],
    ["<html>", "the document is not valid JSON"],
    [`{"deep":${"[".repeat(17)}${"]".repeat(17)}}`, "the document is not valid JSON"],
    [" ".repeat(5121), "app.example answered with more than 5120 bytes"],
    [Buffer.from([0x22, 0xff, 0x22]), "the document is not valid JSON"],
  ] as const) {
    test(`when it is ${text.toString().slice(0, 9)}`, async () => {
      serveText(text);
      assert.deepEqual(await fetchDocument(), { problem }, "nothing may serve in its place");
    });
  }
});

test("a document is waited for 5 seconds", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = Promise.withResolvers<null>();
  internet.names["late.example"] = () => {
    asked.resolve(null);
    return new Promise(() => {});
  };
  const settled: unknown[] = [];
  const fetched = fetchDocument("https://late.example/a").then((answer) => settled.push(answer));
  await asked.promise;
  t.mock.timers.tick(4999);
  await new Promise(setImmediate);
  assert.deepEqual(settled, []);
  t.mock.timers.tick(1);
  await fetched;
  const problem = "late.example did not answer in full within 5 seconds";
  assert.deepEqual(settled, [{ problem, failure: "late" }]);
});

test("the address of a document has a path, and neither port nor query", () => {
  for (const url of [
    URL,
    "https://app.example/a",
    "https://app.example/a/",
    "https://93.184.216.34/client.json",
    `https://app.example/${"a".repeat(2028)}`,
  ]) {
    assert.equal(isClientDocumentUrl(url), true, url);
  }
  for (const url of [
    "",
    "svc_client_x",
    "http://app.example/client.json",
    "http://localhost/client.json",
    "https://app.example",
    "https://app.example/",
    "https://app.example/a?b",
    "https://app.example/a?",
    "https://app.example:443/a",
    "https://app.example:8443/a",
    "https://app.example/a#",
    "https://app.example/a#b",
    "https://u:p@app.example/a",
    "https://app.example/a/../b",
    "https://app.example/./a",
    "https://app.example/%2E/a",
    "https://app.example\\a",
    "https://app.example/a b",
    "https://app.example/\u00fc",
    "https://127.1/a",
    " https://app.example/a",
    `https://app.example/${"a".repeat(2029)}`,
  ]) {
    assert.equal(isClientDocumentUrl(url), false, url);
  }
});

test("what is not the address of a document is not asked for", async () => {
  const lookups = internet.lookups.length;
  assert.deepEqual(await fetchDocument("https://app.example:22/a"), {
    problem: "the client_id must not have a port",
  });
  assert.equal(internet.lookups.length, lookups);
});

function fetchDocument(url = URL) {
  return createDocumentFetcher({ clock: () => NOW, outside: internet.outside })(url);
}

function serve(changes: Readonly<Record<string, unknown>>, headers: Record<string, string> = {}) {
  serveText(JSON.stringify({ ...DOCUMENT, ...changes }), headers);
}

function serveText(text: string | Buffer, headers: Record<string, string> = {}) {
  internet.answer = (_, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
  };
}
