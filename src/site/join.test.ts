import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { BASE_URL, onEachDatabase, type Team } from "../../test/app.ts";
import { Browser, filledIn, formOf, type Page, textOf } from "../../test/browser.ts";
import { loggedApp } from "../../test/mcp.ts";
import { PASSWORD, person, signedIn } from "../../test/oauth.ts";
import { duringWrite, together } from "../../test/races.ts";
import { allRows } from "../../test/rows.ts";
import { WebApp } from "../../test/web.ts";
import {
  invitationToken,
  createInvitation,
  type Invitation,
  renewInvitation,
  revokeInvitation,
} from "../accounts/invitations.ts";
import { join } from "../accounts/join.ts";
import { addMember } from "../accounts/members.ts";
import { requireMembership } from "../accounts/membership.ts";
import { Refusal } from "../core/errors.ts";
import { bitsOfSecret, newSecret } from "../core/secrets.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { Db } from "../db/schema/schema.ts";

const SECRET = "a secret of the tests, long enough";
const WEEK_MS = 7 * 24 * 60 * 60_000;
const NEW = { name: "Nina New", password: PASSWORD, time_zone: "Europe/Oslo" };
const DEAD = "This invitation is not valid";

onEachDatabase((world) => {
  type Made = { link: string; token: string; invitation: Invitation };

  describe("of requests at the same time one joins:", () => {
    test("of twenty who make the account", async () => {
      for (let round = 0; round < rounds(); round += 1) {
        const team = await world.team();
        const { token, invitation } = await invited(team);
        const before = await allRows(world.database.reader);
        const { app } = loggedApp(world);
        const pages = await together(20, () =>
          new Browser(app, BASE_URL).send("/join", Object.entries({ ...NEW, token })),
        );
        assert.equal(pages.filter(({ path }) => path === "/").length, 1);
        for (const { path, status } of pages)
          assert.ok(path === "/" || status === 404 || status === 429, `${path} ${status}`);
        const after = await allRows(world.database.reader);
        for (const table of ["users", "memberships", "sessions", "activity_events"])
          assert.equal(after[table]?.length, (before[table]?.length ?? 0) + 1, table);
        assert.equal(await roleIn(team, (await userOf(invitation.email))?.id), "member");
      }
    });

    test("of twenty times the one button", async () => {
      for (let round = 0; round < rounds(); round += 1) {
        const [team, home] = [await world.team(), await world.team()];
        const { token } = await invited(team, await person(home));
        const browser = await signedIn(home);
        const csrf = await markOf(browser);
        const pages = await together(20, () =>
          browser.send("/join", Object.entries({ token, csrf })),
        );
        assert.equal(pages.filter(({ path }) => path === "/").length, 1);
        assert.equal((await team.journalOf("join")).length, 1);
      }
    });

    test("and whoever takes the invitation back, or sends it again, meanwhile, finds it used", async () => {
      for (const verb of [revokeInvitation, renewInvitation]) {
        const { joining, invitation, owner } = await aboutToJoin();
        const refused = await duringWrite(
          world,
          (db) => joining.inside(db),
          () => verb(owner, invitation).catch((error: unknown) => error),
        );
        assert.ok(refused instanceof Refusal && refused.code === "not_found", String(refused));
      }
    });

    test("or nobody, when the invitation is taken back, or sent again, meanwhile", async () => {
      for (const verb of [revokeInvitation, renewInvitation]) {
        const { joining, invitation, owner, team, home } = await aboutToJoin();
        world.pass(1);
        const page = await duringWrite(
          world,
          (db) => verb({ ...owner, now: world.now, db, begin: null }, invitation),
          () => joining.byPage(),
        );
        assert.equal(page.status, 404);
        assert.equal(await roleIn(team, home.userId), undefined);
      }
    });

    async function aboutToJoin() {
      const [team, home] = [await world.team(), await world.team()];
      const { token, invitation } = await invited(team, await person(home));
      const browser = await signedIn(home);
      const csrf = await markOf(browser);
      const { email } = await person(home);
      const session = {
        id: (await sessionId(home)) ?? "",
        user: { id: home.userId, name: "Olga Owner", email, timeZone: "UTC" },
        authenticatedAt: world.now,
      };
      const link = { token, secret: SECRET };
      const joining = {
        inside: (db: Db) =>
          join({ ...team.auditContext, now: world.now, db, begin: null }, link, session),
        byPage: () => browser.send("/join", Object.entries({ token, csrf })),
      };
      return { team, home, invitation, owner: await ownerOf(team), joining };
    }
  });

  if (world.isSecond) return;

  describe("whoever is new here", () => {
    test("makes an account for the address that was invited, is in the team and signed in", async () => {
      const team = await world.team();
      const { link, invitation } = await invited(team, { role: "admin" });
      const browser = visitor();
      const page = await browser.open(link);
      assert.equal(page.status, 200);
      assert.match(
        wordsOf(page),
        /Join Test team Olga Owner invites you to the team Test team, as an admin\..*until 28 Nov 2026, 09:00 UTC/,
      );
      assert.match(page.html, /<input[^>]*name="email"[^>]*autocomplete="username"[^>]*readonly/s);
      assert.equal(field(page, "email"), invitation.email);
      const after = await browser.submit(page, NEW);
      assert.equal(after.path, "/");
      assert.equal((await new WebApp(world, browser).ask("GET /api/me", {})).user.name, "Nina New");
      const user = await userOf(invitation.email);
      assert.deepEqual(
        [user?.name, user?.email, user?.time_zone, user?.password_set_at],
        ["Nina New", invitation.email, "Europe/Oslo", world.now],
      );
      assert.match(user?.password_hash ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      assert.equal(await roleIn(team, user?.id), "admin");
      const again = visitor();
      const values = { email: invitation.email, password: PASSWORD };
      assert.equal((await again.submit(await again.open("/signin"), values)).path, "/");
    });

    test("is given the address of the invitation, whatever else is sent", async () => {
      const team = await world.team();
      const { link, invitation } = await invited(team);
      const browser = visitor();
      const sent = { ...NEW, email: "eve@example.com", role: "owner", team: "x" };
      await browser.send("/join", filledIn(formOf(await browser.open(link)), sent));
      const user = await userOf(invitation.email);
      assert.equal(await roleIn(team, user?.id), "member");
      assert.equal(await userOf("eve@example.com"), undefined);
    });

    test("is journalled as the one who joined, in one event without the password and the link", async () => {
      const team = await world.team();
      const { link, token, invitation } = await invited(team);
      const browser = visitor();
      await browser.submit(await browser.open(link), NEW);
      const user = await userOf(invitation.email);
      const [event, ...more] = await team.journalOf("join");
      assert.deepEqual(more, []);
      assert.deepEqual(
        [event?.actor_id, event?.credential_kind, event?.credential_id],
        [user?.id, "session", null],
      );
      const now = world.now;
      assert.deepEqual(
        event?.changes.map(({ subject_type, subject_id, before, after }) => [
          subject_type,
          subject_id,
          before,
          after,
        ]),
        [
          [
            "user",
            user?.id,
            null,
            {
              email: invitation.email,
              name: "Nina New",
              time_zone: "Europe/Oslo",
              verified_at: null,
            },
          ],
          ["membership", user?.id, null, { user_id: user?.id, role: "member", created_at: now }],
          [
            "invitation",
            invitation.id,
            { accepted_at: null, accepted_by: null },
            { accepted_at: now, accepted_by: user?.id },
          ],
        ],
      );
      assert.ok(!JSON.stringify(event).includes(token));
    });

    test("is offered the time zone of who invites", async () => {
      const team = await world.team();
      await team.setTimeZone("Asia/Tokyo");
      const { link } = await invited(team);
      assert.equal(field(await visitor().open(link), "time_zone"), "Asia/Tokyo");
    });

    for (const [name, wrong] of [
      ["name", ""],
      ["name", "\u200b"],
      ["name", "x".repeat(101)],
      ["password", ""],
      ["password", "short"],
      ["password", "x".repeat(1001)],
      ["time_zone", "Moon/Base"],
      ["time_zone", ""],
    ] as const) {
      test(`is told what is wrong beside it, and nothing is made, for ${name}: ${JSON.stringify(wrong.slice(0, 20))}`, async () => {
        const { link } = await invited(await world.team());
        const browser = visitor();
        const page = await untouched(async () => {
          const page = await browser.submit(await browser.open(link), { ...NEW, [name]: wrong });
          assert.equal(page.status, 422);
          assert.match(page.html, new RegExp(`id="${name}-problem"`));
          assert.ok(!page.html.includes(PASSWORD), "the password is not given back");
          assert.deepEqual([...browser.cookies], []);
          return page;
        });
        assert.equal((await browser.submit(page, NEW)).path, "/");
      });
    }

    test("has fifty attempts in a quarter of an hour from one address", async () => {
      const { app } = loggedApp(world);
      const { link } = await invited(await world.team());
      const browser = new Browser(app, BASE_URL);
      const page = await browser.open(link);
      for (let attempt = 0; attempt < 50; attempt += 1)
        assert.equal((await browser.submit(page, { ...NEW, password: "short" })).status, 422);
      const { status, headers } = await untouched(() => browser.submit(page, NEW));
      assert.equal(status, 429);
      assert.ok(Number(headers.get("Retry-After")) > 0);
    });
  });

  describe("whoever has an account", () => {
    test("is led to sign in, comes back, and joins with one button", async () => {
      const [team, home] = [await world.team(), await world.team()];
      const { email, password } = await person(home);
      const { link } = await invited(team, { email: email.toUpperCase(), role: "admin" });
      const browser = visitor();
      const page = await browser.open(link);
      assert.match(textOf(page.html), /has an account on this server, sign in with it/);
      assert.equal(hrefOf(page), `/signin?return=${encodeURIComponent(link)}`);
      const signIn = await browser.open(hrefOf(page));
      assert.equal(field(signIn, "return"), link);
      const back = await browser.submit(signIn, { email, password });
      assert.equal(back.path, link);
      assert.match(textOf(back.html), /Olga Owner invites you.*You are signed in as/);
      await untouched(() => browser.open(link));
      const joined = await browser.submit(back, {});
      assert.equal(joined.path, "/");
      assert.equal(await roleIn(team, home.userId), "admin");
      const [event] = await team.journalOf("join");
      assert.deepEqual(
        event?.changes.map(({ subject_type }) => subject_type),
        ["membership", "invitation"],
      );
      assert.equal(event?.actor_id, home.userId);
      assert.equal(await sessionId(home), event?.credential_id);
    });

    test("joins with the form too, when the password is the account's own", async () => {
      const [team, home] = [await world.team(), await world.team()];
      const { email, password } = await person(home);
      const { link } = await invited(team, { email });
      const before = await userOf(email);
      const browser = visitor();
      const page = await browser.submit(await browser.open(link), { ...NEW, password });
      assert.equal(page.path, "/");
      assert.equal(await roleIn(team, home.userId), "member");
      assert.deepEqual(await userOf(email), before, "the account stays as it is");
      const me = await new WebApp(world, browser).ask("GET /api/me", {});
      assert.equal(me.user.id, home.userId);
    });

    test("is signed in, and told so, when the password is right and they are in the team already", async () => {
      const team = await world.team();
      const { email, password } = await person(team);
      const { link } = await invited(team, { email: "other@example.com" });
      const spare = await invitedAnyway(team, email);
      const browser = visitor();
      const page = await browser.submit(await browser.open(link), NEW);
      assert.equal(page.path, "/");
      const own = visitor();
      const told = await own.submit(await own.open(spare), { ...NEW, password });
      assert.equal(told.status, 409);
      assert.match(textOf(told.html), /You are a member of this team already/);
      assert.ok(await new WebApp(world, own).isSignedIn());
    });

    test("is not told from one who has none, by the page and by what is wrong in the form", async () => {
      const [team, home] = [await world.team(), await world.team()];
      const { email } = await person(home);
      const passwordless = { email: address(), name: "Paul Passwordless" };
      await addMember(home.auditContext, passwordless, "admin");
      const member = await world.team();
      const members = (await person(member)).email;
      const known = [
        { email, link: (await invited(team, { email })).link },
        { ...passwordless, link: (await invited(team, passwordless)).link },
        { email: members, link: (await invited(team, { email: members })).link },
        { email: members, link: await invitedAnyway(member, members) },
      ];
      const { link: unknown, invitation } = await invited(team);
      const seen = async (link: string, email: string) => {
        const browser = visitor();
        const page = await browser.open(link);
        const wrong = await browser.submit(page, { ...NEW, password: "short" });
        const other = await (await signedIn(await world.team())).open(link);
        return [page, wrong, other].map(({ status, html }) => {
          const words = html
            .replaceAll(/svc_invite_\w+/g, "(token)")
            .replaceAll(email, "(address)");
          return [
            status,
            words.replaceAll(/value="[\w-]{43}"/g, "(mark)").replaceAll(/\w{12}@/g, "@"),
          ];
        });
      };
      const stranger = await seen(unknown, invitation.email);
      for (const { link, email } of known) assert.deepEqual(await seen(link, email), stranger);
    });

    test("is not entered by whoever has the link and not the password, and nothing is made", async () => {
      const [team, home] = [await world.team(), await world.team()];
      const { email } = await person(home);
      const passwordless = { email: address(), name: "Paul Passwordless" };
      await addMember(home.auditContext, passwordless, "admin");
      for (const known of [email, passwordless.email]) {
        const { link } = await invited(team, { email: known });
        const browser = visitor();
        const form = await browser.open(link);
        const page = await untouched(() =>
          browser.submit(form, { ...NEW, password: "not the password" }),
        );
        assert.equal(page.status, 401);
        assert.match(textOf(page.html), /No account was made\. If you have one on this server/);
        assert.ok(!page.html.includes("not the password"));
        assert.deepEqual([...browser.cookies], []);
      }
    });

    test("has its password tried ten times from one address, here and at the sign-in together", async () => {
      const { app } = loggedApp(world);
      const home = await world.team();
      const { email, password } = await person(home);
      const { link } = await invited(await world.team(), { email });
      const browser = new Browser(app, BASE_URL);
      const form = await browser.open(link);
      const wrong = { ...NEW, password: "not the password" };
      for (let attempt = 0; attempt < 5; attempt += 1)
        assert.equal((await browser.submit(form, wrong)).status, 401);
      const signIn = await browser.open("/signin");
      for (let attempt = 0; attempt < 5; attempt += 1)
        assert.equal((await browser.submit(signIn, { email, password: "wrong" })).status, 401);
      const { status, headers } = await untouched(() => browser.submit(form, { ...NEW, password }));
      assert.equal(status, 429);
      assert.ok(Number(headers.get("Retry-After")) > 0);
    });

    test("that is being made meanwhile is not given to whoever has the link", async () => {
      const [team, home] = [await world.team(), await world.team()];
      const { link, invitation } = await invited(team);
      const browser = visitor();
      const form = await browser.open(link);
      const page = await duringWrite(
        world,
        (db) => addMember({ ...home.auditContext, db, begin: null }, invitation, "member"),
        () => browser.submit(form, NEW),
      );
      assert.equal(page.status, 401);
      assert.deepEqual([...browser.cookies], []);
      const user = await userOf(invitation.email);
      assert.equal(user?.password_hash, null);
      assert.equal(await roleIn(team, user?.id), undefined);
    });

    test("and is in the team already is told so, and nothing is used up", async () => {
      const team = await world.team();
      const { link, token, invitation } = await invited(team);
      const { userId } = await addMember(team.auditContext, { email: invitation.email }, "member");
      const browser = await signedIn(team.withKey("", userId));
      const page = await browser.open(link);
      assert.match(textOf(page.html), /You are a member of this team already/);
      const csrf = await markOf(browser);
      await untouched(async () => {
        const sent = await browser.send("/join", Object.entries({ token, csrf }));
        assert.equal(sent.status, 409);
        assert.match(textOf(sent.html), /You are a member of this team already/);
      });
    });
  });

  describe("whoever is signed in as somebody else", () => {
    test("is told as whom, and that it is for another address", async () => {
      const [team, other, home] = [await world.team(), await world.team(), await world.team()];
      const { email, password } = await person(home);
      const { link, token } = await invited(team, { email });
      const browser = await signedIn(other);
      const page = await browser.open(link);
      const me = await person(other);
      assert.match(wordsOf(page), new RegExp(`for ${email}, and you are signed in as ${me.email}`));
      const csrf = await markOf(browser);
      await untouched(async () => {
        assert.equal((await browser.send("/join", Object.entries({ token, csrf }))).status, 409);
      });
      const back = await browser.submit(page, {}, "Sign out");
      assert.equal(back.path, link);
      await browser.submit(back, { ...NEW, password });
      assert.equal(await roleIn(team, home.userId), "member");
      assert.equal(await roleIn(team, other.userId), undefined);
    });

    test("signs out to make an account", async () => {
      const [team, other] = [await world.team(), await world.team()];
      const { link, invitation } = await invited(team);
      const browser = await signedIn(other);
      const page = await browser.open(link);
      assert.match(textOf(page.html), /To join as \S+ , sign out first/);
      const form = await browser.submit(page, {}, "Sign out");
      assert.equal(form.path, link);
      await browser.submit(form, NEW);
      assert.equal(await roleIn(team, (await userOf(invitation.email))?.id), "member");
    });

    test("cannot join with a form that is not marked as theirs", async () => {
      const [team, home] = [await world.team(), await world.team()];
      const { email } = await person(home);
      const { token, link } = await invited(team, { email });
      const browser = await signedIn(home);
      const foreign = await markOf(await signedIn(team));
      await untouched(async () => {
        for (const csrf of ["", "x", foreign]) {
          const sent = await browser.send("/join", Object.entries({ token, csrf, ...NEW }));
          assert.equal(sent.status, 403);
        }
        const page = await browser.open(link);
        for (const Origin of ["https://evil.example", "null"])
          assert.equal(
            (await browser.send("/join", filledIn(formOf(page), {}), { Origin })).status,
            403,
          );
      });
    });
  });

  test("no account is made by a form of another site", async () => {
    const { token } = await invited(await world.team());
    await untouched(async () => {
      for (const Origin of ["https://evil.example", "null"]) {
        const sent = await visitor().send("/join", Object.entries({ ...NEW, token }), { Origin });
        assert.equal(sent.status, 403);
      }
    });
  });

  describe("an invitation opens nothing, and says nothing of the team,", () => {
    for (const [what, spoil] of Object.entries<(team: Team, made: Made) => Promise<string>>({
      "when it was used": async (_, { link, token }) => {
        const browser = visitor();
        await browser.submit(await browser.open(link), NEW);
        return token;
      },
      "when it was taken back": async (team, { token, invitation }) => {
        await revokeInvitation(await ownerOf(team), invitation);
        return token;
      },
      "when it has expired": async (_, { token }) => {
        world.pass(WEEK_MS);
        return token;
      },
      "under the link from before it was sent again": async (team, { token, invitation }) => {
        world.pass(1);
        await renewInvitation(await ownerOf(team), invitation);
        return token;
      },
      "under a token that this server never made": async () =>
        newSecret("svc_invite_", randomBytes),
      "under a token of another server": async (_, { invitation }) =>
        invitationToken(invitation, "the secret of another server, as long"),
      "under a token with another expiry": async (_, { invitation }) =>
        invitationToken({ ...invitation, expires_at: "2030-01-01T00:00:00.000Z" }, SECRET),
      "under the id of one invitation and the proof of another": async (team, { token }) => {
        const other = await invited(team);
        const [own, others] = [token, other.token].map((one) => bitsOfSecret("svc_invite_", one));
        const mixed = [others?.subarray(0, 16) ?? [], own?.subarray(16) ?? []].flatMap((some) => [
          ...some,
        ]);
        return newSecret("svc_invite_", () => Uint8Array.from(mixed));
      },
      "under a token that was not copied whole": async (_, { token }) => token.slice(0, -1),
      "under a token with NUL": async () => "svc_invite_\0",
      "under a secret of another kind": async () => newSecret("svc_setup_", randomBytes),
      "without a token": async () => "",
    })) {
      test(what, async () => {
        const team = await world.team();
        const made = await invited(team);
        const token = await spoil(team, made);
        const home = await world.team();
        const auditContext = await signedIn(home);
        const csrf = await markOf(auditContext);
        await untouched(async () => {
          for (const browser of [visitor(), auditContext]) {
            const query = new URLSearchParams({ token }).toString();
            const page = await browser.open(`/join?${query}`);
            assert.equal(page.status, 404);
            assertDead(page);
            const sent = await browser.send("/join", Object.entries({ ...NEW, token, csrf }));
            assert.equal(sent.status, 404);
            assertDead(sent);
          }
        });
      });
    }

    test("but opens until the last millisecond", async () => {
      const { link } = await invited(await world.team());
      const browser = visitor();
      world.pass(WEEK_MS - 1);
      const page = await browser.open(link);
      assert.equal(page.status, 200);
      assert.equal((await browser.submit(page, NEW)).path, "/");
    });
  });

  test("the page's address, which has the secret in it, goes to no other site, in no cache and in no log", async () => {
    const lines: string[] = [];
    const { app, log } = loggedApp(world);
    const { link, token, invitation } = await invited(await world.team());
    const browser = new Browser(app, BASE_URL);
    const page = await browser.open(link);
    await browser.submit(page, { ...NEW, name: "" });
    await browser.open(`${link}x`);
    await browser.send("/join", Object.entries({ ...NEW, token }), { Origin: "null" });
    await browser.submit(page, NEW);
    const used = await browser.open(link);
    lines.push(...log.map((line) => JSON.stringify(line)));
    assert.ok(lines.length >= 3);
    for (const secret of [token, "svc_invite_", invitation.email, PASSWORD])
      assert.ok(!lines.join("\n").includes(secret), secret);
    for (const { headers, html } of [page, used]) {
      assert.equal(headers.get("Referrer-Policy"), "same-origin");
      assert.equal(headers.get("Cache-Control"), "no-store");
      assert.match(
        headers.get("Content-Security-Policy") ?? "",
        /default-src 'none'.*form-action 'self'/,
      );
      assert.ok(
        !/https?:\/\//.test(html.replaceAll("http://www.w3.org", "")),
        "it links nowhere else",
      );
      assert.ok(!(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? "").includes(token));
    }
  });

  test("says the same of an invitation whose sender is gone from the team", async () => {
    const team = await world.team();
    const admin = await team.member("admin", { name: "Ada Admin" });
    const { link } = await invited(admin);
    await world.database.begin((db) =>
      db
        .deleteFrom("memberships")
        .where("team_id", "=", team.id)
        .where("user_id", "=", admin.userId)
        .execute(),
    );
    const browser = visitor();
    const page = await browser.open(link);
    assert.match(textOf(page.html), /Ada Admin invites you/);
    assert.equal((await browser.submit(page, NEW)).path, "/");
  });

  describe("an account is verified", () => {
    test("by a link that was mailed, and not by one that was copied", async () => {
      for (const way of ["copied", "mailed"] as const) {
        const team = await world.team();
        const { invitation } = await invited(team);
        const browser = visitor();
        const link = `/join?token=${invitationToken(invitation, SECRET, way)}`;
        assert.equal((await browser.submit(await browser.open(link), NEW)).path, "/");
        const verifiedAt = way === "mailed" ? world.now : null;
        assert.equal((await userOf(invitation.email))?.verified_at, verifiedAt);
        const app = await WebApp.of(team);
        const { members } = await app.ask("GET /api/teams/:team/members", { team: team.id });
        const isVerified = new Map(members.map((one) => [one.email, one.isVerified]));
        assert.equal(isVerified.get(invitation.email), way === "mailed");
        assert.equal(isVerified.get((await person(team)).email), true);
      }
    });

    test("later, when it joins with a link that was mailed, which the journal says", async () => {
      const first = await invited(await world.team());
      const { email } = first.invitation;
      const browser = visitor();
      await browser.submit(await browser.open(first.link), NEW);
      const copied = await invited(await world.team(), { email });
      await browser.submit(await browser.open(copied.link), {});
      assert.equal((await userOf(email))?.verified_at, null);
      const team = await world.team();
      const { invitation } = await invited(team, { email });
      const link = `/join?token=${invitationToken(invitation, SECRET, "mailed")}`;
      assert.equal((await browser.submit(await browser.open(link), {})).path, "/");
      assert.equal((await userOf(email))?.verified_at, world.now);
      const [event] = await team.journalOf("join");
      const [change] = event?.changes ?? [];
      assert.deepEqual(
        [change?.subject_type, change?.before, change?.after],
        ["user", { verified_at: null }, { verified_at: world.now }],
      );
    });
  });

  /** Invites somebody to the team, and returns the path of the link. */
  async function invited(
    team: Team,
    { email, role = "member" }: { email?: string; role?: Role } = {},
  ): Promise<Made> {
    const context = await ownerOf(team);
    const invitation = await createInvitation(context, { email: email ?? address(), role });
    const token = invitationToken(invitation, SECRET);
    return { link: `/join?token=${token}`, token, invitation };
  }

  /** Invites somebody who is in the team by the time the link is opened. */
  async function invitedAnyway(team: Team, email: string): Promise<string> {
    const { token, invitation } = await invited(team);
    await world.database.begin((db) =>
      db
        .updateTable("invitations")
        .set({ email, email_key: email })
        .where("id", "=", invitation.id)
        .execute(),
    );
    return `/join?token=${token}`;
  }

  function address(): string {
    return `${randomBytes(6).toString("hex")}@example.com`;
  }

  /** Context of the team's owner, with their current role. */
  async function ownerOf(team: Team) {
    const membership = await requireMembership(team.auditContext, team.id, team.userId);
    return { ...team.auditContext, now: world.now, ...membership };
  }

  function visitor(): Browser {
    return new Browser(world.app, BASE_URL);
  }

  async function userOf(email: string) {
    const users = world.database.reader.selectFrom("users").selectAll();
    return users.where("email", "=", email).executeTakeFirst();
  }

  async function roleIn({ id }: Team, userId = ""): Promise<Role | undefined> {
    const members = world.database.reader.selectFrom("memberships").selectAll();
    const rows = await members.where("team_id", "=", id).execute();
    return rows.find(({ user_id }) => user_id === userId)?.role;
  }

  async function sessionId({ userId }: Team): Promise<string | undefined> {
    const sessions = world.database.reader.selectFrom("sessions").select("id");
    return (await sessions.where("user_id", "=", userId).executeTakeFirst())?.id;
  }

  function rounds(): number {
    return world.dialect === "postgres" ? 5 : 2;
  }

  /** CSRF token of a session's forms. */
  async function markOf(browser: Browser): Promise<string> {
    return new WebApp(world, browser).csrf();
  }

  async function untouched<T>(work: () => Promise<T>): Promise<T> {
    const before = await allRows(world.database.reader);
    const result = await work();
    assert.deepEqual(await allRows(world.database.reader), before);
    return result;
  }
});

function field(page: Page, name: string): string {
  return (
    formOf(page).fields.find(([field]) => field === name)?.[1] ?? assert.fail(`no field ${name}`)
  );
}

/** Target of the page's only link. */
function hrefOf({ html }: Page): string {
  const [, href = ""] = /<a class="button[^"]*" href="([^"]*)"/.exec(html) ?? [];
  return href.replaceAll("&amp;", "&");
}

/** Text of a page, without space before punctuation. */
function wordsOf({ html }: Page): string {
  return textOf(html).replaceAll(/ (?=[.,])/g, "");
}

function assertDead({ html }: Page): void {
  assert.ok(html.includes(DEAD));
  assert.ok(!/Test team|Olga|example\.com/.test(textOf(html)), textOf(html));
}
