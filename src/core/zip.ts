import { Zip, ZipPassThrough } from "fflate";
import type { Instant } from "../shared/time.ts";
import { counted } from "../shared/words.ts";
import { Refusal } from "./errors.ts";

/** Files of one archive, without its table. */
export const MOST_ZIPPED = 2000;

/** Bytes of them. Without ZIP64 an archive ends at 4 GiB. */
export const MOST_ZIPPED_BYTES = 2 ** 31;

type Zipped = {
  readonly count: number;
  readonly bytes?: number;
  /** Noun for one file: `PDF`. */
  readonly of: string;
};

/** @throws Refusal `too_many` */
export function requireZippable({ count, bytes = 0, of }: Zipped): void {
  const [found, most] =
    count > MOST_ZIPPED
      ? [counted(count, of), counted(MOST_ZIPPED, of)]
      : [`${counted(count, of)} of ${gibibytes(bytes)}`, gibibytes(MOST_ZIPPED_BYTES)];
  if (count <= MOST_ZIPPED && bytes <= MOST_ZIPPED_BYTES) return;
  throw new Refusal({
    code: "too_many",
    message: `${found} match, and one file takes ${most}`,
    next: "choose fewer days; nothing was exported",
  });
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

/** A ZIP archive in pieces, one file after another. PDFs and pictures are compressed already: nothing is here. */
export class Archive {
  #pieces: Uint8Array[] = [];
  readonly #zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    this.#pieces.push(piece);
  });

  with(name: string, bytes: Uint8Array, at: Instant): readonly Uint8Array[] {
    this.#begun(name, at).push(bytes, true);
    return this.#taken();
  }

  async *withAll(
    name: string,
    content: AsyncIterable<Uint8Array>,
    at: Instant,
  ): AsyncIterable<Uint8Array> {
    const file = this.#begun(name, at);
    for await (const some of content) {
      file.push(some);
      yield* this.#taken();
    }
    file.push(new Uint8Array(), true);
    yield* this.#taken();
  }

  end(): readonly Uint8Array[] {
    this.#zip.end();
    return this.#taken();
  }

  #begun(name: string, at: Instant): ZipPassThrough {
    const file = new ZipPassThrough(name);
    file.mtime = at;
    this.#zip.add(file);
    return file;
  }

  #taken(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}

/** Takes a name that no other file of a folder has: `a.pdf`, then `a (2).pdf`. Windows and macOS ignore case. */
export function freeName(name: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const one =
      count === 1 ? name : name.replace(/(?:\.\w+)?$/, (ending) => ` (${count})${ending}`);
    const key = one.normalize("NFC").toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return one;
  }
}
