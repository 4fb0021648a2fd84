import pLimit, { type LimitFunction } from "p-limit";
import { Failure } from "../../core/errors.ts";
import { Archive, freeName } from "../../core/zip.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { ExportedInvoice } from "./export-invoices.ts";
import { pdfName, pdfOf } from "./invoice-pdf.ts";

type Zipped = {
  readonly documents: AsyncIterable<readonly ExportedInvoice[]>;
  /** First line of the list. */
  readonly titles: string;
  readonly lineOf: (document: ExportedInvoice, file: string | null) => string;
};

/**
 * A ZIP file of PDFs by their numbers, and of the list as `index.csv`. Each PDF is read, or drawn where nobody needed it
 * before, when the browser has taken the one before it. `missing.txt` names those that cannot be drawn.
 */
export async function* zipOf(
  context: OfTeam,
  { documents, titles, lineOf }: Zipped,
): AsyncIterable<Uint8Array> {
  const archive = new Archive();
  const names = new Set<string>();
  const lines = [titles];
  const missing: string[] = [];
  for await (const some of documents)
    for (const document of some) {
      const { id, number, sent_at } = document;
      const pdf = number === null || sent_at === null ? null : await drawn(context, id);
      if (pdf === null || number === null || sent_at === null) {
        if (number !== null) missing.push(`${number}: its PDF could not be drawn\r\n`);
        lines.push(lineOf(document, null));
        continue;
      }
      // A pattern that was changed may give a number that differs by signs alone which no file name has.
      const file = freeName(pdfName(number), names);
      lines.push(lineOf(document, file));
      yield* archive.with(file, pdf, sent_at);
    }
  const { now } = context;
  if (missing.length > 0) yield* archive.with("missing.txt", encoded(missing), now);
  yield* archive.with("index.csv", encoded(lines), now);
  yield* archive.end();
}

const encoder = new TextEncoder();

function encoded(lines: readonly string[]): Uint8Array {
  return encoder.encode(lines.join(""));
}

/** By team: of all its files, one PDF is read or drawn at a time, so that other teams' PDFs are drawn in between. */
const turns = new Map<string, LimitFunction>();

/** @returns null for a PDF that cannot be drawn */
async function drawn(context: OfTeam, invoiceId: string): Promise<Uint8Array | null> {
  const { id } = context.team;
  const turn = turns.get(id) ?? pLimit(1);
  turns.set(id, turn);
  try {
    return await turn(async () => pdfOf(context, invoiceId));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(id);
  }
}
