import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { textOf } from "../../test/browser.ts";
import { connected, DOWN, HOUR_MS, ID, visited } from "../../test/documents.ts";
import { allow, assertNothingGranted, statusOf, tokensOf } from "../../test/oauth.ts";

onAnyDatabase((world) => {
  test("an app whose id is the address of a document is described there, and works like any other", async () => {
    const { team, app, browser, outside } = await visited(world);
    const page = await browser.open(app.authorizePath({ scope: "tags.read" }));
    assert.match(textOf(page.html), /Assistant wants access.*Published by assistant\.example/);
    assert.match(textOf(page.html), /Unverified app/);
    const code = app.cameBack(await allow(browser, page, team)).get("code") ?? "";
    const { access_token } = await tokensOf(app.redeem(code));
    assert.equal(await statusOf(team, access_token), 200);
    assert.deepEqual(outside.asked, [ID]);
  });

  test("a document is fetched again when it is not fresh any more, and what stands there then holds", async () => {
    const { team, app, browser, outside } = await visited(world);
    const { refresh_token } = await connected(app, browser, team);
    world.pass(HOUR_MS - 1);
    await browser.open(app.authorizePath());
    assert.equal(outside.asked.length, 1);
    outside.name = "Renamed assistant";
    outside.redirectUris = ["https://assistant.example/other"];
    world.pass(1);
    assert.equal((await browser.open(app.authorizePath())).status, 400, "the address is gone");
    assert.equal(outside.asked.length, 2);
    const other = app.authorizePath({ redirect_uri: "https://assistant.example/other" });
    assert.match((await browser.open(other)).html, /Renamed assistant/);
    assert.equal(outside.asked.length, 2);
    await tokensOf(app.refresh(refresh_token));
  });

  test("a document that may not be kept is fetched each time", async () => {
    const { app, browser, outside } = await visited(world);
    outside.freshMs = 0;
    for (let times = 1; times <= 3; times += 1) {
      assert.equal((await browser.open(app.authorizePath())).status, 200);
      assert.equal(outside.asked.length, times);
    }
  });

  test("the page names the host and the reason, and offers the ways on", async () => {
    const { app, browser, outside } = await visited(world);
    for (const [failure, reason] of [
      ["no_address", "the name assistant.example has no public address here"],
      ["private", "the name assistant.example has no public address here"],
      ["late", "assistant.example did not answer in time"],
      ["unreachable", "no connection to assistant.example could be made"],
      ["certificate", "not protected by a certificate that is trusted"],
      ["denied", "assistant.example answered with something else, such as a refusal"],
    ] as const) {
      outside.problem = { problem: "10.1.2.3 refused the connection", failure };
      const { html } = await browser.open(app.authorizePath());
      const text = textOf(html);
      assert.ok(text.includes(reason), text);
      assert.match(text, /allow it outgoing HTTPS to assistant\.example, or set OAUTH_CLIENT_DOC/);
      assert.match(html, /href="\/settings\/developer"[^>]*>Make an API key</);
      assert.ok(!text.includes("10.1.2.3"), "nothing of this network is told");
    }
    outside.problem = { problem: "the document's redirect_uris is required" };
    const { html } = await browser.open(app.authorizePath());
    assert.match(
      textOf(html),
      /assistant\.example, which .* the document's redirect_uris is required/,
    );
  });

  test("a problem is not kept", async () => {
    const { app, browser, outside } = await visited(world);
    outside.problem = DOWN;
    assert.equal((await browser.open(app.authorizePath())).status, 400);
    outside.problem = null;
    assert.equal((await browser.open(app.authorizePath())).status, 200);
  });

  test("fetched documents are limited per address and hour", async () => {
    const { app, browser, outside } = await visited(world, { documents: 2 });
    outside.problem = DOWN;
    for (let times = 1; times <= 2; times += 1) await browser.open(app.authorizePath());
    await assertNothingGranted(world, async () => {
      const page = await browser.open(app.authorizePath());
      assert.deepEqual([page.status, page.leftTo], [429, null]);
      assert.match(page.headers.get("Retry-After") ?? "", /^(3600|35\d\d)$/);
    });
    assert.equal(outside.asked.length, 2);
  });

  test("an id that is no address of a document is not fetched", async () => {
    const { app, browser, outside } = await visited(world);
    for (const client_id of [
      "http://assistant.example/client.json",
      "https://assistant.example/",
      "https://assistant.example/client.json?x=1",
      "https://assistant.example:8443/client.json",
      "https://127.1/client.json",
      "svc_client_x",
    ])
      assert.equal((await browser.open(app.authorizePath({ client_id }))).status, 400);
    assert.deepEqual(outside.asked, []);
  });

  test("the token and the revocation endpoint fetch nothing", async () => {
    const { app, outside } = await visited(world);
    const fields = { client_id: "https://unknown.example/client.json" };
    assert.equal((await app.redeem("svc_ac_x", fields)).status, 401);
    assert.equal((await app.refresh("svc_rt_x", fields)).status, 401);
    assert.equal((await app.revoke("svc_rt_x", fields)).status, 401);
    assert.deepEqual(outside.asked, []);
  });
});
