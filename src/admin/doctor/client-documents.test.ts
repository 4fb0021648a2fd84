import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Admin } from "../../../test/admin.ts";
import { onAnyDatabase } from "../../../test/app.ts";
import { Internet } from "../../../test/internet.ts";
import { PINNED_DOCUMENTS } from "../../oauth/pinned-documents.ts";

type Found = { name: string; ok: boolean; problem: string | null; fix: string | null };

onAnyDatabase((world) => {
  const admin = new Admin(world);
  const internet = new Internet();
  before(() => internet.open());
  after(() => internet.close());

  test("a server that can fetch documents of apps is well", async () => {
    internet.names = { "claude.ai": ["93.184.216.34"] };
    internet.answer = (request, response) => {
      const path = `https://claude.ai${request.url}`;
      const document = PINNED_DOCUMENTS.find(({ client_id }) => client_id === path);
      response.setHeader("content-type", "application/json").end(JSON.stringify(document));
    };
    const found = await examine();
    assert.deepEqual([found?.ok, found?.problem], [true, null]);
  });

  test("one that cannot is warned, with what it means and the ways on", async () => {
    for (const [names, problem] of [
      [{}, "claude.ai could not be reached (ENOTFOUND)"],
      [{ "claude.ai": ["127.0.0.1"] }, "claude.ai is not on the public internet"],
    ] as const) {
      internet.names = names;
      const found = await examine();
      assert.equal(found?.ok, true, "pinned documents serve");
      assert.ok(found.problem?.endsWith(` cannot be fetched: ${problem}.`), found.problem ?? "");
      assert.match(found.fix ?? "", /^Allow the server outgoing HTTPS to claude\.ai .*\.$/);
      assert.match(
        found.fix ?? "",
        /Claude Code, .* connect by copies .*OAUTH_CLIENT_DOCUMENTS=off/,
      );
    }
  });

  test("nothing is fetched for a server elsewhere, or one that takes no documents", async () => {
    const lookups = internet.lookups.length;
    assert.equal(await examine(" --url https://books.example"), undefined);
    assert.equal(await examine("", { clientDocuments: false }), undefined);
    assert.equal(internet.lookups.length, lookups);
  });

  async function examine(words = "", given: { clientDocuments?: boolean } = {}) {
    const fetch = () => Promise.reject(new TypeError("fetch failed"));
    const options = { fetch, outside: internet.outside, ...given };
    const { stdout } = await admin.run(`doctor${words} --json`, options);
    const { checks } = JSON.parse(stdout.join()) as { checks: Found[] };
    return checks.find(({ name }) => name === "client-documents");
  }
});
