import { contextOfMaker, record } from "../activity/journal.ts";
import { Cancelled, Failure, isPassing, Refusal } from "../core/errors.ts";
import type { AuditContext } from "../db/context.ts";
import type { OfTeam } from "../db/outbox.ts";
import type { DocumentOrigin } from "../db/schema/papers.ts";
import { lockTeam, transaction } from "../db/transaction.ts";
import { kindOfKept } from "../domains/documents/document-file.ts";
import type { DocumentRecord } from "../domains/documents/document.ts";
import { filesOf, keepFile, withStaged } from "../domains/documents/keep-file.ts";
import { saveFailure, saveReading } from "../domains/documents/save-reading.ts";
import { addItem } from "../domains/inbox/add-item.ts";
import { noteReading } from "../domains/inbox/save-fields.ts";
import { todayOf } from "../domains/team/today.ts";
import type { MailPart, Own, ReadFile } from "../reading/paper.ts";
import { type PaperReader, ReaderKilled } from "../reading/reader-process.ts";
import type { Attempt } from "./worker.ts";

/** The second attempt, and one more that says of a file that ended the whole server twice that it is too heavy. */
export const READING_RETRIES_MS = [60_000, 60_000] as const;

const MOST_READINGS = 2;

type Parts = { readonly reader: Pick<PaperReader, "read"> };

/**
 * Reads the file of a document, and saves what it says. Attachments of a mail become documents of their own. A file
 * that twice takes too much is never read again by itself.
 */
export async function readDocument(
  context: OfTeam,
  id: string,
  { reader, ...attempt }: Attempt & Parts,
): Promise<void> {
  const document = await findDocument(context, id);
  if (document === undefined) return;
  const { holds } = attempt;
  if (attempt.count > MOST_READINGS) return saveFailure(context, id, "too_heavy", { holds });
  await noteProcessing(context, id);
  try {
    const read = await reader.read(
      context.team.id,
      await fileToRead(context, document),
      attempt.signal,
    );
    if (context.isCancelled()) throw new Cancelled();
    const refused = await keepParts(context, document, read);
    await saveReading(context, id, read, { holds });
    if (refused !== null) throw notKept(refused);
  } catch (error) {
    await failReading(context, id, { ...attempt, error });
  }
}

async function findDocument({ db, team }: OfTeam, id: string): Promise<DocumentRecord | undefined> {
  return db
    .selectFrom("documents")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
}

async function noteProcessing(context: OfTeam, id: string): Promise<void> {
  await transaction(context, async (context) => {
    await lockTeam(context);
    await context.db
      .updateTable("documents")
      .set({ state: "processing" })
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await noteReading(context, id);
  });
}

/** @throws Failure to try it again, and what is no fault of the file */
async function failReading(
  context: OfTeam,
  id: string,
  { error, count, signal, holds }: Attempt & { readonly error: unknown },
): Promise<void> {
  const isOfFile = !(error instanceof ReaderKilled) || error.isFileAtFault;
  if (signal.aborted || !isOfFile || isPassing(error) || error instanceof Failure) throw error;
  if (error instanceof Cancelled) throw error;
  const isKilled = error instanceof ReaderKilled;
  if (count >= MOST_READINGS) {
    await saveFailure(context, id, isKilled ? "too_heavy" : "damaged", { holds });
    if (isKilled) return;
    throw new Failure({
      reason: "The file could not be read, and is read again when somebody asks for it.",
      isFinal: true,
      detail: error instanceof Error ? error.message : String(error),
    });
  }
  if (!isKilled) throw error;
  const reason = "The file took more time or memory than one may.";
  throw new Failure({ reason, isFinal: false, detail: error.message });
}

async function fileToRead(context: OfTeam, document: DocumentRecord) {
  const { sha256, name, origin } = document;
  const [bytes, kind, own, today] = await Promise.all([
    filesOf(context).read(context.team.id, sha256),
    kindOfKept(context, sha256),
    ownOf(context),
    todayOf(context),
  ]);
  const mail = origin && { sender: origin.sender, subject: origin.subject };
  return { bytes, kind, name, mail, own, today };
}

/** The team as papers name it, so that it is never taken for the vendor. */
async function ownOf({ db, team }: OfTeam): Promise<Own> {
  const [named, settings, accounts] = await Promise.all([
    db
      .selectFrom("teams")
      .select(["name", "country_code"])
      .where("id", "=", team.id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("invoice_settings")
      .select(["legal_name", "vat_number"])
      .where("team_id", "=", team.id)
      .executeTakeFirst(),
    db
      .selectFrom("payment_accounts")
      .select("iban")
      .where("team_id", "=", team.id)
      .where("iban", "is not", null)
      .orderBy("id")
      .execute(),
  ]);
  return {
    names: [...new Set([named.name, settings?.legal_name ?? named.name])],
    vatNumbers: [settings?.vat_number ?? []].flat(),
    ibans: accounts.flatMap(({ iban }) => iban ?? []),
    country: named.country_code,
  };
}

/**
 * Makes documents of a mail's attachments, and receipts of one group where the mail is in the inbox. What is kept
 * already stays as it is, so that a mail may be read again.
 * @returns why attachments are not kept, which are read another time
 */
async function keepParts(
  context: OfTeam,
  mail: DocumentRecord,
  { parts, mail: read }: ReadFile,
): Promise<Refusal | null> {
  const origin = mail.origin ?? {
    message_id: read?.messageId ?? null,
    sender: read?.sender ?? null,
    subject: read?.subject ?? null,
  };
  // Papers of a mail come by the call that brought it.
  const audit = await contextOfMaker(context, {
    type: "document",
    id: mail.id,
    job: "read_document",
  });
  for (const part of parts) {
    try {
      await keepPart(audit, { mail, origin, part });
    } catch (error) {
      if (!(error instanceof Refusal) || isPassing(error)) throw error;
      // A kind of file that is no paper; the mail itself has it still.
      if (error.code !== "type_not_taken" && error.code !== "file_too_large") return error;
    }
  }
  return null;
}

type Keeping = {
  readonly mail: DocumentRecord;
  readonly origin: DocumentOrigin;
  readonly part: MailPart;
};

async function keepPart(
  context: AuditContext,
  { mail, origin, part: { name, bytes } }: Keeping,
): Promise<void> {
  const sent = { chunks: inOne(bytes), length: bytes.byteLength, name };
  await withStaged(context, sent, (staged) =>
    transaction(context, async (context) => {
      await lockTeam(context);
      // It may be deleted since it was read.
      if ((await findDocument(context, mail.id)) === undefined) return;
      const item = await findItem(context, mail.id);
      const kept = { staged, name, source: mail.source, origin } as const;
      const { document, isNew, changes } = await keepFile(context, kept);
      const isWanted = item !== undefined && item.status !== "deleted" && document.id !== mail.id;
      // A receipt that somebody took out of the inbox stays out.
      const isKnown = !isNew && (await findItem(context, document.id)) !== undefined;
      const added =
        isWanted && !isKnown ? await addItem(context, document, { mailId: mail.id }) : null;
      const all = [...changes, ...(added?.changes ?? [])];
      if (all.length > 0) await record(context, all);
    }),
  );
}

async function findItem({ db, team }: AuditContext, documentId: string) {
  return db
    .selectFrom("inbox_items")
    .select(["id", "status"])
    .where("team_id", "=", team.id)
    .where("document_id", "=", documentId)
    .executeTakeFirst();
}

async function* inOne(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

function notKept({ message, next }: Refusal): Failure {
  return new Failure({
    reason: `Attachments of a mail are not kept: ${message}; ${next}.`,
    isFinal: false,
  });
}
