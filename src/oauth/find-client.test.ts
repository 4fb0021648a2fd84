import assert from "node:assert/strict";
import { test } from "node:test";
import { onOneDatabase, type Team, type World } from "../../test/app.ts";
import { type Browser, textOf } from "../../test/browser.ts";
import { loggedApp } from "../../test/mcp.ts";
import {
  allow,
  App,
  assertNothingGranted,
  signedIn,
  statusOf,
  tokensOf,
} from "../../test/oauth.ts";
import { memoryRateLimit } from "../http/rate-limit.ts";
import type { FetchClientDocument } from "./parts.ts";

const ID = "https://assistant.example/client.json";
const REDIRECT_URI = "https://assistant.example/callback";
const HOUR_MS = 60 * 60_000;

/** The client's published document, and the number of fetches. */
class Outside {
  name = "Assistant";
  redirectUris: readonly string[] = [REDIRECT_URI];
  problem: string | null = null;
  freshMs = HOUR_MS;
  readonly asked: string[] = [];

  readonly fetch: FetchClientDocument = async (url) => {
    this.asked.push(url);
    if (this.problem !== null) return { problem: this.problem };
    const { name: clientName, redirectUris, freshMs } = this;
    const document = { clientId: url, clientName, redirectUris, clientUri: null, logoUri: null };
    return { document, freshMs };
  };
}

onOneDatabase("documents are compared in this process", (world) => {
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

  test("a document that cannot be fetched again allows no new approval, and existing grants stay", async () => {
    const { team, app, browser, outside } = await visited(world);
    const { refresh_token } = await connected(app, browser, team);
    world.pass(HOUR_MS);
    outside.problem = "assistant.example did not answer";
    await assertNothingGranted(world, async () => {
      const page = await browser.open(app.authorizePath());
      assert.deepEqual([page.status, page.leftTo], [400, null]);
      assert.match(textOf(page.html), /could not be fetched or is not valid/);
      assert.ok(!page.html.includes("did not answer"), "what can be reached from here is not told");
    });
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

  test("a problem is not kept", async () => {
    const { app, browser, outside } = await visited(world);
    outside.problem = "it is down";
    assert.equal((await browser.open(app.authorizePath())).status, 400);
    outside.problem = null;
    assert.equal((await browser.open(app.authorizePath())).status, 200);
  });

  test("fetched documents are limited per address and hour", async () => {
    const { app, browser, outside } = await visited(world, 2);
    outside.problem = "it is down";
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

async function visited(world: World, documents = 1000) {
  await world.database.begin(async (db) => {
    for (const table of ["oauth_grants", "oauth_clients"] as const)
      await db.deleteFrom(table).execute();
  });
  const outside = new Outside();
  const server = loggedApp(world, {
    fetchClientDocument: outside.fetch,
    documents: memoryRateLimit({ limit: documents, seconds: 3600 }),
  });
  const team = await world.team();
  const browser = await signedIn(team, server);
  return { team, browser, outside, app: new App(server, ID, REDIRECT_URI) };
}

async function connected(app: App, browser: Browser, team: Team) {
  return tokensOf(app.redeem(await app.code(browser, team)));
}
