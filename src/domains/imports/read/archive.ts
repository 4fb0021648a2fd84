import { unreadable } from "../../../core/errors.ts";
import { unzipped, type ZipFault } from "../../../core/unzip.ts";
import { MOST_BYTES } from "./limits.ts";

const MOST_FILES = 50;
const MOST_UNPACKED = 100 * 1024 * 1024;

/**
 * Files of a ZIP archive, in its order. Their names are not used, but to know a workbook and what macOS adds.
 * @throws Refusal for a workbook, and for an archive that is broken, encrypted, too large or too dense
 */
export async function filesIn(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  const files = await unzipped(bytes, {
    largest: MOST_BYTES,
    mostFiles: MOST_FILES,
    mostBytes: MOST_UNPACKED,
    isLeftOut,
  });
  if (typeof files === "string") throw refused(files);
  if (files.length === 0) throw unreadable("The ZIP archive is empty", "choose another file");
  return files.map((file) => file.bytes);
}

/** @throws Refusal for the name of a part of a workbook */
function isLeftOut(name: string): boolean {
  if (name === "[Content_Types].xml" || name.startsWith("xl/"))
    throw unreadable("The file is an Excel workbook", SAVE_AS);
  if (name === "mimetype" || name === "content.xml")
    throw unreadable("The file is a workbook of LibreOffice", SAVE_AS);
  return /^__MACOSX\/|(^|\/)\.[^/]*$/.test(name);
}

const SAVE_AS =
  "export CSV, CAMT.053 or OFX at the bank, or save the sheet as CSV in the spreadsheet program";

const UNPACK = "unpack it and choose the statements one by one";
const AGAIN = "ask the bank for the file again";

const FAULTS: Readonly<Record<ZipFault, readonly [message: string, next: string]>> = {
  damaged: ["The ZIP archive is broken", AGAIN],
  path: ["The ZIP archive is broken (path of a file)", AGAIN],
  encrypted: ["The ZIP archive has a password", "unpack it and choose the statement in it"],
  "too many files": [`The ZIP archive has more than ${MOST_FILES} files`, UNPACK],
  "file too large": ["A file in the ZIP archive is larger than 20 MiB", UNPACK],
  "too large": ["The ZIP archive holds more than 100 MiB", UNPACK],
  "too dense": ["The ZIP archive is compressed more than a hundred times", UNPACK],
};

function refused(fault: ZipFault) {
  const [message, next] = FAULTS[fault];
  return unreadable(message, next);
}
