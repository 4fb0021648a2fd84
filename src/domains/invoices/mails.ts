import { sql } from "kysely";
import { emailKey } from "../../accounts/users.ts";
import { Refusal } from "../../core/errors.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { enqueue, type OfTeam } from "../../db/outbox.ts";
import type { MailRecipients, MailState } from "../../db/schema/invoices.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { shownIn } from "../../shared/calendar.ts";
import { addMilliseconds, type Instant } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import { linkedText, type MailKind } from "./mail-texts.ts";

/** Addresses that one mail may go to. */
export const MOST_RECIPIENTS = 20;

export type NewMail = MailRecipients & {
  readonly invoice: { readonly id: string };
  readonly kind: MailKind;
  readonly subject: string;
  readonly text: string;
  readonly replyTo: string | null;
};

/** Why a mail is `not_sent`, as its `error`. */
const NOT_SENT = { address: "no address", server: "no mail server" } as const;

/**
 * Writes a mail down and asks for its sending, in the caller's transaction. Without an address or a mail server it is
 * `not_sent`, with the reason.
 * @throws Refusal `busy` when the team has had as many addresses mailed as it may
 */
export async function queueMail(context: Context, mail: NewMail): Promise<ShownMail> {
  const { to, cc } = onceEach(mail);
  const id = context.newId();
  const isWithoutAddress = to.length === 0;
  const reason = isWithoutAddress ? NOT_SENT.address : context.mailing ? null : NOT_SENT.server;
  return transaction(context, async (context) => {
    if (reason === null) await requireMailRoom(context, { to, cc });
    const { db, team, now, actor, mailing } = context;
    const row = {
      id,
      kind: mail.kind,
      subject: mail.subject,
      text: mail.text,
      state: reason === null ? ("queued" as const) : ("not_sent" as const),
      attempts: 0,
      last_error: reason,
      sent_at: null,
      created_at: now,
      created_by: actor.id,
    };
    await db
      .insertInto("invoice_mails")
      .values({
        ...row,
        team_id: team.id,
        invoice_id: mail.invoice.id,
        recipients: JSON.stringify({ to, cc }),
        reply_to: mail.replyTo,
        message_id: `${id}@${mailing?.domain ?? "localhost"}`,
        dated_at: now,
        refused: JSON.stringify([]),
      })
      .execute();
    if (reason === null) await enqueue(context, { job: "invoice_mail", subjectId: id });
    return shownMail({ ...row, recipients: { to, cc }, refused: [], ...NO_JOB });
  });
}

/**
 * Takes back the mails of an invoice that have not been handed over. One that is being handed over at this moment
 * still becomes `sent`.
 * @returns their number
 */
