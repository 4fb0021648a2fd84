import type { FileKind } from "../shared/paper.ts";

/** Bytes that arrived whole and are on the disk, under a temporary name. */
export type StagedFile = {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly kind: FileKind;
  /** Removes the temporary file. Its copy under the final name stays, and is collected if no row names it. */
  readonly discard: () => Promise<void>;
};

type Sent = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes that were announced; null when nobody said. */
  readonly length: number | null;
  /** Bytes, where a file may have others than an upload. */
  readonly largest?: number;
  /** Of a text file, a name's ending tells CSV and Markdown from text; it decides nothing else. */
  readonly name: string;
};

/**
 * The bytes of files, by team and hash. Rows of the database decide which of them exist: bytes come before their row
 * and go after it.
 */
export type Files = {
  /** Largest file, in bytes. */
  readonly largest: number;
  /** Bytes that a team may keep. */
  readonly teamLimit: number;
  /**
   * Writes bytes to the disk, also under their final name.
   * @throws Refusal `file_too_large`, `type_not_taken` (for an empty one too), `disk_full`; nothing is left then
   */
  readonly stage: (teamId: string, sent: Sent) => Promise<StagedFile>;
  /** Puts staged bytes under their final name again if they are gone there. Called with the team locked. */
  readonly keep: (teamId: string, staged: StagedFile) => Promise<void>;
  /** @throws Refusal `bytes_missing` when the disk does not have them */
  readonly read: (teamId: string, sha256: string) => Promise<Uint8Array>;
  readonly has: (teamId: string, sha256: string) => Promise<boolean>;
  readonly remove: (teamId: string, sha256: string) => Promise<void>;
  /**
   * A page as a WebP picture that the reader drew, kept for the next time.
   * @param page from 1 on
   * @param width pixels
   * @throws Refusal for a file or page that cannot be drawn
   */
  readonly preview: (asked: Preview) => Promise<Uint8Array>;
};

export type Preview = {
  readonly teamId: string;
  readonly sha256: string;
  readonly kind: FileKind;
  readonly page: number;
  readonly width: number;
};
