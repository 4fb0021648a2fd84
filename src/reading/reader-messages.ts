import type { FileKind } from "../shared/paper.ts";
import type { FileToRead, ReadFile } from "./paper.ts";
import type { ReadingStep } from "./read-file.ts";

/** The picture of one page, for people who look at a file. */
export type PreviewToDraw = {
  readonly bytes: Uint8Array;
  readonly kind: FileKind;
  /** From 1 on. */
  readonly page: number;
  /** In pixels. */
  readonly width: number;
};

/** From the server to the process that reads. The bytes follow through its standard input. */
export type ReaderRequest = { readonly length: number } & (
  | {
      readonly read: Omit<FileToRead, "bytes">;
      /** A folder with other networks. */
      readonly ocrModels: string | null;
    }
  | { readonly draw: Omit<PreviewToDraw, "bytes"> }
);

/** Steps come before the answer. */
export type ReaderAnswer =
  | { readonly step: ReadingStep }
  | { readonly read: ReadFile }
  | { readonly drawn: Uint8Array | null }
  | { readonly failed: string };
