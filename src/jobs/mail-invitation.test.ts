import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { afterEach, describe, it } from "node:test";
import { BASE_URL, onAnyDatabase, SECRET, type Team } from "../../test/app.ts";
import { PASSWORD } from "../../test/oauth.ts";
import { jobsWith, linesOfLog, worked } from "../../test/outbox.ts";
import { mailServer, type MailServer } from "../../test/smtp.ts";
import {
  invitationLink,
  createInvitation,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from "../accounts/invitations.ts";
import { joinAsNew } from "../accounts/join.ts";
import { requireMembership } from "../accounts/membership.ts";
import type { Mailer } from "../core/mail.ts";
import type { Context } from "../db/context.ts";
import { createMailer } from "../mail/mailer.ts";
import type { Jobs } from "./worker.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

onAnyDatabase((world) => {
  const servers: MailServer[] = [];

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  it("an invitation is mailed once, to the address alone, with the link, what it is and until when", async () => {
    const server = await opened();
    const { invitation, email } = await invited();
    await worked(world, jobsAt(server));
    await worked(world, jobsAt(server));
    const [mail, ...more] = server.taken;
    assert.deepEqual([mail?.to, more], [[email], []]);
    const at = { baseUrl: BASE_URL, secret: SECRET };
    assert.ok(mail?.body.includes(invitationLink(invitation, at, "mailed")));
    assert.ok(!mail?.body.includes(invitationLink(invitation, at, "copied")));
    assert.match(
      mail?.body ?? "",
      /Olga Owner invites you to the team Test team on Ledgerport, as an admin\./,
    );
    assert.ok(idOf(mail).startsWith(`${invitation.id}.`) && idOf(mail).endsWith("@localhost"));
  });

  it("a mail server that is away for a day is given the mail once when it is back", async () => {
    const server = await mailServer();
    await server.close();
    const { invitation } = await invited();
    for (let hour = 0; hour < 24; hour += 1) {
      await worked(world, jobsAt(server));
      world.pass(HOUR_MS);
    }
    const back = await opened();
    for (let hour = 0; hour < 24; hour += 1) {
      await worked(world, jobsAt(back));
      world.pass(HOUR_MS);
    }
    assert.equal(back.taken.length, 1);
    assert.ok(idOf(back.taken[0]).startsWith(invitation.id));
  });

  it("a mail server that is away longer than some 72 hours is given nothing, which the list says", async () => {
    const server = await mailServer();
    await server.close();
    const { context } = await invited();
    const began = Date.parse(world.now);
    const { log, lines } = linesOfLog();
    let row = await mailOf(context);
    for (; row?.mail_dead_at === null; row = await mailOf(context)) {
      world.at(row.mail_run_at ?? assert.fail());
      await worked(world, jobsAt(server), log);
    }
    assert.equal(row?.mail_error, "The connection to the mail server failed.");
    const hours = (Date.parse(world.now) - began) / HOUR_MS;
    assert.ok(hours >= 72 * 0.8 && hours <= 72 * 1.2, `${hours}`);
    assert.ok(!/svc_invite|@example\.com/.test(JSON.stringify(lines)));
  });

  it("the delays before the attempts add up to 72 hours", () => {
    const { retriesMs } =
      jobsWith({ send: async () => ({ refused: [] }) }).invitation_mail ?? assert.fail();
    assert.equal(
      retriesMs.reduce((sum, delay) => sum + delay),
      72 * HOUR_MS,
    );
  });

  it("a mail that is refused for good is not tried again", async () => {
    const server = await opened({
      onRcptTo: ({ address }, _session, callback) =>
        callback(Object.assign(new Error(`<${address}>: unknown`), { responseCode: 550 })),
    });
    const { context } = await invited();
    await worked(world, jobsAt(server));
    const { mail_dead_at, mail_error } = (await mailOf(context)) ?? assert.fail();
    assert.equal(mail_dead_at, world.now);
    assert.equal(mail_error, "The mail server refused the mail: 550 <(the address)>: unknown");
    const patient = await opened();
    world.pass(WEEK_MS / 2);
    await worked(world, jobsAt(patient));
    assert.deepEqual(patient.taken, []);
  });

  it("a process that ends after the mail was taken has it sent once more, with the same Message-ID", async () => {
    const server = await opened();
    await invited();
    // The mail server has the mail, and the process never learns of it.
    const { send } = mailerAt(server);
    const taken = Promise.withResolvers<null>();
    const dying: Mailer = {
      send: async (message) => {
        await send(message);
        taken.resolve(null);
        return new Promise(() => {});
      },
    };
    void worked(world, jobsWith(dying));
    await taken.promise;
    await worked(world, jobsAt(server));
    assert.equal(server.taken.length, 1, "the claim lasts");
    world.pass(MINUTE_MS);
    await worked(world, jobsAt(server));
    await worked(world, jobsAt(server));
    const [first, second, ...more] = server.taken;
    assert.equal(idOf(second), idOf(first));
    assert.deepEqual(more, []);
  });

  it("a person who sends it again sends another mail, with a Message-ID of its own", async () => {
    const server = await opened();
    const { context, invitation } = await invited();
    await worked(world, jobsAt(server));
    world.pass(1);
    await renewInvitation({ ...context, now: world.now }, { id: invitation.id, isMailed: true });
    await worked(world, jobsAt(server));
    const [first, second] = server.taken;
    assert.notEqual(idOf(second), idOf(first));
  });

  it("nothing is mailed when the invitation's transaction is undone", async () => {
    const server = await opened();
    const team = await world.team();
    const context = await ownerOf(team);
    const cancelled = { ...context, isCancelled: () => true };
    await assert.rejects(
      createInvitation(cancelled, { email: address(), role: "member", isMailed: true }),
    );
    await worked(world, jobsAt(server));
    assert.deepEqual(server.taken, []);
  });

  describe("an invitation that waits for its mail is not mailed any more", () => {
    it("when it was revoked", async () => {
      const { context, invitation } = await invited();
      await revokeInvitation(context, invitation);
      await nothingMailed();
    });

    it("when it was accepted by its copied link", async () => {
      const { invitation, team } = await invited();
      const link = invitationLink(invitation, { baseUrl: BASE_URL, secret: SECRET });
      const token = link.split("token=")[1] ?? assert.fail();
      const account = { name: "Nina", password: PASSWORD, timeZone: "UTC", device: "test" };
      await joinAsNew(team.auditContext, { token, secret: SECRET }, account);
      assert.deepEqual(await listInvitations(await ownerOf(team)), []);
      await nothingMailed();
    });

    it("when it has expired", async () => {
      await invited();
      world.pass(WEEK_MS);
      await nothingMailed();
    });

    async function nothingMailed() {
      const server = await opened();
      await worked(world, jobsAt(server));
      assert.deepEqual(server.taken, []);
      const waiting = world.database.reader.selectFrom("outbox").where("done_at", "is", null);
      assert.deepEqual(await waiting.where("dead_at", "is", null).selectAll().execute(), []);
    }
  });

  it("a server without a mail server leaves the mail, with all its attempts, to one that has one", async () => {
    const { context } = await invited();
    const waiting = await jobOf(context);
    // More often than the mail has attempts.
    for (let poll = 0; poll < 20; poll += 1) {
      await worked(world, jobsWith(null));
      world.pass(6 * HOUR_MS);
    }
    assert.deepEqual(await jobOf(context), waiting, "it is not touched");
    assert.equal((await mailOf(context))?.mail_dead_at, null);
    const server = await opened();
    await Promise.all([worked(world, jobsWith(null)), worked(world, jobsAt(server))]);
    assert.equal(server.taken.length, 1);
  });

  async function opened(options?: Parameters<typeof mailServer>[0]): Promise<MailServer> {
    const server = await mailServer(options);
    servers.push(server);
    return server;
  }

  async function invited() {
    const [team, email] = [await world.team(), address()];
    const context = await ownerOf(team);
    const given = { email, role: "admin", isMailed: true } as const;
    return { team, context, email, invitation: await createInvitation(context, given) };
  }

  async function ownerOf({ auditContext, id, userId }: Team): Promise<Context> {
    const context = { ...auditContext, now: world.now };
    return { ...context, ...(await requireMembership(context, id, userId)) };
  }

  async function jobOf({ team }: Context) {
    const jobs = world.database.reader.selectFrom("outbox").where("team_id", "=", team.id);
    return jobs.selectAll().execute();
  }

  async function mailOf(context: Context) {
    return (await listInvitations(context))[0];
  }
});

function mailerAt({ port }: MailServer): Mailer {
  return createMailer(`smtp://127.0.0.1:${port}`, { name: "Books", address: "books@acme.example" });
}

function jobsAt(server: MailServer): Jobs {
  return jobsWith(mailerAt(server));
}

function idOf(mail: MailServer["taken"][number] | undefined): string {
  const header = mail?.headers.find((header) => header.startsWith("Message-ID: <"));
  return header?.slice("Message-ID: <".length, -1) ?? assert.fail("no Message-ID");
}

function address(): string {
  return `${randomBytes(6).toString("hex")}@example.com`;
}
