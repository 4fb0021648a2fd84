import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { type Page, textOf } from "../../test/browser.ts";
import { connected, DOWN, HOUR_MS, ID, visited } from "../../test/documents.ts";
import { loggedApp, read } from "../../test/mcp.ts";
import { App, assertNothingGranted, signedIn, statusOf, tokensOf } from "../../test/oauth.ts";
import type { Failure } from "../http/outside.ts";
import { PINNED_DOCUMENTS } from "./pinned-documents.ts";

const DAY_MS = 24 * HOUR_MS;
const FAILURES: readonly Failure[] = ["no_address", "late", "unreachable", "certificate", "denied"];
const LOOPBACK = /^http:\/\/([^/:]+)(:\d+)?/;
const CLAUDE_CODE = "https://claude.ai/oauth/claude-code-client-metadata";

onAnyDatabase((world) => {
  describe("a stored document", () => {
    test("serves while nothing is received, whatever the reason", async () => {
      const { team, app, browser, outside } = await visited(world);
      await connected(app, browser, team);
      world.pass(HOUR_MS);
      for (const failure of FAILURES) {
        outside.problem = { problem: "it failed", failure };
        const { access_token } = await connected(app, browser, team);
        assert.equal(await statusOf(team, access_token), 200, failure);
      }
      assert.deepEqual(new Set(outside.waits.slice(1)), new Set([2000]), "the wait is short");
    });

    test("serves for 30 days, and then until it is fetched again not at all", async () => {
      const { team, app, browser, outside, server } = await visited(world);
      await browser.open(app.authorizePath());
      outside.problem = DOWN;
      const open = async () => (await signedIn(team, server)).open(app.authorizePath());
      world.pass(HOUR_MS + 30 * DAY_MS - 1);
      assert.equal((await open()).status, 200);
      world.pass(1);
      const late = await signedIn(team, server);
      await assertNothingGranted(world, async () =>
        assertNotConnected(await late.open(app.authorizePath())),
      );
      outside.problem = null;
      assert.equal((await open()).status, 200);
    });

    test("is replaced by what is fetched", async () => {
      const { app, browser, outside } = await visited(world);
      await browser.open(app.authorizePath());
      world.pass(HOUR_MS);
      outside.problem = DOWN;
      assert.equal((await browser.open(app.authorizePath())).status, 200);
      outside.problem = null;
      outside.redirectUris = ["https://assistant.example/other"];
      assert.equal((await browser.open(app.authorizePath())).status, 400, "the address is gone");
    });

    for (const [what, problem] of [
      ["a wrong document", { problem: "the document's client_name is required" }],
      ["a host that has it no more", { problem: "assistant.example answered with status 404" }],
      ["a private address", { problem: "it is in this network", failure: "private" }],
    ] as const) {
      test(`does not serve in place of ${what}, and existing grants stay`, async () => {
        const { team, app, browser, outside } = await visited(world);
        const { refresh_token } = await connected(app, browser, team);
        world.pass(HOUR_MS);
        outside.problem = problem;
        await assertNothingGranted(world, async () =>
          assertNotConnected(await browser.open(app.authorizePath())),
        );
        await tokensOf(app.refresh(refresh_token));
      });
    }

    test("that must not be kept does not serve later", async () => {
      const { app, browser, outside } = await visited(world);
      outside.freshMs = 0;
      assert.equal((await browser.open(app.authorizePath())).status, 200);
      outside.problem = DOWN;
      await assertNothingGranted(world, async () =>
        assertNotConnected(await browser.open(app.authorizePath())),
      );
    });
  });

  describe("a client whose document is pinned", () => {
    test("connects while nothing is received", async () => {
      const { team, browser, outside, server } = await visited(world);
      outside.problem = DOWN;
      for (const { client_id, client_name, redirect_uris } of PINNED_DOCUMENTS)
        for (const uri of redirect_uris) {
          // A native app listens on any port.
          const app = new App(server, client_id, uri.replace(LOOPBACK, "http://$1:49731"));
          const page = await browser.open(app.authorizePath());
          assert.ok(textOf(page.html).includes(`${client_name} wants access`), uri);
        }
      const app = new App(server, CLAUDE_CODE, "http://localhost:49731/callback");
      const { access_token } = await connected(app, browser, team);
      assert.equal(await statusOf(team, access_token), 200);
    });

    test("connects by the copy also when its name is blocked, or too many documents were fetched", async () => {
      const { browser, outside, server } = await visited(world, { documents: 1 });
      const app = new App(server, CLAUDE_CODE, "http://localhost:4000/callback");
      outside.problem = { problem: "it is 127.0.0.1", failure: "private" };
      assert.equal((await browser.open(app.authorizePath())).status, 200);
      assert.equal((await browser.open(app.authorizePath())).status, 200);
      assert.equal(outside.asked.length, 1);
    });

    test("has only the redirect URIs of the copy", async () => {
      const { browser, outside, server } = await visited(world);
      outside.problem = DOWN;
      for (const uri of ["https://claude.ai/other", "http://localhost:4000/other"]) {
        const app = new App(server, CLAUDE_CODE, uri);
        const page = await browser.open(app.authorizePath());
        assert.deepEqual([page.status, page.leftTo], [400, null]);
      }
    });

    test("is described by its document as soon as that is fetched, also while it serves stale", async () => {
      const { browser, outside, server } = await visited(world);
      const app = new App(server, CLAUDE_CODE, "http://localhost:4000/callback");
      outside.problem = DOWN;
      await browser.open(app.authorizePath());
      outside.problem = null;
      outside.name = "Claude Code 9";
      outside.redirectUris = ["http://localhost/callback"];
      assert.match((await browser.open(app.authorizePath())).html, /Claude Code 9/);
      world.pass(HOUR_MS);
      outside.problem = DOWN;
      assert.match((await browser.open(app.authorizePath())).html, /Claude Code 9/);
    });

    test("is refused when its document is wrong, and the page says why", async () => {
      const { browser, outside, server } = await visited(world);
      const app = new App(server, CLAUDE_CODE, "http://localhost:4000/callback");
      outside.problem = { problem: "the document is not valid JSON" };
      await assertNothingGranted(world, async () => {
        const page = await browser.open(app.authorizePath());
        assert.match(textOf(page.html), /at claude\.ai, .* the document is not valid JSON/);
      });
    });

    test("keeps what another request has fetched meanwhile", async () => {
      const { team, browser, outside, server } = await visited(world);
      const app = new App(server, CLAUDE_CODE, "http://localhost:4000/callback");
      const asked = Promise.withResolvers<null>();
      const answered = Promise.withResolvers<null>();
      const failing = loggedApp(world, {
        fetchClientDocument: async () => {
          asked.resolve(null);
          await answered.promise;
          return DOWN;
        },
      });
      const other = await signedIn(team, failing);
      const slow = other.open(app.authorizePath());
      await asked.promise;
      outside.name = "Claude Code 9";
      outside.redirectUris = ["http://localhost/callback"];
      await browser.open(app.authorizePath());
      answered.resolve(null);
      assert.match((await slow).html, /Claude Code 9/);
    });
  });

  test("documents that are switched off are neither announced, fetched nor accepted, and grants stay", async () => {
    const on = await visited(world);
    const { refresh_token } = await connected(on.app, on.browser, on.team);
    const { outside } = on;
    const { metadata, page } = await switchedOff();
    assert.equal("client_id_metadata_document_supported" in metadata, false);
    assert.deepEqual([page.status, page.leftTo], [400, null]);
    assert.match(textOf(page.html), /OAUTH_CLIENT_DOCUMENTS=off.*Make an API key/);
    assert.equal(outside.asked.length, 1);
    await tokensOf(on.app.refresh(refresh_token));

    async function switchedOff() {
      const server = loggedApp(world, {
        clientDocuments: false,
        fetchClientDocument: outside.fetch,
      });
      const path = "/.well-known/oauth-authorization-server";
      const metadata: object = await read(server.app.request(path));
      const browser = await signedIn(on.team, server);
      const app = new App(server, ID, on.app.redirectUri);
      const page = await assertNothingGranted(world, () => browser.open(app.authorizePath()));
      return { metadata, page };
    }
  });
});

function assertNotConnected(page: Page): void {
  assert.deepEqual([page.status, page.leftTo], [400, null]);
  assert.match(textOf(page.html), /This app cannot be connected/);
}
