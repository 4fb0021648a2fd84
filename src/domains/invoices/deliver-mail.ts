import { Failure, isPassing } from "../../core/errors.ts";
import type { Mailer } from "../../core/mail.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { transaction } from "../../db/transaction.ts";
import type { pdfOf } from "./invoice-pdf.ts";
import { mailById, messageOf } from "./mail-message.ts";

type DeliveryParts = {
  readonly mailer: Mailer;
  readonly draw: typeof pdfOf;
  /** Of the job: after the last one the mail has failed. */
  readonly mostAttempts: number;
};

/**
 * Hands a mail over to the mail server, unless it was taken back. `sending` is committed before, so that an attempt
 * whose end nobody knows is seen: the next one sends the mail with the same Message-ID and Date, and the mail says that
 * it may have arrived twice.
 * @throws Failure when the mail server does not take it
 */
export async function deliverMail(
  context: OfTeam,
  id: string,
  { mailer, draw, mostAttempts }: DeliveryParts,
): Promise<void> {
  const mail = await mailById(context, id);
  if (mail === null || (mail.state !== "queued" && mail.state !== "sending")) return;
  let isBegun = false;
  try {
    const message = await messageOf(context, mail, draw);
    isBegun = await begin(context, id);
    if (!isBegun) return;
    const { refused } = await mailer.send(message);
    await noteSent(context, id, refused);
  } catch (error) {
    if (isPassing(error)) throw error;
    const isLast = (await attemptOf(context, id)) >= mostAttempts;
    await noteFailure(context, id, { error, isBegun, isLast });
    throw error;
  }
}

/** @returns false when it was taken back meanwhile */
async function begin(context: OfTeam, id: string): Promise<boolean> {
  return transaction(context, async (context) => {
    const { numUpdatedRows } = await openMail(context, id)
      .set((row) => ({ state: "sending", attempts: row("attempts", "+", 1), last_error: null }))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Also of a mail that was taken back while it was being handed over: it went out. */
async function noteSent(context: OfTeam, id: string, refused: readonly string[]): Promise<void> {
  await transaction(context, async ({ db, team, now }) => {
    await db
      .updateTable("invoice_mails")
      .set({ state: "sent", sent_at: now, last_error: null, refused: JSON.stringify(refused) })
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .execute();
  });
}

type Ended = {
  readonly error: unknown;
  readonly isBegun: boolean;
  readonly isLast: boolean;
};

async function noteFailure(context: OfTeam, id: string, ended: Ended): Promise<void> {
  const { error, isBegun, isLast } = ended;
  const failure = error instanceof Failure ? error : null;
  const isOver = isLast || failure?.isFinal === true;
  // Anything that is no failure of the mail server may have come after it had the mail.
  const mayBeDone = isBegun && (failure === null || failure.mayBeDone);
  await transaction(context, async (context) => {
    await openMail(context, id)
      .set((row) => ({
        state: isOver ? "failed" : mayBeDone ? "sending" : "queued",
        ...(isBegun && !mayBeDone ? { attempts: row("attempts", "-", 1) } : {}),
        last_error: isOver ? finalWords(failure, mayBeDone) : (failure?.message ?? null),
      }))
      .execute();
  });
}

function finalWords(failure: Failure | null, mayBeDone: boolean): string {
  const reason = failure?.message ?? "The server failed; its log has the reason.";
  return mayBeDone ? `${reason} The mail may have arrived all the same.` : reason;
}

function openMail({ db, team }: OfTeam, id: string) {
  return db
    .updateTable("invoice_mails")
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .where("state", "in", ["queued", "sending"]);
}

async function attemptOf({ db, team }: OfTeam, id: string): Promise<number> {
  const job = await db
    .selectFrom("outbox")
    .select("attempts")
    .where("team_id", "=", team.id)
    .where("job", "=", "invoice_mail")
    .where("subject_id", "=", id)
    .executeTakeFirst();
  return job?.attempts ?? 0;
}