export async function withdrawMails(context: OfTeam, invoiceId: string): Promise<number> {
  return transaction(context, async ({ db, team }) => {
    const { numUpdatedRows } = await db
      .updateTable("invoice_mails")
      .set({ state: "withdrawn" })
      .where("team_id", "=", team.id)
      .where("invoice_id", "=", invoiceId)
      .where("state", "in", ["queued", "sending"])
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

/** A mail as answers tell it. */
export type ShownMail = {
  readonly id: string;
  readonly kind: MailKind;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** `sent`: handed over to the mail server. */
  readonly state: MailState;
  /** Reason for which it was not sent, or not yet. */
  readonly error: string | null;
  readonly sent_at: Instant | null;
  readonly created_at: Instant;
  readonly created_by: string | null;
  readonly next_attempt_at: Instant | null;
  /** Addresses that the mail server did not take. */
  readonly refused: readonly string[];
  readonly may_have_arrived_twice: boolean;
};

/** The mails of an invoice, the oldest first. */
export async function mailsOf(
  context: Pick<AuditContext, "db" | "team">,
  invoiceId: string,
): Promise<readonly ShownMail[]> {
  const rows = await shownMails(context)
    .where("mail.invoice_id", "=", invoiceId)
    .orderBy("mail.created_at")
    .orderBy("mail.id")
    .execute();
  return rows.map(shownMail);
}

/** Has failed too when the server ended at the last attempt, without a word. */
export const MAIL_STATE = sql<MailState>`case
  when mail.state in ('queued', 'sending') and job.dead_at is not null then 'failed' else mail.state end`;

export const JOB_OF_MAIL = sql<boolean>`job.team_id = mail.team_id and job.job = 'invoice_mail'
  and job.subject_id = mail.id`;

function shownMails({ db, team }: Pick<AuditContext, "db" | "team">) {
  return db
    .selectFrom("invoice_mails as mail")
    .leftJoin("outbox as job", (join) => join.on(JOB_OF_MAIL))
    .where("mail.team_id", "=", team.id)
    .select(["mail.id", "mail.kind", "mail.recipients", "mail.subject", "mail.text"])
    .select(MAIL_STATE.as("state"))
    .select(["mail.attempts", "mail.last_error", "mail.refused", "mail.sent_at"])
    .select(["mail.created_at", "job.run_at as job_run_at"])
    .select(["mail.created_by", "job.last_error as job_error"]);
}

type MailRow = Awaited<ReturnType<ReturnType<typeof shownMails>["executeTakeFirstOrThrow"]>>;

const NO_JOB = { job_run_at: null, job_error: null } as const;

function shownMail(row: MailRow): ShownMail {
  const { id, kind, subject, text, recipients, refused, attempts, sent_at, state } = row;
  const isOpen = state === "queued" || state === "sending";
  const error = row.last_error ?? (isOpen || state === "failed" ? row.job_error : null);
  return {
    id,
    kind,
    ...recipients,
    subject,
    // A template, which names the link.
    text: linkedText(text, "{link}"),
    state,
    error,
    sent_at,
    created_at: row.created_at,
    created_by: row.created_by,
    next_attempt_at: isOpen && error !== null ? row.job_run_at : null,
    refused,
    may_have_arrived_twice: attempts > 1,
  };
}

/** The customer's own address, then those for its bills and the team's own for copies, once each. */
export function defaultRecipients(
  customer: { readonly email: string | null; readonly billing_email: string | null } | null,
  copyTo: string | null = null,
): MailRecipients {
  const own = customer?.email?.trim() ?? "";
  const bills = listed(customer?.billing_email);
  const copies = listed(copyTo);
  if (own !== "") return onceEach({ to: [own], cc: [...bills, ...copies] });
  return bills.length === 0 ? { to: [], cc: [] } : onceEach({ to: bills, cc: copies });
}

function listed(addresses: string | null | undefined): readonly string[] {
  return (addresses ?? "").split(",").filter((address) => address.trim() !== "");
}

/** Leaves out what is empty or there already, whatever its case. */
function onceEach({ to, cc }: MailRecipients): MailRecipients {
  const known = new Set([""]);
  const fresh = (addresses: readonly string[]) =>
    addresses
      .map((address) => address.trim())
      .filter((address) => known.size < known.add(emailKey(address)).size);
  return { to: fresh(to), cc: fresh(cc) };
}

export function noMailYet(): Refusal {
  return new Refusal({
    code: "not_found",
    path: "id",
    message: "The draft has not been sent, so that there is no mail of it",
    next: "send it first",
  });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A team that was made today may be one of a spammer. */
const OF_A_NEW_TEAM = 20;

/**
 * Counts the addresses before a number is given: call it first in the transaction, since it locks the team. Where
 * nothing is mailed, it refuses nothing.
 * @throws Refusal `busy` with the minute from which it works
 */
export async function requireMailRoom(context: Context, recipients: MailRecipients): Promise<void> {
  const { mailing, db, team, now } = context;
  const { to, cc } = onceEach(recipients);
  if (mailing === null || to.length === 0) return;
  // Two at once would each see the room that only one of them has.
  await lockTeam(context);
  const { created_at } = await db
    .selectFrom("teams")
    .select("created_at")
    .where("id", "=", team.id)
    .executeTakeFirstOrThrow();
  const grownUpAt = addMilliseconds(created_at, DAY_MS);
  const limits: readonly Limit[] = [
    { most: mailing.invoiceMailsPerHour, windowMs: HOUR_MS, within: "an hour" },
    ...(now < grownUpAt
      ? [{ most: OF_A_NEW_TEAM, windowMs: DAY_MS, within: "its first day" }]
      : []),
  ];
  const mailed = await mailedSince(context, addMilliseconds(now, -DAY_MS));
  for (const limit of limits) {
    const asked = to.length + cc.length;
    if (asked > limit.most) throw tooManyAtOnce(limit);
    const free = freeAt(mailed, { asked, now, limit });
    if (free > now) throw noRoomUntil(context, limit, free);
  }
}

type Limit = { readonly most: number; readonly windowMs: number; readonly within: string };

type Mailed = { readonly at: Instant; readonly addresses: number };

async function mailedSince({ db, team }: Context, since: Instant): Promise<readonly Mailed[]> {
  const rows = await db
    .selectFrom("invoice_mails")
    .select(["created_at", "recipients"])
    .where("team_id", "=", team.id)
    .where("created_at", ">", since)
    .where("state", "!=", "not_sent")
    .orderBy("created_at")
    .execute();
  return rows.map(({ created_at: at, recipients: { to, cc } }) => ({
    at,
    addresses: to.length + cc.length,
  }));
}

type Asked = { readonly asked: number; readonly now: Instant; readonly limit: Limit };

/** The moment from which so many addresses more are within the limit. */
function freeAt(mailed: readonly Mailed[], { asked, now, limit }: Asked): Instant {
  const since = addMilliseconds(now, -limit.windowMs);
  const within = mailed.filter(({ at }) => at > since);
  let over = within.reduce((sum, { addresses }) => sum + addresses, asked) - limit.most;
  let free = now;
  for (const { at, addresses } of within) {
    if (over <= 0) break;
    over -= addresses;
    free = addMilliseconds(at, limit.windowMs);
  }
  return free;
}

function noRoomUntil({ actor }: Context, { most, within }: Limit, free: Instant): Refusal {
  // The whole minute that follows.
  const minute = shownIn(actor.timeZone, addMilliseconds(free, MINUTE_MS - 1)).slice(0, 16);
  return new Refusal({
    code: "busy",
    path: "to",
    message: `A team may have ${counted(most, "address", "addresses")} mailed within ${within}, and this would be more`,
    next: `send it from ${minute.replace("T", " ")} (${actor.timeZone}) on`,
  });
}

function tooManyAtOnce({ most, within }: Limit): Refusal {
  return new Refusal({
    code: "limit_reached",
    path: "to",
    message: `A team may have ${counted(most, "address", "addresses")} mailed within ${within}, and this mail goes to more`,
    next: "leave some addresses out",
  });
}
