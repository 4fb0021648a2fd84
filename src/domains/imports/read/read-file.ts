import { unreadable } from "../../../core/errors.ts";
import { isZip } from "../../../core/unzip.ts";
import { filesIn } from "./archive.ts";
import { readCamt } from "./camt.ts";
import { readCsvStatement } from "./csv/read-statement-csv.ts";
import { checkRows, checkSize } from "./limits.ts";
import { readMt940 } from "./mt940.ts";
import { readOfx } from "./ofx.ts";
import { readQif } from "./qif.ts";
import { recognise, type Recognised } from "./recognise.ts";
import type { FileFormat, ReadFile, ReadOptions } from "./statement.ts";

/**
 * Reads a bank's file of any format, or a ZIP archive of several of one kind.
 * @throws Refusal for a file that cannot be read as a whole
 */
export async function readFile(bytes: Uint8Array, options: ReadOptions): Promise<ReadFile> {
  checkSize(bytes.length);
  const files = isZip(bytes) ? await filesIn(bytes) : [bytes];
  const read = joined(files.map((file) => readText(recognise(file), options)));
  checkRows(read.statements.reduce((sum, { rows }) => sum + rows.length, 0));
  return read;
}

function readText({ format, encoding, text }: Recognised, options: ReadOptions): ReadFile {
  return { ...READERS[format](text, options), encoding };
}

type Reader = (text: string, options: ReadOptions) => Omit<ReadFile, "encoding">;

const READERS: Readonly<Record<FileFormat, Reader>> = {
  ofx: readOfx,
  qif: readQif,
  camt: readCamt,
  mt940: readMt940,
  csv: readCsvStatement,
};

/** Several files are read as one if a bank made them in the same way. */
function joined(files: readonly ReadFile[]): ReadFile {
  const [first, ...others] = files;
  if (first === undefined) throw new RangeError("an archive has a file");
  if (others.length === 0) return first;
  if (others.some(({ signature }) => signature !== first.signature))
    throw unreadable(
      "The ZIP archive has files of different kinds",
      "unpack it and choose the statements one by one",
    );
  const questions = new Map(files.flatMap((file) => file.questions.map((one) => [one.id, one])));
  return {
    ...first,
    encoding: [...new Set(files.map(({ encoding }) => encoding))].join(", "),
    statements: files.flatMap(({ statements }, file) =>
      statements.map((statement) => ({ ...statement, file })),
    ),
    errors: files.flatMap(({ errors }) => errors),
    questions: [...questions.values()],
    notices: [
      `The ZIP archive has ${files.length} files. They are read as one; lines are counted in each file.`,
      ...files.flatMap(({ notices }) => notices),
    ],
  };
}
