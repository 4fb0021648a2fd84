import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE_URL, onEachDatabase } from "../../test/app.ts";
import { Browser } from "../../test/browser.ts";
import { App, assertRefused, grantsOf, person, statusOf, tokensOf } from "../../test/oauth.ts";

onEachDatabase((world) => {
  test("an app is registered, approved, and works with its tokens until it gives them back", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const app = await App.register(world);
    const first = await app.connect(team);
    assert.deepEqual(
      { ...first, access_token: "", refresh_token: "" },
      {
        access_token: "",
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: "",
        scope: "apis.read apis.all",
      },
    );
    const through = team.withKey(first.access_token);
    const { id } = await through.call("customers_create", {
      name: "Acme",
      email: "a@acme.example",
    });
    assert.equal((await team.call("customers_get", { id })).name, "Acme");

    const second = await tokensOf(app.refresh(first.refresh_token));
    const throughSecond = team.withKey(second.access_token);
    assert.equal((await throughSecond.call("customers_get", { id })).name, "Acme");
    assert.equal((await through.call("customers_delete", { id })).deleted, true);

    assert.equal((await app.revoke(second.refresh_token)).status, 200);
    for (const { access_token } of [first, second])
      assert.equal(await statusOf(team, access_token), 401);
    await assertRefused(app.refresh(second.refresh_token), "invalid_grant");
  });

  test("a person who is not signed in signs in on the way, and is asked then", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const browser = new Browser(world.app, BASE_URL);
    const signIn = await browser.open(app.authorizePath());
    assert.match(signIn.path, /^\/signin\?/);
    const asked = await browser.submit(signIn, await person(team));
    assert.equal(asked.path, app.authorizePath());
    const back = app.cameBack(await browser.submit(asked, { team: team.id }, "Allow"));
    assert.equal((await app.redeem(back.get("code") ?? "")).status, 200);
    assert.equal((await grantsOf(team)).length, 1);
  });
});
