import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { assertUntouched } from "../../../test/mcp.ts";
import { together } from "../../../test/races.ts";
import { requireMembership } from "../../accounts/membership.ts";
import { Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import {
  defaultRecipients,
  mailsOf,
  type NewMail,
  queueMail,
  requireMailRoom,
  withdrawMails,
} from "./mails.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAILING = { domain: "books.example", invoiceMailsPerHour: 30 };
const NO_ONE = { to: [], cc: [] } as const;

onEachDatabase((world) => {
  describe("a mail of an invoice", () => {
    it("waits for its sending with a job of its own, once for each address", async () => {
      const { context, mail } = await prepared();
      await queueMail(context, {
        ...mail,
        to: ["anna@acme.example", "ANNA@acme.example "],
        cc: ["Anna@Acme.example", "bills@acme.example"],
      });
      const [shown, ...more] = await mailsOf(context, mail.invoice.id);
      assert.deepEqual(more, []);
      assert.deepEqual(
        [shown?.state, shown?.error, shown?.created_at],
        ["queued", null, world.now],
      );
      assert.deepEqual([shown?.to, shown?.cc], [["anna@acme.example"], ["bills@acme.example"]]);
      assert.deepEqual([shown?.refused, shown?.may_have_arrived_twice], [[], false]);
      assert.deepEqual(await jobsOf(context), [shown?.id]);
      const { message_id } = await row(context);
      assert.equal(message_id, `${shown?.id}@books.example`);
    });

    it("without a mail server is not sent, and says so", async () => {
      const { context, mail } = await prepared();
      await queueMail({ ...context, mailing: null }, mail);
      const [shown] = await mailsOf(context, mail.invoice.id);
      assert.deepEqual([shown?.state, shown?.error], ["not_sent", "no mail server"]);
      assert.deepEqual(shown?.to, ["anna@acme.example"]);
      assert.deepEqual(await jobsOf(context), []);
    });

    it("without an address is not sent, and says so", async () => {
      const { context, mail } = await prepared();
      await queueMail(context, { ...mail, ...NO_ONE });
      const [shown] = await mailsOf(context, mail.invoice.id);
      assert.deepEqual([shown?.state, shown?.error], ["not_sent", "no address"]);
      assert.deepEqual(await jobsOf(context), []);
    });

    it("leaves nothing when the caller's transaction is undone", async () => {
      const { team, context, mail } = await prepared();
      await assertUntouched(team, () =>
        assert.rejects(
          transaction(context, async (context) => {
            await queueMail(context, mail);
            throw new Error("undone");
          }),
          /undone/,
        ),
      );
      assert.deepEqual(await jobsOf(context), []);
    });

    it("is told as the answer of its queueing tells it", async () => {
      const { context, mail } = await prepared();
      const queued = await queueMail(context, mail);
      assert.deepEqual(await mailsOf(context, mail.invoice.id), [queued]);
    });

    it("is taken back once, unless it went out; another invoice's and another team's stay", async () => {
      const { team, context, mail } = await prepared();
      const other = { id: await team.invoice(await customerOf(team)) };
      await queueMail(context, mail);
      await queueMail(context, mail);
      await queueMail(context, { ...mail, invoice: other });
      const stranger = await prepared();
      await queueMail(stranger.context, stranger.mail);
      assert.equal(await withdrawMails(stranger.context, mail.invoice.id), 0);
      assert.equal(await withdrawMails(context, mail.invoice.id), 2);
      assert.equal(await withdrawMails(context, mail.invoice.id), 0);
      assert.deepEqual(await statesOf(context, mail.invoice.id), ["withdrawn", "withdrawn"]);
      assert.deepEqual(await statesOf(context, other.id), ["queued"]);
      const { id } = stranger.mail.invoice;
      assert.deepEqual(await statesOf(stranger.context, id), ["queued"]);
      assert.deepEqual(await mailsOf(context, id), []);
    });
  });

  describe("the addresses of a team", () => {
    it("are so many within an hour, and the refusal names the minute from which there is room", async () => {
      const { team, context, mail } = await prepared({ isGrown: true });
      await queueMail(context, { ...mail, to: addresses(20) });
      world.pass(10 * MINUTE_MS);
      const later = { ...context, now: world.now };
      await queueMail(later, { ...mail, to: addresses(9), cc: addresses(10).slice(9) });
      const refusal = await refused(team, () => queueMail(later, mail));
      assert.equal(refusal.code, "busy");
      assert.match(refusal.message, /30 addresses mailed within an hour/);
      const free = new Date(Date.parse(context.now) + HOUR_MS);
      const minute = free.toISOString().slice(0, 16).replace("T", " ");
      assert.equal(refusal.next, `send it from ${minute} (UTC) on`);
      world.at(free.toISOString());
      const then = { ...context, now: world.now };
      await queueMail(then, { ...mail, to: addresses(20) });
      await refused(team, () => queueMail(then, mail));
    });

    it("that were not mailed do not count", async () => {
      const { context, mail } = await prepared({ isGrown: true });
      await queueMail({ ...context, mailing: null }, { ...mail, to: addresses(30) });
      await queueMail(context, { ...mail, to: addresses(30) });
    });

    it("of another team are counted apart", async () => {
      const [one, other] = [await prepared({ isGrown: true }), await prepared({ isGrown: true })];
      await queueMail(one.context, { ...one.mail, to: addresses(30) });
      await queueMail(other.context, { ...other.mail, to: addresses(30) });
    });

    it("are 20 on the first day of a team, and as many as others may then", async () => {
      const { team, context, mail } = await prepared();
      await queueMail(context, { ...mail, to: addresses(20) });
      world.pass(2 * HOUR_MS);
      const refusal = await refused(team, () => queueMail({ ...context, now: world.now }, mail));
      assert.match(refusal.message, /20 addresses mailed within its first day/);
      world.pass(22 * HOUR_MS);
      await queueMail({ ...context, now: world.now }, { ...mail, to: addresses(30) });
    });

    it("are looked at before a number is given, also where one mail has more than there may ever be", async () => {
      const { team, context } = await prepared({ isGrown: true });
      const recipients = { to: addresses(16), cc: addresses(31).slice(16) };
      const refusal = await refused(team, () => roomFor(context, recipients));
      assert.equal(refusal.code, "limit_reached");
      await roomFor({ ...context, mailing: null }, recipients);
      await roomFor(context, { ...recipients, cc: [] });
    });

    it("are not exceeded by mails at the same time", async () => {
      const { context, mail } = await prepared({ isGrown: true });
      const outcomes = await together(20, async () =>
        transaction(context, async (context) => {
          await requireMailRoom(context, { to: addresses(3), cc: [] });
          return queueMail(context, { ...mail, to: addresses(3) });
        }).then(
          () => "queued",
          (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
        ),
      );
      const queued = outcomes.filter((outcome) => outcome === "queued");
      assert.deepEqual([queued.length, new Set(outcomes)], [10, new Set(["queued", "busy"])]);
    });
  });

  async function prepared({ isGrown = false } = {}) {
    const team = await world.team();
    if (isGrown) world.pass(DAY_MS);
    const invoice = { id: await team.invoice(await customerOf(team)) };
    const audit = { ...team.auditContext, now: world.now };
    const membership = await requireMembership(audit, team.id, team.userId);
    const context: Context = { ...audit, ...membership, mailing: MAILING };
    const mail: NewMail = {
      invoice,
      kind: "invoice",
      to: ["anna@acme.example"],
      cc: [],
      subject: "Invoice INV-2026-0001",
      text: "Here it is.",
      replyTo: null,
    };
    return { team, context, mail };
  }

  async function jobsOf({ team }: Context) {
    const jobs = world.database.reader.selectFrom("outbox").where("team_id", "=", team.id);
    return (await jobs.select("subject_id").execute()).map(({ subject_id }) => subject_id);
  }

  async function row({ team }: Context) {
    const mails = world.database.reader.selectFrom("invoice_mails").where("team_id", "=", team.id);
    return mails.selectAll().executeTakeFirstOrThrow();
  }

  async function refused(team: Team, call: () => Promise<unknown>): Promise<Refusal> {
    const error = await assertUntouched(team, () =>
      call().then(
        () => assert.fail("it was not refused"),
        (error: unknown) => error,
      ),
    );
    assert.ok(error instanceof Refusal, String(error));
    return error;
  }
});

describe("the recipients of a customer", () => {
  for (const [email, billing_email, to, cc] of [
    ["anna@acme.example", null, ["anna@acme.example"], []],
    [
      "anna@acme.example",
      "Anna@ACME.example, bills@acme.example, BILLS@acme.example",
      ["anna@acme.example"],
      ["bills@acme.example"],
    ],
    ["", "bills@acme.example, more@acme.example", ["bills@acme.example", "more@acme.example"], []],
    [null, null, [], []],
  ] as const)
    it(`with ${email} and ${billing_email} are ${[...to, ...cc].join()}`, () => {
      assert.deepEqual(defaultRecipients({ email, billing_email }), { to, cc });
    });

  it("have the team's copies behind them", () => {
    const customer = { email: "anna@acme.example", billing_email: null };
    const copies = "us@seller.example, Anna@acme.example";
    assert.deepEqual(defaultRecipients(customer, copies), {
      to: ["anna@acme.example"],
      cc: ["us@seller.example"],
    });
    assert.deepEqual(defaultRecipients({ email: "", billing_email: null }, copies), NO_ONE);
    assert.deepEqual(defaultRecipients(null, copies), NO_ONE);
  });
});

async function roomFor(context: Context, recipients: Parameters<typeof requireMailRoom>[1]) {
  await transaction(context, async (context) => requireMailRoom(context, recipients));
}

async function statesOf(context: Context, invoiceId: string) {
  return (await mailsOf(context, invoiceId)).map(({ state }) => state);
}

async function customerOf(team: Team): Promise<string> {
  const customer = { name: "Acme", email: "anna@acme.example" };
  return (await team.call("customers_create", customer)).id;
}

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `person${index}@acme.example`);
}
