import { fromBufferPromise, type ZipFile } from "yauzl";
import { type Refusal, unreadable } from "../../../core/errors.ts";
import { checkSize } from "./limits.ts";

const MOST_ENTRIES = 50;
const MOST_UNPACKED = 100 * 1024 * 1024;

/** Times that a file may be larger than its compressed form. */
const MOST_RATIO = 100;

/** Files below this size are no danger, however well they compress. */
const SMALL = 64 * 1024;

const UNPACK = "unpack it and choose the statements one by one";

export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/**
 * Files of a ZIP archive, in its order. Their names are not used, but to know a workbook and what macOS adds.
 * @throws Refusal for a workbook, and for an archive that is broken, encrypted, too large or too dense
 */
export async function filesIn(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  const zip = await readable(fromBufferPromise(Buffer.from(bytes), { lazyEntries: true }));
  if (zip.entryCount > MOST_ENTRIES)
    throw unreadable(`The ZIP archive has more than ${MOST_ENTRIES} files`, UNPACK);
  const files: Uint8Array[] = [];
  let unpacked = 0;
  for await (const entry of entriesOf(zip)) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    refuseWorkbook(fileName);
    if (/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(fileName)) continue;
    if (entry.isEncrypted())
      throw unreadable(
        "The ZIP archive has a password",
        "unpack it and choose the statement in it",
      );
    unpacked += uncompressedSize;
    if (unpacked > MOST_UNPACKED)
      throw unreadable("The ZIP archive holds more than 100 MiB", UNPACK);
    if (uncompressedSize > SMALL && uncompressedSize > compressedSize * MOST_RATIO)
      throw unreadable("The ZIP archive is compressed more than a hundred times", UNPACK);
    checkSize(uncompressedSize);
    files.push(await readable(contentOf(zip, entry)));
  }
  if (files.length === 0) throw unreadable("The ZIP archive is empty", "choose another file");
  return files;
}

type Entry = Parameters<ZipFile["openReadStreamPromise"]>[0];

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()[Symbol.asyncIterator]();
  for (;;) {
    const next = await readable(entries.next());
    if (next.done === true) return;
    yield next.value;
  }
}

/** The parser of archives checks that no more comes than the entry says. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** A broken archive has many faults, which the parser throws as plain errors. */
async function readable<Value>(promise: Promise<Value>): Promise<Value> {
  return promise.catch((cause: unknown) => {
    throw broken(cause);
  });
}

function broken(cause: unknown): Refusal {
  const reason =
    cause instanceof Error && cause.message.includes("path") ? " (path of a file)" : "";
  return unreadable(`The ZIP archive is broken${reason}`, "ask the bank for the file again");
}

function refuseWorkbook(name: string): void {
  if (name === "[Content_Types].xml" || name.startsWith("xl/"))
    throw unreadable("The file is an Excel workbook", SAVE_AS);
  if (name === "mimetype" || name === "content.xml")
    throw unreadable("The file is a workbook of LibreOffice", SAVE_AS);
}

const SAVE_AS =
  "export CSV, CAMT.053 or OFX at the bank, or save the sheet as CSV in the spreadsheet program";
