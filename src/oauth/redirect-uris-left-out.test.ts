import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { read } from "../../test/mcp.ts";
import {
  App,
  assertNothingGranted,
  assertRefused,
  register,
  signedIn,
  statusOf,
  tokensOf,
} from "../../test/oauth.ts";

/** Sent by Cursor. */
const OWN_SCHEME = "cursor://anysphere.cursor-mcp/oauth/callback";
const WEBSITE = "https://www.cursor.com/agents/mcp/oauth/callback";
const LOOPBACK = "http://localhost:8787/callback";

onAnyDatabase((world) => {
  test("a redirect URI with an app's own scheme is left out, and the answer has those that were kept", async () => {
    const answer = await register(world, {
      client_name: "Cursor",
      redirect_uris: [OWN_SCHEME, WEBSITE, LOOPBACK],
    });
    assert.equal(answer.status, 201);
    const { client_id, redirect_uris } = await read(answer);
    assert.deepEqual(redirect_uris, [WEBSITE, LOOPBACK]);
    const client = await world.database.reader
      .selectFrom("oauth_clients")
      .select("redirect_uris")
      .where("id", "=", client_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(client.redirect_uris, [WEBSITE, LOOPBACK]);
  });

  test("the app connects with those that were kept, and is shown a page without a redirect for the other", async () => {
    const metadata = { client_name: "Cursor", redirect_uris: [OWN_SCHEME, WEBSITE, LOOPBACK] };
    const { client_id } = await read(register(world, metadata));
    const team = await world.team();
    const browser = await signedIn(team);
    for (const uri of [WEBSITE, LOOPBACK]) {
      const app = new App(world, client_id, uri);
      const { access_token } = await tokensOf(app.redeem(await app.code(browser, team)));
      assert.equal(await statusOf(team, access_token), 200);
    }
    await assertNothingGranted(world, async () => {
      const page = await browser.open(new App(world, client_id, OWN_SCHEME).authorizePath());
      assert.equal(page.status, 400);
      assert.equal(page.leftTo, null);
      assert.match(page.html, /not one that the app has registered/);
    });
  });

  test("when no other is left, nothing is registered", async () => {
    await assertNothingGranted(world, async () => {
      for (const redirect_uris of [[OWN_SCHEME], [OWN_SCHEME, "myapp://callback"]]) {
        const answer = register(world, { client_name: "Cursor", redirect_uris });
        assert.equal(
          await assertRefused(answer, "invalid_redirect_uri"),
          "redirect_uris[0] must begin with https://",
        );
      }
    });
  });

  test("beside one that is refused for another reason, nothing is left out and nothing is registered", async () => {
    await assertNothingGranted(world, async () => {
      const redirect_uris = [OWN_SCHEME, WEBSITE, "http://www.cursor.com/callback"];
      const answer = register(world, { client_name: "Cursor", redirect_uris });
      assert.match(await assertRefused(answer, "invalid_redirect_uri"), /^redirect_uris\[2\] /);
    });
  });

  test("they are counted before any is left out", async () => {
    const nine = Array.from({ length: 9 }, (_, index) => `myapp${index}://callback`);
    const ten = await register(world, { client_name: "Ten", redirect_uris: [...nine, WEBSITE] });
    assert.deepEqual((await read(ten)).redirect_uris, [WEBSITE]);
    await assertNothingGranted(world, async () => {
      const redirect_uris = [...nine, OWN_SCHEME, WEBSITE];
      const eleven = register(world, { client_name: "Eleven", redirect_uris });
      await assertRefused(eleven, "invalid_redirect_uri");
    });
  });
});
