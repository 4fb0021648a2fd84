import { Zip, ZipPassThrough } from "fflate";
import pLimit, { type LimitFunction } from "p-limit";
import { Failure, Refusal } from "../../core/errors.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { Instant } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import type { ExportedInvoice } from "./export-invoices.ts";
import { pdfName, pdfOf } from "./invoice-pdf.ts";

/** PDFs of one file: some 60 MB, which are sent as they are read. */
export const MOST_ZIPPED = 2000;

/** @throws Refusal `too_many` */
export function requireZippable(count: number): void {
  if (count <= MOST_ZIPPED) return;
  throw new Refusal({
    code: "too_many",
    message: `${counted(count, "PDF")} match, and one file takes ${counted(MOST_ZIPPED, "PDF")}`,
    next: "choose fewer days; nothing was exported",
  });
}

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
      const file = free(pdfName(number), names);
      lines.push(lineOf(document, file));
      yield* archive.with(file, pdf, sent_at);
    }
  const { now } = context;
  if (missing.length > 0) yield* archive.with("missing.txt", encoded(missing), now);
  yield* archive.with("index.csv", encoded(lines), now);
  yield* archive.end();
}

/** A ZIP file in pieces. PDFs are compressed already, so nothing is compressed here. */
class Archive {
  #pieces: Uint8Array[] = [];
  readonly #zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    this.#pieces.push(piece);
  });

  with(name: string, bytes: Uint8Array, at: Instant): readonly Uint8Array[] {
    const file = new ZipPassThrough(name);
    file.mtime = at;
    this.#zip.add(file);
    file.push(bytes, true);
    return this.#taken();
  }

  end(): readonly Uint8Array[] {
    this.#zip.end();
    return this.#taken();
  }

  #taken(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}

const encoder = new TextEncoder();

function encoded(lines: readonly string[]): Uint8Array {
  return encoder.encode(lines.join(""));
}

/** A pattern that was changed may give a number that differs by signs alone which no file name has. */
function free(name: string, names: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const one = count === 1 ? name : name.replace(/\.pdf$/, ` (${count}).pdf`);
    if (names.has(one)) continue;
    names.add(one);
    return one;
  }
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
