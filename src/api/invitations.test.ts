import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { BASE_URL, onEachDatabase, type Team } from "../../test/app.ts";
import { Browser } from "../../test/browser.ts";
import { rounds } from "../../test/extent.ts";
import { Mailbox } from "../../test/mailbox.ts";
import { loggedApp } from "../../test/mcp.ts";
import { PASSWORD, person, signedIn } from "../../test/oauth.ts";
import { jobsWith, worked } from "../../test/outbox.ts";
import { together } from "../../test/races.ts";
import { allRows } from "../../test/rows.ts";
import { WebApp } from "../../test/web.ts";
import type { Role } from "../db/schema/accounts.ts";

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const ROLES = ["owner", "admin", "member"] as const;
const LIST = "GET /api/teams/:team/invitations";
const CREATE = "POST /api/teams/:team/invitations";
const RENEW = "POST /api/teams/:team/invitations/:id/renew";
const REVOKE = "DELETE /api/teams/:team/invitations/:id";
const LINK = /^http:\/\/localhost:3000\/join\?token=svc_invite_[0-9A-Za-z]{49}$/;

const QUEUED = { state: "queued", reason: null, nextAttemptAt: null } as const;
const SENT = { ...QUEUED, state: "sent" } as const;

onEachDatabase(
  (world) => {
    it("of several that are given to one address at the same time one is made", async () => {
      for (let round = 0; round < rounds(world.dialect); round += 1) {
        const team = await world.team();
        const owner = await app(team);
        const email = address();
        if (round % 2 === 1) {
          await invite(team, email, "member");
          world.pass(WEEK_MS);
        }
        const actor = round % 2 === 1 ? await app(team) : owner;
        const replies = await together(5, () =>
          actor.attempt(CREATE, { team: team.id, email, role: "member" }),
        );
        assert.equal(replies.filter(({ status }) => status === 200).length, 1);
        assert.equal(replies.filter(({ status }) => status === 409).length, 4);
        assert.equal((await listed(actor, team)).length, 1);
      }
    });

    if (world.isSecond) return;

    it("is made for a week, with a link that is shown again, and is in the list", async () => {
      const team = await world.team();
      const owner = await app(team);
      const email = address();
      const { invitation } = await owner.ask(CREATE, {
        team: team.id,
        email,
        role: "member",
      });
      const { id, link, ...rest } = invitation;
      assert.deepEqual(rest, {
        email,
        role: "member",
        invitedBy: { id: team.userId, name: "Olga Owner" },
        createdAt: world.now,
        expiresAt: new Date(Date.parse(world.now) + WEEK_MS).toISOString(),
        isExpired: false,
        mail: QUEUED,
      });
      assert.match(link ?? "", LINK);
      assert.deepEqual(await listed(owner, team), [invitation]);
      world.pass(WEEK_MS - 1);
      assert.equal((await listed(await app(team), team))[0]?.isExpired, false);
      world.pass(1);
      const [expired] = await listed(await app(team), team);
      assert.deepEqual([expired?.id, expired?.link, expired?.isExpired], [id, link, true]);
      assert.equal(expired?.mail, null, "a mail would help nobody");
    });

    it("keeps nothing of the link in the database, not even its hash, nor in the journal", async () => {
      const team = await world.team();
      const { invitation } = await invite(team, address(), "member");
      const token = invitation.link?.split("token=")[1] ?? assert.fail();
      const rows = JSON.stringify(await allRows(world.database.reader));
      assert.ok(!rows.includes(token) && !rows.includes(token.slice(11, 54)));
      assert.deepEqual(Object.keys(Object(await row(invitation.id))).toSorted(), [
        "accepted_at",
        "accepted_by",
        "created_at",
        "email",
        "email_key",
        "expires_at",
        "id",
        "invited_by",
        "revoked_at",
        "role",
        "team_id",
      ]);
    });

    it("lists the newest first, each with who sent it", async () => {
      const team = await world.team();
      const admin = await team.member("admin", { name: "Ada Admin" });
      await invite(team, "a@example.com", "member");
      world.pass(1000);
      await invite(admin, "b@example.com", "member");
      const rows = await listed(await app(team), team);
      assert.deepEqual(
        rows.map(({ email, invitedBy }) => [email, invitedBy?.name]),
        [
          ["b@example.com", "Ada Admin"],
          ["a@example.com", "Olga Owner"],
        ],
      );
    });

    describe("is given", () => {
      const rank = (role: Role) => ROLES.toReversed().indexOf(role);
      for (const who of ["owner", "admin"] as const) {
        for (const role of ROLES) {
          it(`${rank(role) > rank(who) ? "not " : ""}by ${who}s for ${role}s`, async () => {
            const team = await world.team();
            const actor = await app(await team.member(who));
            const given = { team: team.id, email: address(), role };
            if (rank(role) <= rank(who)) {
              assert.equal((await actor.ask(CREATE, given)).invitation.role, role);
            } else {
              const { status, body } = await untouched(() => actor.attempt(CREATE, given));
              assert.deepEqual([status, body.code], [403, "not_allowed"]);
              assert.equal(body.errors[0].pointer, "/role");
            }
          });
        }
      }

      it("by no member, who does not see invitations either", async () => {
        const team = await world.team();
        const { invitation } = await invite(team, address(), "member");
        const member = await app(await team.member("member"));
        const given = { team: team.id, id: invitation.id };
        for (const [path, input] of [
          [LIST, {}],
          [CREATE, { email: address(), role: "member" }],
          [RENEW, { id: given.id }],
          [REVOKE, { id: given.id }],
        ] as const) {
          const reply = await untouched(() => member.attempt(path, { team: team.id, ...input }));
          assert.deepEqual([reply.status, reply.body.code], [403, "not_allowed"], path);
        }
      });

      it("for an owner only with the password entered in the last ten minutes", async () => {
        const team = await world.team();
        const owner = await app(team);
        const given = { team: team.id, email: address(), role: "owner" } as const;
        world.pass(10 * MINUTE_MS);
        await owner.ask(LIST, { team: team.id });
        const { status, body } = await untouched(() => owner.attempt(CREATE, given));
        assert.deepEqual([status, body.code], [403, "password_needed"]);
        await owner.ask(CREATE, { ...given, role: "admin" });
      });

      it("for an owner once more only with the password entered in the last ten minutes", async () => {
        const team = await world.team();
        const { invitation } = await invite(team, address(), "owner");
        world.pass(WEEK_MS);
        const owner = await app(team);
        world.pass(10 * MINUTE_MS);
        await owner.ask(LIST, { team: team.id });
        const again = { team: team.id, id: invitation.id };
        const { status, body } = await untouched(() => owner.attempt(RENEW, again));
        assert.deepEqual([status, body.code], [403, "password_needed"]);
        await owner.ask("POST /api/me/confirm", { password: PASSWORD });
        await owner.ask(RENEW, again);
      });
    });

    describe("is refused", () => {
      for (const [what, email] of [
        ["in any case", (email: string) => email.toUpperCase()],
        ["as it is", (email: string) => email],
      ] as const) {
        it(`for a member's address, ${what}`, async () => {
          const team = await world.team();
          const member = await person(await team.member("member"));
          const owner = await app(team);
          const given = { team: team.id, email: email(member.email), role: "member" };
          const { status, body } = await untouched(() => owner.attempt(CREATE, given));
          assert.deepEqual(
            [status, body.code, body.errors[0].pointer],
            [409, "already_exists", "/email"],
          );
        });

        it(`for an address that is invited already, ${what}`, async () => {
          const team = await world.team();
          const { invitation } = await invite(team, address(), "member");
          const owner = await app(team);
          const given = { team: team.id, email: email(invitation.email), role: "member" };
          const { status, body } = await untouched(() => owner.attempt(CREATE, given));
          assert.deepEqual(
            [status, body.code, body.errors[0].pointer],
            [409, "already_exists", "/email"],
          );
        });
      }

      it("for what is no address or no role, and each field is named", async () => {
        const team = await world.team();
        const owner = await app(team);
        for (const [given, pointer] of [
          [{ email: "nobody", role: "member" }, "/email"],
          [{ email: "a@example.com\r\nBcc: eve@example.com", role: "member" }, "/email"],
          [{ email: "a@example.com,eve@example.com", role: "member" }, "/email"],
          [{ email: "a@example.com", role: "root" }, "/role"],
          [{ email: "a@example.com" }, "/role"],
          [{ email: "a@example.com", role: "member", team_id: "x" }, "/team_id"],
        ] as const) {
          const reply = await untouched(() => owner.attempt(CREATE, { team: team.id, ...given }));
          assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, pointer]);
        }
      });
    });

    it("does not stand in the way of another team's", async () => {
      const [one, other] = [await world.team(), await world.team()];
      const email = address();
      await invite(one, email, "member");
      await invite(other, email, "member");
    });

    it("makes room for a new one when it has expired, and the old link is dead", async () => {
      const team = await world.team();
      const email = address();
      const first = await invite(team, email, "member");
      world.pass(WEEK_MS);
      const second = await invite(team, email, "admin");
      assert.notEqual(second.invitation.link, first.invitation.link);
      assert.equal(await opens(first.invitation.link), 404);
      assert.equal(await opens(second.invitation.link), 200);
      assert.deepEqual(
        (await listed(await app(team), team)).map(({ id }) => id),
        [second.invitation.id],
      );
      const { changes: _, ...revoked } = (await team.journalOf(CREATE))[1] ?? assert.fail();
      assert.equal(revoked.actor_id, team.userId);
      assert.ok((await row(first.invitation.id))?.revoked_at);
    });

    describe("is sent again", () => {
      it("for another week, by whoever sends it, and the link from before is dead", async () => {
        const team = await world.team();
        const admin = await team.member("admin", { name: "Ada Admin" });
        const { invitation: first } = await invite(team, address(), "member");
        world.pass(6 * WEEK_MS);
        const { invitation } = await (
          await app(admin)
        ).ask(RENEW, {
          team: team.id,
          id: first.id,
        });
        assert.deepEqual(invitation, {
          ...first,
          invitedBy: { id: admin.userId, name: "Ada Admin" },
          expiresAt: new Date(Date.parse(world.now) + WEEK_MS).toISOString(),
          link: invitation.link,
        });
        assert.equal(await opens(first.link), 404);
        assert.equal(await opens(invitation.link), 200);
        const mailbox = new Mailbox();
        await worked(world, jobsWith(mailbox));
        const [mailed] = /\/join\?token=\w+/.exec(mailbox.to(first.email).text) ?? [];
        assert.ok(!invitation.link?.endsWith(mailed ?? ""), "nobody but the invited has this one");
        assert.equal(await opens(`${BASE_URL}${mailed}`), 200);
      });

      it("also before it has expired, and the link from before is dead at once", async () => {
        const team = await world.team();
        const { invitation: first } = await invite(team, address(), "member");
        world.pass(1);
        const { invitation } = await (await app(team)).ask(RENEW, { team: team.id, id: first.id });
        assert.equal(await opens(first.link), 404);
        assert.equal(await opens(invitation.link), 200);
      });

      it("not by an admin when it makes an owner", async () => {
        const team = await world.team();
        const { invitation } = await invite(team, address(), "owner");
        const admin = await app(await team.member("admin"));
        const reply = await untouched(() =>
          admin.attempt(RENEW, { team: team.id, id: invitation.id }),
        );
        assert.deepEqual([reply.status, reply.body.code], [403, "not_allowed"]);
      });
    });

    it("that makes an owner shows its link to owners alone, though admins can take it back", async () => {
      const team = await world.team();
      const { invitation } = await invite(team, address(), "owner");
      const admin = await app(await team.member("admin"));
      assert.deepEqual(await listed(admin, team), [{ ...invitation, link: null }]);
      assert.deepEqual(await listed(await app(team), team), [invitation]);
      await admin.ask(REVOKE, { team: team.id, id: invitation.id });
      assert.equal(await opens(invitation.link), 404);
    });

    describe("that is taken back", () => {
      it("is in no list, and its link is dead", async () => {
        const team = await world.team();
        const { invitation } = await invite(team, address(), "member");
        const owner = await app(team);
        assert.deepEqual(await owner.ask(REVOKE, { team: team.id, id: invitation.id }), {});
        assert.deepEqual(await listed(owner, team), []);
        assert.equal(await opens(invitation.link), 404);
        for (const path of [REVOKE, RENEW]) {
          const reply = await untouched(() =>
            owner.attempt(path, { team: team.id, id: invitation.id }),
          );
          assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
        }
        await invite(team, invitation.email, "member");
      });
    });

    it("is journalled at every step, signed by the session, without the link", async () => {
      const team = await world.team();
      const owner = await app(team);
      world.pass(1000);
      const { invitation } = await invite(team, address(), "member");
      const given = { team: team.id, id: invitation.id };
      world.pass(1000);
      await owner.ask(RENEW, given);
      const renewed = new Date(Date.parse(world.now) + WEEK_MS).toISOString();
      world.pass(1000);
      await owner.ask(REVOKE, given);
      const events = (await team.journal()).slice(-3);
      assert.deepEqual(
        events.map(({ tool, actor_id, credential_kind }) => [tool, actor_id, credential_kind]),
        [CREATE, RENEW, REVOKE].map((path) => [path, team.userId, "session"]),
      );
      assert.deepEqual(
        events.map(({ changes }) => changes.map(({ before, after }) => [before, after])),
        [
          [
            [
              null,
              {
                id: invitation.id,
                email: invitation.email,
                role: "member",
                invited_by: team.userId,
                created_at: invitation.createdAt,
                expires_at: invitation.expiresAt,
              },
            ],
          ],
          [[{ expires_at: invitation.expiresAt }, { expires_at: renewed }]],
          [[{ revoked_at: null }, { revoked_at: world.now }]],
        ],
      );
      assert.ok(events.every(({ changes }) => changes[0]?.subject_type === "invitation"));
    });

    it("of another team is not there, for whoever is in this one", async () => {
      const [team, other] = [await world.team(), await world.team()];
      const { invitation } = await invite(other, address(), "member");
      const owner = await app(team);
      for (const path of [RENEW, REVOKE]) {
        for (const id of [team.id, other.id]) {
          const reply = await untouched(() => owner.attempt(path, { team: id, id: invitation.id }));
          assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
        }
      }
      const given = { team: other.id, email: address(), role: "member" };
      assert.equal((await untouched(() => owner.attempt(CREATE, given))).status, 404);
      assert.equal((await owner.attempt(LIST, { team: other.id })).status, 404);
      assert.deepEqual(await listed(owner, team), []);
    });

    it("stays open when who sent it leaves or is only a member, and others take it back", async () => {
      const team = await world.team();
      const admin = await team.member("admin", { name: "Ada Admin" });
      const { invitation } = await invite(admin, address(), "admin");
      const owner = await app(team);
      const id = admin.userId;
      await owner.ask("PATCH /api/teams/:team/members/:id", { team: team.id, id, role: "member" });
      assert.equal(await opens(invitation.link), 200);
      await owner.ask("DELETE /api/teams/:team/members/:id", { team: team.id, id });
      assert.equal(await opens(invitation.link), 200);
      assert.deepEqual(await listed(owner, team), [invitation]);
      await owner.ask(REVOKE, { team: team.id, id: invitation.id });
    });

    describe("is mailed", () => {
      it("in the background, and the list says so", async () => {
        const team = await world.team();
        const { invitation } = await invite(team, address(), "admin");
        assert.deepEqual(invitation.mail, QUEUED);
        await worked(world, jobsWith(new Mailbox()));
        assert.deepEqual(await mailOf(team), SENT);
      });

      it("again when it is sent again", async () => {
        const team = await world.team();
        const { invitation } = await invite(team, address(), "admin");
        await worked(world, jobsWith(new Mailbox()));
        const owner = await app(team);
        const renewed = await owner.ask(RENEW, { team: team.id, id: invitation.id });
        assert.deepEqual(renewed.invitation.mail, QUEUED);
        assert.deepEqual(await mailOf(team), QUEUED);
        await worked(world, jobsWith(new Mailbox()));
        assert.deepEqual(await mailOf(team), SENT);
      });

      it("later when the mail server is away, and the list says why and when", async () => {
        const team = await world.team();
        await invite(team, address(), "admin");
        const reason = "The connection to the mail server failed.";
        await worked(world, jobsWith(Mailbox.failing({ reason, isFinal: false })));
        const { nextAttemptAt, ...mail } = (await mailOf(team)) ?? assert.fail();
        assert.deepEqual(mail, { state: "queued", reason });
        assert.ok((nextAttemptAt ?? "") > world.now);
        world.pass(2 * MINUTE_MS);
        await worked(world, jobsWith(new Mailbox()));
        assert.deepEqual(await mailOf(team), SENT);
      });

      it("and stands when the mail fails for good, which the list says, until it is sent again", async () => {
        const team = await world.team();
        const { invitation } = await invite(team, address(), "admin");
        const reason = "The mail server refused the mail: 550 no such mailbox";
        await worked(world, jobsWith(Mailbox.failing({ reason, isFinal: true })));
        assert.deepEqual(await mailOf(team), { state: "failed", reason, nextAttemptAt: null });
        assert.equal(await opens(invitation.link), 200);
        await (await app(team)).ask(RENEW, { team: team.id, id: invitation.id });
        assert.deepEqual(await mailOf(team), QUEUED);
      });

      it("not when it is refused", async () => {
        const team = await world.team();
        const email = address();
        await invite(team, email, "member");
        await worked(world, jobsWith(new Mailbox()));
        const owner = await app(team);
        const given = { team: team.id, email, role: "member" };
        assert.equal((await untouched(() => owner.attempt(CREATE, given))).status, 409);
        assert.deepEqual(await mailOf(team), SENT);
      });

      it("fifty times an hour by one person, in whichever team, and no more", async () => {
        const team = await world.team();
        const { app: server } = loggedApp(world, { sendsMail: true });
        const owner = await WebApp.of(team, { app: server });
        const given = { team: team.id, email: address(), role: "member" } as const;
        const { invitation } = await owner.ask(CREATE, given);
        const mine = { name: "Mine", baseCurrency: "EUR" };
        const { team: second } = await owner.ask("POST /api/teams", mine);
        for (let sent = 1; sent < 50; sent += 1)
          await owner.ask(RENEW, { team: team.id, id: invitation.id });
        for (const [path, input] of [
          [RENEW, { team: team.id, id: invitation.id }],
          [CREATE, { ...given, team: second.id, email: address() }],
        ] as const) {
          const { status, body, headers } = await untouched(() => owner.attempt(path, input));
          assert.deepEqual([status, body.code], [429, "too_many_invitations"]);
          assert.ok(Number(headers.get("retry-after")) > 0);
        }
        const other = await WebApp.of(await team.member("admin"), { app: server });
        await other.ask(RENEW, { team: team.id, id: invitation.id });
      });

      it("not where no mail server is set up, which is said", async () => {
        const team = await world.team();
        const { app: own } = loggedApp(world, { sendsMail: false });
        const owner = await WebApp.of(team, { app: own });
        const given = { team: team.id, email: address(), role: "member" } as const;
        const { invitation } = await owner.ask(CREATE, given);
        assert.equal(invitation.mail?.state, "not_configured");
        await owner.ask(RENEW, { team: team.id, id: invitation.id });
        assert.equal((await mailOf(team))?.state, "not_configured");
        const mailbox = new Mailbox();
        await worked(world, jobsWith(mailbox));
        assert.ok(!mailbox.messages.some(({ to }) => to.includes(given.email)));
      });

      it("elsewhere, when the server that is asked has no mail server, which is said", async () => {
        const team = await world.team();
        await invite(team, address(), "member");
        const { app: own } = loggedApp(world, { sendsMail: false });
        const [invitation] = await listed(await WebApp.of(team, { app: own }), team);
        assert.equal(invitation?.mail?.state, "queued");
        assert.match(invitation?.mail?.reason ?? "", /one that shares its database sends it/);
      });
    });

    async function mailOf(team: Team) {
      const [invitation] = await listed(await app(team), team);
      return invitation?.mail ?? null;
    }

    async function app(team: Team): Promise<WebApp> {
      return new WebApp(world, await signedIn(team));
    }

    async function invite(team: Team, email: string, role: Role) {
      return (await app(team)).ask(CREATE, { team: team.id, email, role });
    }

    async function listed(by: WebApp, { id }: Team) {
      return (await by.ask(LIST, { team: id })).invitations;
    }

    /** The status of the page behind a link. */
    async function opens(link: string | null): Promise<number> {
      const path = (link ?? assert.fail("no link")).slice(BASE_URL.length);
      return (await new Browser(world.app, BASE_URL).open(path)).status;
    }

    async function row(id: string) {
      const invitations = world.database.reader.selectFrom("invitations").selectAll();
      return invitations.where("id", "=", id).executeTakeFirst();
    }

    async function untouched<T>(work: () => Promise<T>): Promise<T> {
      const before = await allRows(world.database.reader);
      const result = await work();
      assert.deepEqual(await allRows(world.database.reader), before);
      return result;
    }
  },
  { sendsMail: true },
);

function address(): string {
  return `${randomBytes(6).toString("hex")}@example.com`;
}
