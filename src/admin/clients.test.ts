import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onEachDatabase } from "../../test/app.ts";
import { textOf } from "../../test/browser.ts";
import { App, signedIn } from "../../test/oauth.ts";

const HOME = "https://books.example/callback";
const BACK = "http://127.0.0.1:4000/callback";

onEachDatabase((world) => {
  const admin = new Admin(world);

  test("client:create answers an id and a secret, of which only the hash is kept", async () => {
    const answer = await admin.done(`client:create --name Books --redirect-uri ${HOME},${BACK}`);
    assert.deepEqual(Object.keys(answer), ["clientId", "clientSecret"]);
    assert.match(answer.clientId, /^svc_client_\w+$/);
    assert.ok(!JSON.stringify(await admin.everything()).includes(answer.clientSecret));
    const listed = (await admin.done("client:list")).items.find(
      ({ id }: { id: string }) => id === answer.clientId,
    );
    assert.deepEqual(listed, {
      id: answer.clientId,
      kind: "confidential",
      name: "Books",
      redirect_uris: [HOME, BACK],
      created_at: world.now,
      approved_at: null,
    });
  });

  test("such a client proves itself by its secret in the body, or gets nothing", async () => {
    const team = await world.team();
    const { app, secret } = await newClient();
    const browser = await signedIn(team);
    const code = await app.code(browser, team);
    for (const [client_secret, error] of [
      [undefined, "invalid_client"],
      [`${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`, "invalid_client"],
    ] as const) {
      const response = await app.redeem(code, { client_secret });
      assert.equal(response.status, 401);
      assert.equal(((await response.json()) as { error: string }).error, error);
    }
    const response = await app.redeem(code);
    assert.equal(response.status, 200, await response.clone().text());
    const { refresh_token } = (await response.json()) as { refresh_token: string };
    const refused = await app.refresh(refresh_token, { client_secret: undefined });
    assert.equal(refused.status, 401);
    assert.equal((await app.refresh(refresh_token)).status, 200);
  });

  test("who is asked reads that an administrator added it, not that it is unverified", async () => {
    const { app } = await newClient();
    const browser = await signedIn(await world.team());
    const text = textOf((await browser.open(app.authorizePath())).html);
    assert.match(text, /Added by an administrator/);
    assert.doesNotMatch(text, /Unverified app/);
  });

  test("client:list has the clients that registered by themselves too, the newest first", async () => {
    world.pass(1000);
    const first = await App.register(world);
    world.pass(1000);
    const second = await App.register(world);
    const { items } = await admin.done("client:list");
    const [newest, next] = items;
    assert.deepEqual([newest.id, next.id], [second.id, first.id]);
    assert.equal(newest.kind, "registered");
  });

  test("client:create refuses addresses that no client may register, and says why", async () => {
    for (const [uri, rule] of [
      ["http://books.example/back", "must be https, or http on localhost"],
      [`${HOME},https://*.example/back`, "must not contain a wildcard"],
      ["https://books.example/#back", "must not have a fragment"],
      [",", "1 to 10 addresses"],
      [Array.from({ length: 11 }, (_, n) => `${HOME}/${n}`).join(), "1 to 10 addresses"],
    ] as const) {
      const error = await admin.refused(`client:create --name Books --redirect-uri ${uri}`);
      assert.equal(error.path, "redirect-uri");
      assert.ok(error.message.includes(rule), error.message);
    }
    const hidden = await admin.refused(`client:create --name a\u202eb --redirect-uri ${HOME}`);
    assert.equal(hidden.path, "name");
  });

  test("without --json the secret is shown with how to use it", async () => {
    const { stdout } = await admin.run(`client:create --name Books --redirect-uri ${HOME}`);
    const [text = ""] = stdout;
    assert.match(text, /\n {2}client_id {6}svc_client_\w+\n {2}client_secret {2}svc_cs_\w+\n/);
    assert.match(text, /client_secret_post/);
  });

  async function newClient(): Promise<{ app: App; secret: string }> {
    const { clientId, clientSecret } = await admin.done(
      `client:create --name Books --redirect-uri ${BACK}`,
    );
    return { app: new App(world, clientId, BACK, clientSecret), secret: clientSecret };
  }
});
