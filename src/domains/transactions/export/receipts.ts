import { sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../../core/errors.ts";
import { withoutHidden } from "../../../core/visible.ts";
import { Archive, freeName, MOST_ZIPPED, MOST_ZIPPED_BYTES } from "../../../core/zip.ts";
import type { AuditContext } from "../../../db/context.ts";
import type { Db } from "../../../db/schema/schema.ts";
import { pause } from "../../../db/transaction.ts";
import { decimalText } from "../../../shared/money.ts";
import { FILE_KINDS } from "../../../shared/paper.ts";
import type { Day, Instant } from "../../../shared/time.ts";
import { filesOf } from "../../documents/keep-file.ts";
import { type Matching, matchingIds } from "../find-transactions.ts";

/** Folder of the receipts within the archive. */
const FOLDER = "receipts/";

/** Files that are attached to the exported transactions, each once, as they were when the export began. */
export type Receipts = {
  readonly files: readonly Receipt[];
  /** Files of each transaction. */
  readonly byTransaction: ReadonlyMap<string, readonly Receipt[]>;
};

type Receipt = {
  /** Path within the archive. */
  readonly path: string;
  readonly sha256: string;
  readonly created_at: Instant;
};

export const CountedReceipts = z.object({
  receipts: z.int(),
  /** Bytes of all of them. */
  bytes: z.int(),
  /** Receipts and bytes that one file takes. */
  most: z.int(),
  most_bytes: z.int(),
});

/** Counts the files that are attached to matching transactions, each once. */
export async function countReceipts(
  { db, team }: AuditContext,
  matching: Matching,
): Promise<z.output<typeof CountedReceipts>> {
  const { rows } = await sql<{ receipts: number; bytes: string | null }>`
    select count(*) as receipts, cast(sum(file.size) as text) as bytes
    from documents as document
    join files as file on file.team_id = document.team_id and file.sha256 = document.sha256
    where document.team_id = ${team.id} and document.id in (
      select made.document_id from transaction_attachments as made
      where made.team_id = ${team.id} and made.transaction_id in ${idsOf(db, matching)})`.execute(
    db,
  );
  const { receipts = 0, bytes = null } = rows[0] ?? {};
  const most = { most: MOST_ZIPPED, most_bytes: MOST_ZIPPED_BYTES };
  return { receipts, bytes: Number(bytes ?? 0), ...most };
}

/** The caller has counted them: all are read at once. */
export async function readReceipts(context: AuditContext, matching: Matching): Promise<Receipts> {
  const taken = new Set<string>();
  const files = new Map<string, Receipt>();
  const byTransaction = new Map<string, Receipt[]>();
  for (const row of await attachedFiles(context, matching)) {
    const { document_id, transaction_id, sha256, created_at } = row;
    const path = () => FOLDER + freeName(nameOf(row), taken);
    const receipt = files.get(document_id) ?? { path: path(), sha256, created_at };
    files.set(document_id, receipt);
    byTransaction.set(transaction_id, [...(byTransaction.get(transaction_id) ?? []), receipt]);
  }
  return { files: [...files.values()], byTransaction };
}

/** A semi-join: planned so, it is quick on both databases, whatever the filters are. */
function idsOf(db: Db, matching: Matching) {
  return sql<string>`(select found.id from (${matchingIds(db, matching)}) as found)`;
}

/** In the order of the payments, so that a file of two is named by the first where it does not tell its own facts. */
async function attachedFiles({ db, team }: AuditContext, matching: Matching) {
  return db
    .selectFrom("transaction_attachments as made")
    .innerJoin("transactions as payment", (join) =>
      join
        .onRef("payment.team_id", "=", "made.team_id")
        .onRef("payment.id", "=", "made.transaction_id"),
    )
    .innerJoin("documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "made.team_id")
        .onRef("document.id", "=", "made.document_id"),
    )
    .innerJoin("files as file", (join) =>
      join
        .onRef("file.team_id", "=", "document.team_id")
        .onRef("file.sha256", "=", "document.sha256"),
    )
    .leftJoin("inbox_items as item", (join) =>
      join
        .onRef("item.team_id", "=", "made.team_id")
        .onRef("item.document_id", "=", "made.document_id"),
    )
    .leftJoin("document_texts as text", (join) =>
      join
        .onRef("text.team_id", "=", "made.team_id")
        .onRef("text.document_id", "=", "made.document_id")
        // An item of the inbox tells it already.
        .on("item.id", "is", null),
    )
    .select(["made.transaction_id", "made.document_id", "document.date", "document.sha256"])
    .select(["document.created_at", "file.kind", "item.id as item_id", "item.vendor"])
    .select(["item.date as item_date", "item.amount_minor", "item.currency", "text.fields"])
    .select(["payment.name as paid_to", "payment.date as paid_on"])
    .select(["payment.amount_minor as paid_minor", "payment.currency as paid_currency"])
    .where("made.team_id", "=", team.id)
    .where("made.transaction_id", "in", idsOf(db, matching))
    .orderBy("payment.date")
    .orderBy("payment.id")
    .orderBy("made.created_at")
    .orderBy("made.id")
    .execute();
}

type AttachedFile = Awaited<ReturnType<typeof attachedFiles>>[number];

/**
 * `2026-10-31_Hetzner_119.00_EUR.pdf`: day, vendor and gross amount of the paper, or of its payment where the paper
 * does not tell them.
 */
function nameOf(row: AttachedFile): string {
  const { day, vendor, amount_minor, currency } = factsOf(row);
  const isTold = amount_minor !== null && currency !== null;
  const amount = isTold ? { amount_minor, currency } : paidOf(row);
  const parts = [
    day ?? row.paid_on,
    safeWords(vendor ?? row.paid_to),
    decimalText(amount.amount_minor, amount.currency),
    amount.currency,
  ];
  return `${parts.join("_")}.${FILE_KINDS[row.kind].ending}`;
}

type Facts = {
  readonly day: Day | null;
  readonly vendor: string | null;
  readonly amount_minor: number | null;
  readonly currency: string | null;
};

/** A receipt in the inbox has facts that people may have corrected. Other files have only what was read. */
function factsOf({ date, item_id, item_date, fields, ...item }: AttachedFile): Facts {
  const { vendor, amount_minor, currency } = item;
  if (item_id !== null) return { day: date ?? item_date, vendor, amount_minor, currency };
  return {
    day: date ?? fields?.date?.value ?? null,
    vendor: fields?.vendor?.value ?? null,
    amount_minor: fields?.amount_minor?.value ?? null,
    currency: fields?.currency?.value ?? null,
  };
}

/** A bill is told without a sign, whichever way it was paid. */
function paidOf({ paid_minor, paid_currency }: AttachedFile) {
  return { amount_minor: Math.abs(paid_minor), currency: paid_currency };
}

/** Characters of a vendor: a name stays below the 255 bytes that file systems take, in every script. */
const MOST_CHARACTERS = 50;

/** Words that Windows and macOS take in the name of a file, and a table in a list of names. */
function safeWords(words: string): string {
  const plain = withoutHidden(words.toWellFormed().normalize("NFC"))
    .replaceAll(/[<>:"/\\|?*;]+/g, "-")
    .replaceAll(/\s+/g, " ");
  const cut = Array.from(plain).slice(0, MOST_CHARACTERS).join("");
  return cut.replaceAll(/^[\s.-]+|[\s.-]+$/g, "") || "Receipt";
}

type Table = {
  readonly name: string;
  /** Made once it is known which receipts are in the archive. */
  readonly contentOf: (
    receiptsOf: (transactionId: string) => string | null,
  ) => AsyncIterable<Uint8Array>;
};

/**
 * A ZIP file of the receipts, each read when the browser has taken the one before it, and of the table. `missing.txt`
 * names those whose bytes are gone.
 */
export async function* zipOfReceipts(
  context: AuditContext,
  { files, byTransaction }: Receipts,
  { name, contentOf }: Table,
): AsyncIterable<Uint8Array> {
  const archive = new Archive();
  const missing = new Set<Receipt>();
  for (const receipt of files) {
    const bytes = await bytesOf(context, receipt);
    if (bytes === null) missing.add(receipt);
    else yield* archive.with(receipt.path, bytes, receipt.created_at);
    await pause(context);
  }
  if (missing.size > 0) yield* archive.with("missing.txt", missingText([...missing]), context.now);
  const content = contentOf((id) => {
    const some = byTransaction.get(id) ?? [];
    const told = some.map((one) => (missing.has(one) ? `${one.path} (missing)` : one.path));
    return told.length === 0 ? null : told.join("; ");
  });
  yield* archive.withAll(name, content, context.now);
  yield* archive.end();
}

function missingText(missing: readonly Receipt[]): Uint8Array {
  const lines = missing.map(({ path }) => `${path}: the server's disk does not have its bytes\r\n`);
  return new TextEncoder().encode(lines.join(""));
}

/** @returns null where the disk does not have them */
async function bytesOf(context: AuditContext, { sha256 }: Receipt): Promise<Uint8Array | null> {
  try {
    return await filesOf(context).read(context.team.id, sha256);
  } catch (error) {
    if (error instanceof Refusal && error.code === "bytes_missing") return null;
    throw error;
  }
}
