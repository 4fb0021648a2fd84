import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import type { Hono } from "hono";
import { BASE_URL } from "../../test/app.ts";
import { verified } from "../../test/argon2.ts";
import { loggedApp, worldOfFile } from "../../test/mcp.ts";
import { PASSWORD, person } from "../../test/oauth.ts";
import { together } from "../../test/races.ts";

const MINUTE_MS = 60_000;
const PROXY = "10.0.0.1";

const world = worldOfFile();

// The limiter uses the real clock, which stands still here until a test moves it.
before(() =>
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.parse("2026-11-21T09:00:30.500Z") }),
);
after(() => mock.timers.reset());

test("after ten failures at an account from an address none is compared there for a quarter of an hour, the right password neither", async () => {
  const { email } = await person(await world.team());
  const app = server();
  for (let count = 1; count <= 10; count += 1)
    assert.equal((await attempt(app, email)).status, 401);
  verified.length = 0;
  mock.timers.tick(5 * MINUTE_MS);
  for (const password of ["wrong", PASSWORD]) {
    const refused = await attempt(app, email, { password });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("Retry-After"), "600");
    assert.deepEqual(refused.headers.getSetCookie(), []);
    assert.match(await refused.text(), /Too many attempts have failed\. Try again in 10 minutes\./);
  }
  assert.deepEqual(verified, []);
  mock.timers.tick(10 * MINUTE_MS - 1);
  assert.equal((await attempt(app, email, { password: PASSWORD })).status, 429);
  mock.timers.tick(1);
  assert.equal((await attempt(app, email, { password: PASSWORD })).status, 303);
});

test("an account that there is none is limited alike", async () => {
  const app = server();
  for (let count = 1; count <= 10; count += 1)
    assert.equal((await attempt(app, "nobody@example.com")).status, 401);
  assert.equal((await attempt(app, "nobody@example.com")).status, 429);
});

test("an account is one however its address is written", async () => {
  const { email } = await person(await world.team());
  const app = server();
  for (let count = 0; count < 10; count += 1) {
    const written = [email, email.toUpperCase(), ` ${email} `, `\t${email}`][count % 4] ?? "";
    assert.equal((await attempt(app, written)).status, 401);
  }
  assert.equal((await attempt(app, email)).status, 429);
});

test("of attempts at the same time no more are compared than may fail", async () => {
  const { email } = await person(await world.team());
  const app = server();
  verified.length = 0;
  const answers = await together(30, () => attempt(app, email));
  assert.equal(answers.filter(({ status }) => status === 401).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 20);
  assert.equal(verified.length, 10);
});

test("an attempt that succeeds uses nothing up, and gives nothing back either", async () => {
  const { email } = await person(await world.team());
  const app = server();
  for (let count = 1; count <= 25; count += 1)
    assert.equal((await attempt(app, email, { password: PASSWORD })).status, 303);
  for (let count = 1; count <= 9; count += 1) assert.equal((await attempt(app, email)).status, 401);
  for (let count = 1; count <= 3; count += 1)
    assert.equal((await attempt(app, email, { password: PASSWORD })).status, 303);
  assert.equal((await attempt(app, email)).status, 401);
  assert.equal((await attempt(app, email, { password: PASSWORD })).status, 429);
});

test("from another address the person still gets in", async () => {
  const { email } = await person(await world.team());
  const app = server();
  for (let count = 1; count <= 11; count += 1) await attempt(app, email);
  assert.equal((await attempt(app, email)).status, 429);
  const elsewhere = { password: PASSWORD, address: "203.0.113.2" };
  assert.equal((await attempt(app, email, elsewhere)).status, 303);
});

test("after fifty failures an address is refused at every account for a quarter of an hour", async () => {
  const { email } = await person(await world.team());
  const app = server();
  for (let count = 0; count < 50; count += 1)
    assert.equal((await attempt(app, `person-${count}@example.com`)).status, 401);
  assert.equal((await attempt(app, email, { password: PASSWORD })).status, 429);
  const elsewhere = { password: PASSWORD, address: "203.0.113.2" };
  assert.equal((await attempt(app, email, elsewhere)).status, 303);
  mock.timers.tick(15 * MINUTE_MS);
  assert.equal((await attempt(app, email, { password: PASSWORD })).status, 303);
});

test("the addresses of one IPv6 network count as one, and one that is forged as the proxy's own word", async () => {
  const app = server();
  for (let count = 0; count < 10; count += 1) {
    const address = `203.0.113.${count}, 2001:db8::${count}`;
    assert.equal((await attempt(app, "nobody@example.com", { address })).status, 401);
  }
  assert.equal((await attempt(app, "nobody@example.com", { address: "2001:db8::ff" })).status, 429);
  const other = { address: "2001:db8:0:1::1" };
  assert.equal((await attempt(app, "nobody@example.com", other)).status, 401);
});

test("after a hundred failures from anywhere an account is refused for the hour", async () => {
  const { email } = await person(await world.team());
  const app = server();
  for (let count = 0; count < 100; count += 1) {
    const address = `203.0.113.${count}`;
    assert.equal((await attempt(app, email, { address })).status, 401);
  }
  const right = { password: PASSWORD, address: "198.51.100.1" };
  const refused = await attempt(app, email, right);
  assert.deepEqual([refused.status, refused.headers.get("Retry-After")], [429, "3600"]);
  mock.timers.tick(60 * MINUTE_MS);
  assert.equal((await attempt(app, email, right)).status, 303);
});

test("whoever has signed in with a browser gets in with it also while others guess at the account", async () => {
  const { email } = await person(await world.team());
  const { email: other } = await person(await world.team());
  const app = server();
  const signedIn = await attempt(app, email, { password: PASSWORD });
  const cookie = /known=[^;]+/.exec(signedIn.headers.getSetCookie().join())?.[0] ?? "";
  for (let count = 0; count < 200; count += 1) {
    const address = `203.0.113.${count}`;
    await attempt(app, count % 2 === 0 ? email : other, { address });
  }
  const home = { password: PASSWORD, address: "198.51.100.1", cookie };
  assert.equal((await attempt(app, email, { ...home, cookie: "" })).status, 429);
  assert.equal((await attempt(app, email, { ...home, cookie: `${cookie}x` })).status, 429);
  assert.equal((await attempt(app, email, home)).status, 303);
  assert.equal((await attempt(app, other, home)).status, 429, "it counts for its account alone");
});

/** A server behind a proxy, without earlier attempts. */
function server(): Hono {
  return loggedApp(world, { trustedProxies: [PROXY] }).app;
}

async function attempt(
  app: Hono,
  email: string,
  { password = "wrong", address = "203.0.113.1", cookie = "" } = {},
): Promise<Response> {
  const init = {
    method: "POST",
    headers: { Origin: BASE_URL, "X-Forwarded-For": address, Cookie: cookie },
    body: new URLSearchParams({ email, password }),
  };
  return app.request("/signin", init, { incoming: { socket: { remoteAddress: PROXY } } });
}
