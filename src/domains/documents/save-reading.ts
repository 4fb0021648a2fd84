import { Cancelled } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { enqueue, type OfTeam } from "../../db/outbox.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import type { ReadFile } from "../../reading/paper.ts";
import type { PaperProblem } from "../../shared/paper.ts";
import { saveFields } from "../inbox/save-fields.ts";
import { settleSearchTexts } from "./document-tags.ts";
import { type DocumentRecord, lockDocuments, noDocument, shownDateOf } from "./document.ts";
import { writeWords } from "./words/write-words.ts";

/** Rises when files should be read again for what a newer reader finds. */
export const READER_VERSION = 1;

/** Problems with which nothing of a file was read. */
const UNREADABLE: ReadonlySet<PaperProblem | null> = new Set(["password", "damaged", "too_heavy"]);

type Holding = {
  /** Asked last in the transaction. False when another worker has the job by now: then nothing is written. */
  readonly holds?: (context: OfTeam) => Promise<boolean>;
};

/**
 * Saves what was read in a document's file, with its words and its receipt. Nothing of it is journalled, and
 * `updated_at` stays. Does nothing for a document that was deleted meanwhile.
 * @throws Cancelled when the claim of the job is lost
 */
export async function saveReading(
  context: OfTeam,
  documentId: string,
  read: ReadFile,
  { holds }: Holding = {},
): Promise<void> {
  await transaction(context, async (context) => {
    const document = await lockDocument(context, documentId);
    if (document === undefined) return;
    const read_date = read.fields.date?.value ?? null;
    await writeColumns(context, documentId, {
      state: UNREADABLE.has(read.problem) ? "failed" : "completed",
      problem: read.problem,
      read_title: read.title === null ? null : storable(read.title),
      summary: read.summary === null ? null : storable(read.summary),
      read_date,
      language: read.language,
      pages: read.pages,
      reader: READER_VERSION,
      shown_date: shownDateOf({ ...document, read_date }),
    });
    await writeText(context, documentId, read);
    await writeWords(context, { documentId, text: storable(read.text) });
    await settleSearchTexts(context, [documentId]);
    await saveFields(context, document, read);
    await requireHeld(context, holds);
  });
}

/** Saves that a file cannot be read. What was read in it before stays. */
export async function saveFailure(
  context: OfTeam,
  documentId: string,
  problem: PaperProblem,
  { holds }: Holding = {},
): Promise<void> {
  await transaction(context, async (context) => {
    const document = await lockDocument(context, documentId);
    if (document === undefined) return;
    await writeColumns(context, documentId, { state: "failed", problem, reader: READER_VERSION });
    await saveFields(context, document, { problem });
    await requireHeld(context, holds);
  });
}

/** Asks for the file to be read anew. What was read before is shown until then. */
export async function readAgain(context: Context, { id }: { readonly id: string }): Promise<void> {
  await transaction(context, async (context) => {
    const document = await lockDocument(context, id);
    if (document === undefined) throw noDocument(id);
    if (document.state !== "processing")
      await writeColumns(context, id, { state: "pending", problem: null });
    await enqueue(context, { job: "read_document", subjectId: id });
  });
}

async function lockDocument(context: OfTeam, id: string): Promise<DocumentRecord | undefined> {
  await lockTeam(context);
  const [document] = await lockDocuments(context, [id]);
  return document;
}

async function requireHeld(context: OfTeam, holds: Holding["holds"]): Promise<void> {
  if (holds !== undefined && !(await holds(context))) throw new Cancelled();
}

type Columns = Partial<
  Pick<
    DocumentRecord,
    | "state"
    | "problem"
    | "read_title"
    | "summary"
    | "read_date"
    | "language"
    | "pages"
    | "reader"
    | "shown_date"
  >
>;

async function writeColumns({ db, team }: OfTeam, id: string, columns: Columns): Promise<void> {
  await db
    .updateTable("documents")
    .set(columns)
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .execute();
}

/** Strangers' bytes make characters that PostgreSQL takes in no text. Each stays one character, for the page offsets. */
function storable(text: string): string {
  return text.replaceAll("\0", " ").toWellFormed();
}

async function writeText({ db, team }: OfTeam, documentId: string, read: ReadFile): Promise<void> {
  const values = {
    text: storable(read.text),
    page_offsets: JSON.stringify(read.pageOffsets),
    fields: JSON.stringify(read.fields, (_name, value: unknown) =>
      typeof value === "string" ? storable(value) : value,
    ),
    hidden_characters: read.hiddenCharacters,
    is_cut: read.isCut,
  };
  await db
    .insertInto("document_texts")
    .values({ ...values, team_id: team.id, document_id: documentId })
    .onConflict((conflict) => conflict.columns(["team_id", "document_id"]).doUpdateSet(values))
    .execute();
}
