import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { BASE_URL, onEachDatabase } from "../../test/app.ts";
import { Browser, filledIn, formOf, textOf } from "../../test/browser.ts";
import { rounds } from "../../test/extent.ts";
import { PASSWORD } from "../../test/oauth.ts";
import { together } from "../../test/races.ts";
import { allRows, emptied } from "../../test/rows.ts";
import { WebApp } from "../../test/web.ts";
import { newSetupLink } from "../accounts/set-up.ts";
import { hashSecret, newSecret } from "../core/secrets.ts";
import { baseContextOf } from "../db/context.ts";

const DAY_MS = 24 * 60 * 60_000;
const OWNER = {
  name: "Olga Owner",
  email: "olga@example.com",
  password: PASSWORD,
  team: "Olga’s books",
  currency: "CHF",
  time_zone: "Europe/Zurich",
};

onEachDatabase((world) => {
  test("of several set-ups at the same time with one link one makes an account", async () => {
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const { token } = await fresh();
      await onlyOneOf(Array.from({ length: 4 }, () => token));
    }
  });

  test("of two set-ups at the same time with a link each, of servers that started together, one makes an account", async () => {
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const { token } = await fresh();
      const other = newSecret("svc_setup_", randomBytes);
      await keep(other);
      await onlyOneOf(round % 2 === 0 ? [token, other] : [other, token]);
      assert.deepEqual((await rows())["setup_links"], []);
    }
  });

  if (world.isSecond) return;

  test("whoever has the link makes the first account and its team, and is signed in as its owner", async () => {
    const { browser, link } = await fresh();
    const page = await browser.submit(await browser.open(link), OWNER);
    assert.equal(page.path, "/");
    assert.ok(await new WebApp(world, browser).isSignedIn());
    const { users, teams, memberships, sessions, setup_links } = await rows();
    assert.equal(users?.length, 1);
    const [user] = users as Record<string, string>[];
    assert.deepEqual(
      [user?.["name"], user?.["email"], user?.["time_zone"]],
      ["Olga Owner", "olga@example.com", "Europe/Zurich"],
    );
    assert.match(user?.["password_hash"] ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [team] = teams as Record<string, unknown>[];
    assert.deepEqual([team?.["name"], team?.["base_currency"]], ["Olga’s books", "CHF"]);
    const [membership] = memberships as Record<string, unknown>[];
    assert.equal(membership?.["role"], "owner");
    assert.equal(sessions?.length, 1);
    assert.deepEqual(setup_links, []);
    const again = new Browser(world.app, BASE_URL);
    assert.equal((await again.submit(await again.open("/signin"), OWNER)).path, "/");
  });

  test("the set-up is journalled, by the session, without the password", async () => {
    const { browser, link } = await fresh();
    await browser.submit(await browser.open(link), OWNER);
    const { activity_events, activity_changes } = await rows();
    const [event, ...more] = activity_events as Record<string, unknown>[];
    assert.deepEqual(
      [event?.["tool"], event?.["credential_kind"], event?.["actor_id"], more],
      ["setup", "session", null, []],
    );
    assert.equal(activity_changes?.length, 3);
    assert.ok(!/argon2|correct horse|svc_/.test(JSON.stringify([event, activity_changes])));
  });

  test("the link is kept as a hash", async () => {
    const { link, token } = await fresh();
    assert.match(token, /^svc_setup_[0-9A-Za-z]{49}$/);
    const kept = JSON.stringify((await rows())["setup_links"]);
    assert.ok(!kept.includes(token) && kept.includes(hash("sha256", token)), link);
  });

  test("the link is spent with the set-up, whose page is closed for good then", async () => {
    const { browser, link } = await fresh();
    const page = await browser.open(link);
    await browser.submit(page, OWNER);
    const other = new Browser(world.app, BASE_URL);
    await unchanged(async () => {
      const opened = await other.open(link);
      assert.equal(opened.status, 403);
      assert.match(textOf(opened.html), /The set-up was done once, and is closed for good/);
      const sent = await other.send(
        "/setup",
        filledIn(formOf(page), { ...OWNER, email: "eve@example.com" }),
      );
      assert.equal(sent.status, 403);
      assert.deepEqual([...other.cookies], []);
      assert.equal(await newSetupLink(baseContext()), null, "no link is made any more");
    });
    assert.equal((await other.open("/setup")).status, 403);
  });

  test("a link that somehow outlived the set-up opens nothing", async () => {
    const { browser, link } = await fresh();
    await browser.submit(await browser.open(link), OWNER);
    const token = newSecret("svc_setup_", randomBytes);
    await keep(token);
    const other = new Browser(world.app, BASE_URL);
    await unchanged(async () => {
      assert.equal((await other.open(`/setup?token=${token}`)).status, 403);
      const sent = await other.send("/setup", Object.entries({ ...OWNER, token }));
      assert.equal(sent.status, 403);
    });
  });

  test("a link lives for 24 hours", async () => {
    const { browser, link } = await fresh();
    world.pass(DAY_MS - 1);
    const page = await browser.open(link);
    assert.equal(page.status, 200);
    world.pass(1);
    await unchanged(async () => {
      assert.equal((await browser.open(link)).status, 403);
      assert.equal((await browser.submit(page, OWNER)).status, 403);
    });
  });

  test("a newer link takes the place of an older one", async () => {
    const { browser, link } = await fresh();
    const page = await browser.open(link);
    const newer = await newSetupLink(baseContext());
    await unchanged(async () => {
      assert.equal((await browser.open(link)).status, 403);
      assert.equal((await browser.submit(page, OWNER)).status, 403);
    });
    assert.equal((await browser.open(`/setup?token=${newer}`)).status, 200);
  });

  describe("nothing is made by", () => {
    for (const [what, token] of Object.entries({
      "no token": "",
      "a token that is no secret": "x",
      "a token with NUL": "svc_setup_\0",
      "a token that was never printed": newSecret("svc_setup_", randomBytes),
      "a secret of another kind": newSecret("svc_", randomBytes),
    })) {
      test(what, async () => {
        const { browser } = await fresh();
        await unchanged(async () => {
          const query = new URLSearchParams({ token }).toString();
          const opened = await browser.open(`/setup?${query}`);
          assert.equal(opened.status, 403);
          assert.match(textOf(opened.html), /Set it up with the link that it prints/);
          const sent = await browser.send("/setup", Object.entries({ ...OWNER, token }));
          assert.equal(sent.status, 403);
          assert.deepEqual([...browser.cookies], []);
        });
      });
    }

    test("the link's hash", async () => {
      const { browser, token } = await fresh();
      await unchanged(async () => {
        const sent = await browser.send(
          "/setup",
          Object.entries({ ...OWNER, token: hashSecret(token) }),
        );
        assert.equal(sent.status, 403);
      });
    });

    test("a form of another site", async () => {
      const { browser, link, token } = await fresh();
      await unchanged(async () => {
        for (const Origin of ["https://evil.example", "null"]) {
          const fields = Object.entries({ ...OWNER, token });
          assert.equal((await browser.send("/setup", fields, { Origin })).status, 403);
        }
      });
      assert.equal((await browser.submit(await browser.open(link), OWNER)).path, "/");
    });
  });

  describe("what is wrong in the form is said beside it, nothing is made, and the link still opens, for", () => {
    for (const [field, wrong] of [
      ["name", ""],
      ["name", "\u200b"],
      ["name", "x".repeat(101)],
      ["email", ""],
      ["email", "olga"],
      ["email", "olga@example.com\0"],
      ["password", ""],
      ["password", "short"],
      ["password", "x".repeat(1001)],
      ["team", ""],
      ["team", "\0"],
      ["currency", "XXXX"],
      ["time_zone", "Moon/Base"],
      ["time_zone", ""],
    ] as const) {
      test(`${field}: ${JSON.stringify(wrong.slice(0, 20))}`, async () => {
        const { browser, link } = await fresh();
        const page = await unchanged(async () => {
          const page = await browser.submit(await browser.open(link), { ...OWNER, [field]: wrong });
          assert.equal(page.status, 422);
          assert.match(page.html, new RegExp(`id="${field}-problem"`));
          assert.ok(!page.html.includes(PASSWORD), "the password is not given back");
          assert.deepEqual([...browser.cookies], []);
          return page;
        });
        const sent = await browser.submit(page, { ...OWNER });
        assert.equal(sent.path, "/");
      });
    }
  });

  test("while the server is empty every way leads to the set-up, and nobody can sign in", async () => {
    const { browser } = await fresh();
    for (const path of ["/", "/settings/team", "/signin"])
      assert.equal((await browser.open(path)).path, "/setup");
    const sent = await browser.send(
      "/signin",
      Object.entries({ email: OWNER.email, password: PASSWORD }),
    );
    assert.equal(sent.status, 401);
  });

  test("the page's address, which has the secret in it, goes to no other site and in no cache", async () => {
    const { browser, link, token } = await fresh();
    const { headers, html } = await browser.open(link);
    assert.equal(headers.get("Referrer-Policy"), "same-origin");
    assert.equal(headers.get("Cache-Control"), "no-store");
    assert.match(headers.get("Content-Security-Policy") ?? "", /default-src 'none'/);
    assert.ok(
      !/https?:\/\//.test(html.replaceAll("http://www.w3.org", "")),
      "it links nowhere else",
    );
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "";
    assert.ok(!title.includes(token));
  });

  async function onlyOneOf(tokens: readonly string[]): Promise<void> {
    const pages = await together(tokens.length, (index) => {
      const browser = new Browser(world.app, BASE_URL);
      const token = tokens[index] ?? "";
      const fields = { ...OWNER, email: `olga${index}@example.com`, token };
      return browser.send("/setup", Object.entries(fields));
    });
    assert.equal(pages.filter(({ path }) => path === "/").length, 1);
    assert.equal(pages.filter(({ status }) => status === 403).length, tokens.length - 1);
    const { users, teams, memberships, sessions } = await rows();
    for (const made of [users, teams, memberships, sessions]) assert.equal(made?.length, 1);
  }

  function baseContext() {
    return baseContextOf({
      database: world.database,
      clock: () => Date.parse(world.now),
      randomBytes,
    });
  }

  /** An empty server, its set-up link, and a browser. */
  async function fresh() {
    await emptied(world.database);
    const token = (await newSetupLink(baseContext())) ?? assert.fail();
    const browser = new Browser(world.app, BASE_URL);
    return { token, link: `/setup?token=${token}`, browser };
  }

  async function keep(token: string): Promise<void> {
    const expires_at = new Date(Date.parse(world.now) + DAY_MS).toISOString();
    const row = { token_hash: hashSecret(token), expires_at };
    await world.database.begin((db) => db.insertInto("setup_links").values(row).execute());
  }

  function rows() {
    return allRows(world.database.reader);
  }

  async function unchanged<T>(work: () => Promise<T>): Promise<T> {
    const before = await rows();
    const result = await work();
    assert.deepEqual(await rows(), before);
    return result;
  }
});
