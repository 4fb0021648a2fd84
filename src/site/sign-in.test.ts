import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import { BASE_URL, onAnyDatabase, type World } from "../../test/app.ts";
import { verified } from "../../test/argon2.ts";
import { Browser, formOf, textOf } from "../../test/browser.ts";
import { loggedApp } from "../../test/mcp.ts";
import { assertNothingGranted, PASSWORD, person, signedIn } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { setPassword } from "../accounts/users.ts";
import { newSecret } from "../core/secrets.ts";

/** A page of the web app, which sends signed-out visitors to sign-in. */
const PLACE = "/settings/profile";
const SIGNED_OUT = `/signin?return=${encodeURIComponent(PLACE)}`;
const WRONG = "The e-mail address or the password is wrong.";

onAnyDatabase((world) => {
  test("a person signs in with their address and password, and is in the web app", async () => {
    const team = await world.team();
    const browser = new Browser(world.app, BASE_URL);
    const page = await browser.submit(await browser.open("/signin"), await person(team));
    assert.equal(page.path, "/");
    assert.equal((await browser.open("/signin")).path, "/");
    assert.equal((await new WebApp(world, browser).ask("GET /api/me", {})).user.name, "Olga Owner");
  });

  test("an address is the same in any case, with white space around it, and however it is composed", async () => {
    const team = await world.team();
    await world.database.begin((db) =>
      db
        .updateTable("users")
        .set({ email: "ren\u00e9@example.com", email_key: "ren\u00e9@example.com" })
        .where("id", "=", team.userId)
        .execute(),
    );
    await person(team);
    for (const email of [
      "ren\u00e9@example.com",
      " REN\u00c9@Example.com ",
      "rene\u0301@example.com",
    ]) {
      const browser = new Browser(world.app, BASE_URL);
      const page = await browser.submit(await browser.open("/signin"), {
        email,
        password: PASSWORD,
      });
      assert.equal(page.path, "/", email);
    }
  });

  test("a wrong password and an unknown address have the same answer, after the same work, and nobody is signed in", async () => {
    const { app } = loggedApp(world);
    const team = await world.team();
    const { email } = await person(team);
    const passwordHash = await hashPassword(PASSWORD, "password");
    await setPassword(team.auditContext, { userId: team.userId, passwordHash, keptSession: null });
    const none = await world.team();
    const answers: string[] = [];
    const hashes: string[] = [];
    const passwordless = await emailOf(none.userId);
    for (const [address, password] of [
      [email, "wrong password"],
      ["nobody@example.com", PASSWORD],
      ["no address", PASSWORD],
      ["nobody@example.com\0", PASSWORD],
      [passwordless, PASSWORD],
      [passwordless, ""],
      [email, ""],
      ["", ""],
    ] as const) {
      verified.length = 0;
      const browser = new Browser(app, BASE_URL);
      const fields = { email: address, password };
      const page = await sessionsStay(() => browserSubmits(browser, fields));
      assert.equal(page.status, 401);
      assert.ok(page.html.includes(WRONG));
      assert.match(textOf(page.html), /Check the address, and type the password again\./);
      assert.match(page.html, /<details open>/);
      assert.deepEqual([...browser.cookies], []);
      assert.equal(verified.length, 1, "one password is compared, whoever it is");
      hashes.push(costOf(verified[0] ?? ""));
      answers.push(formless(page.html, address));
    }
    assert.equal(new Set(answers).size, 1, "the pages are the same");
    assert.deepEqual([...new Set(hashes)], ["$argon2id$v=19$m=19456,t=2,p=1"]);
  });

  test("a password of more than 1,000 characters is nobody's, and costs nobody anything", async () => {
    const { app } = loggedApp(world);
    const { email } = await person(await world.team());
    for (const address of [email, "nobody@example.com"]) {
      verified.length = 0;
      const fields = { email: address, password: "x".repeat(1001) };
      assert.equal((await browserSubmits(new Browser(app, BASE_URL), fields)).status, 401);
      assert.deepEqual(verified, []);
    }
  });

  test("what was typed as a password is not given back", async () => {
    const { app } = loggedApp(world);
    const fields = { email: "nobody@example.com", password: "mistyped secret" };
    const page = await browserSubmits(new Browser(app, BASE_URL), fields);
    assert.ok(page.html.includes("nobody@example.com") && !page.html.includes("mistyped secret"));
    assert.ok(!page.path.includes("nobody"));
  });

  test("the identifier changes at each sign-in, and the one before is of no use any more", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const first = browser.cookies.get("session") ?? "";
    const page = await browser.open("/signin?switch=1");
    assert.match(textOf(page.html), /You are signed in as/);
    await browser.submit(page, await person(team));
    const second = browser.cookies.get("session") ?? "";
    assert.notEqual(second, first);
    assert.equal(await pathOf(first), SIGNED_OUT);
    assert.equal(await pathOf(second), PLACE);
  });

  test("an identifier that came from elsewhere is never taken over", async () => {
    const team = await world.team();
    for (const planted of ["planted", newSecret("svc_session_", () => Buffer.alloc(32, 7))]) {
      const browser = new Browser(world.app, BASE_URL);
      browser.cookies.set("session", planted);
      assert.equal((await browser.open(PLACE)).path, SIGNED_OUT);
      await browser.submit(await browser.open("/signin"), await person(team));
      assert.notEqual(browser.cookies.get("session"), planted);
      assert.equal(await pathOf(planted), SIGNED_OUT);
    }
  });

  test("a refused sign-in leaves the session that there is alone", async () => {
    const { app } = loggedApp(world);
    const team = await world.team();
    const browser = await signedIn(team, { app });
    const page = await browser.open("/signin?switch=1");
    assert.equal((await browser.submit(page, { email: "a@b.example", password: "x" })).status, 401);
    assert.equal((await browser.open(PLACE)).path, PLACE);
  });

  test("the cookie is for this host alone, unseen by scripts, and is not sent from other sites' forms", async () => {
    const { email } = await person(await world.team());
    const body = new URLSearchParams({ email, password: PASSWORD });
    const plain = await world.app.request("/signin", {
      method: "POST",
      headers: { Origin: BASE_URL },
      body,
    });
    assert.deepEqual(plain.headers.getSetCookie().map(attributesOf), [
      ["session", "httponly", "max-age=2592000", "path=/", "samesite=lax"],
      ["known", "httponly", "max-age=15552000", "path=/", "samesite=lax"],
    ]);
    const baseUrl = "https://books.example";
    const { app } = loggedApp(world, { baseUrl });
    const secure = await app.request("/signin", {
      method: "POST",
      headers: { Origin: baseUrl },
      body,
    });
    assert.deepEqual(secure.headers.getSetCookie().map(attributesOf), [
      ["__Host-session", "httponly", "max-age=2592000", "path=/", "samesite=lax", "secure"],
      ["__Host-known", "httponly", "max-age=15552000", "path=/", "samesite=lax", "secure"],
    ]);
  });

  test("over https a cookie without the prefix is not looked at", async () => {
    const baseUrl = "https://books.example";
    const { app } = loggedApp(world, { baseUrl });
    const browser = await signedIn(await world.team(), { app }, baseUrl);
    assert.equal((await browser.open(PLACE)).path, PLACE);
    const secret = browser.cookies.get("__Host-session") ?? "";
    const tossed = await app.request(PLACE, { headers: { Cookie: `session=${secret}` } });
    assert.equal(tossed.status, 303);
  });

  test("a session is kept as a hash", async () => {
    const browser = await signedIn(await world.team());
    const secret = browser.cookies.get("session") ?? "";
    assert.match(secret, /^svc_session_[0-9A-Za-z]{49}$/);
    const rows = await world.database.reader.selectFrom("sessions").selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(secret));
    assert.ok(rows.some(({ token_hash }) => token_hash === hash("sha256", secret)));
  });

  describe("a person is sent on only to an own path, not to", () => {
    for (const evil of [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example/",
      "/connect\\x",
      "\\\\evil.example/",
      "/\t/evil.example/",
      "/\n/evil.example/",
      " //evil.example/",
      "/.//evil.example/",
      "/..//evil.example/",
      "/%2e//evil.example/",
      "/x/..//evil.example",
      "javascript:alert(1)",
      "evil.example",
      "/caf\u00e9",
      "/a\r\nSet-Cookie: x=y",
      "",
    ]) {
      test(JSON.stringify(evil), async () => {
        const team = await world.team();
        const browser = new Browser(world.app, BASE_URL);
        const query = new URLSearchParams({ return: evil }).toString();
        const page = await browser.open(`/signin?${query}`);
        assert.deepEqual(
          formOf(page).fields.find(([name]) => name === "return"),
          ["return", "/"],
        );
        const fields = { ...(await person(team)), return: evil };
        const sent = await world.app.request("/signin", {
          method: "POST",
          headers: { Origin: BASE_URL },
          body: new URLSearchParams(fields),
        });
        assert.deepEqual([sent.status, sent.headers.get("Location")], [303, "/"]);
        await browser.submit(page, fields);
        const again = await browser.open(`/signin?${query}`);
        assert.deepEqual([again.path, again.leftTo], ["/", null]);
      });
    }
  });

  test("an own path is gone on to, with its query", async () => {
    const team = await world.team();
    const sent = await world.app.request("/signin", {
      method: "POST",
      headers: { Origin: BASE_URL },
      body: new URLSearchParams({
        ...(await person(team)),
        return: "/oauth/authorize?state=a%20b+c&x=//y",
      }),
    });
    assert.equal(sent.headers.get("Location"), "/oauth/authorize?state=a%20b+c&x=//y");
  });

  test("a form of another site signs nobody in or out", async () => {
    const team = await world.team();
    const fields = new URLSearchParams(await person(team));
    const browser = await signedIn(team);
    const out = [["csrf", await new WebApp(world, browser).csrf()]] as const;
    for (const headers of [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ]) {
      const sent = await world.app.request("/signin", { method: "POST", headers, body: fields });
      assert.deepEqual([sent.status, sent.headers.getSetCookie()], [403, []]);
      if ("Origin" in headers)
        assert.equal((await browser.send("/signout", out, headers)).status, 403);
    }
    assert.equal((await browser.open(PLACE)).path, PLACE);
    for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, { "Sec-Fetch-Site": "none" }, {}]) {
      const sent = await world.app.request("/signin", { method: "POST", headers, body: fields });
      assert.equal(sent.status, 303);
    }
  });

  test("the names of this machine's loopback are one to a form, a port of another server is not", async () => {
    const fields = new URLSearchParams(await person(await world.team()));
    for (const [origin, status] of [
      ["http://127.0.0.1:3000", 303],
      ["http://[::1]:3000", 303],
      ["http://127.0.0.1:3001", 403],
      ["http://127.0.0.1", 403],
      ["https://127.0.0.1:3000", 403],
      ["http://127.1:3000", 403],
      ["http://localhost.evil.example:3000", 403],
    ] as const) {
      const init = { method: "POST", headers: { Origin: origin }, body: fields };
      assert.equal((await world.app.request("/signin", init)).status, status, origin);
    }
    const { app } = loggedApp(world, { baseUrl: "https://books.example" });
    const init = { method: "POST", headers: { Origin: BASE_URL }, body: fields };
    assert.equal((await app.request("/signin", init)).status, 403, "a public server is not it");
  });

  test("signing out needs the session's mark, ends the session and takes the cookie", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const secret = browser.cookies.get("session") ?? "";
    for (const fields of [[], [["csrf", "x"]], [["csrf", "x".repeat(43)]]] as const)
      assert.equal((await browser.send("/signout", fields)).status, 403);
    assert.equal((await browser.open("/signout")).status, 405);
    const csrf = await new WebApp(world, browser).csrf();
    const page = await browser.send("/signout", [["csrf", csrf]]);
    assert.equal(page.path, "/signin");
    assert.equal(browser.cookies.get("session"), undefined);
    assert.equal(await pathOf(secret), SIGNED_OUT);
  });

  test("whoever is signed in is not asked again, unless they want to be somebody else", async () => {
    const browser = await signedIn(await world.team());
    assert.equal(
      (await browser.open("/signin?return=/connect?client=claude")).path,
      "/connect?client=claude",
    );
    assert.equal((await browser.open("/signin?switch=1")).path, "/signin?switch=1");
  });

  test("no cache keeps the page, no other site frames it, and its form leads nowhere else", async () => {
    const { headers } = await new Browser(world.app, BASE_URL).open("/signin?return=/");
    const policy = headers.get("Content-Security-Policy")?.split("; ") ?? [];
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      assert.ok(policy.includes(part), part);
    assert.equal(headers.get("Cache-Control"), "no-store");
    assert.equal(headers.get("Referrer-Policy"), "same-origin");
  });

  test("a credential of a program opens no page and does nothing there", async () => {
    const team = await world.team();
    await person(team);
    const headers = { Authorization: `Bearer ${team.key}`, "x-api-key": team.key };
    await assertNothingGranted(world, async () => {
      const place = await world.app.request(PLACE, { headers });
      assert.equal(place.headers.get("Location"), SIGNED_OUT);
      for (const path of ["/oauth/consent", "/signout"]) {
        const body = new URLSearchParams({ decision: "allow" });
        assert.equal(
          (await world.app.request(path, { method: "POST", headers, body })).status,
          401,
        );
      }
    });
    const cookie = { Cookie: `session=${team.key}` };
    assert.equal((await world.app.request(PLACE, { headers: cookie })).status, 303);
  });

  async function emailOf(userId: string): Promise<string> {
    const { email } = await world.database.reader
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    return email;
  }

  /** Path at which a visitor with that cookie ends. */
  async function pathOf(secret: string): Promise<string> {
    const browser = new Browser(world.app, BASE_URL);
    browser.cookies.set("session", secret);
    return (await browser.open(PLACE)).path;
  }

  async function sessionsStay<T>(work: () => Promise<T>): Promise<T> {
    const before = await sessionsOf(world);
    const result = await work();
    assert.deepEqual(await sessionsOf(world), before);
    return result;
  }
});

async function sessionsOf({ database }: World) {
  return database.reader.selectFrom("sessions").selectAll().orderBy("id").execute();
}

async function browserSubmits(browser: Browser, fields: { email: string; password: string }) {
  return browser.submit(await browser.open("/signin?return=/"), fields);
}

/** Kind, version and cost of a hash, without its salt and digest. */
function costOf(phc: string): string {
  return phc.split("$").slice(0, 4).join("$");
}

/** The page without field values, focus and the typed address. */
function formless(html: string, email: string): string {
  return html
    .replaceAll(/value="[^"]*"/g, "")
    .replaceAll(/\s*autofocus\s*/g, " ")
    .replaceAll(email === "" ? "\0" : email, "")
    .replaceAll(/\s+/g, " ");
}

/** Name and attributes of a cookie, sorted. */
function attributesOf(cookie: string): string[] {
  const [name = "", ...attributes] = cookie.split("; ");
  return [name.replace(/=.*/, ""), ...attributes.map((part) => part.toLowerCase()).toSorted()];
}
