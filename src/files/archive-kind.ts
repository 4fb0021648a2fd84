import { openPromise, type ZipFile } from "yauzl";
import type { FileKind } from "../shared/paper.ts";
import type { FoundKind } from "./file-kind.ts";

const MOST_PARTS = 10_000;
/** Bytes of the part that says what an archive is. */
const LARGEST_LABEL = 256 * 1024;

/** Tells the kind of an office file by its parts, none of which is unpacked but the one that names the kind. */
export async function kindOfArchive(path: string): Promise<FoundKind> {
  const parts = await partsOf(path);
  if (parts === null) return { other: "a damaged ZIP archive" };
  if (parts.names.length > MOST_PARTS)
    return { other: `a ZIP archive of more than ${MOST_PARTS} files` };
  const kind = openDocument(parts.mimetype) ?? officeKind(parts.contentTypes);
  if (kind === null) return { other: "a ZIP archive" };
  const hasMacros = typeof kind === "string" && parts.names.some((name) => MACROS.test(name));
  return hasMacros ? { other: `${kind.toUpperCase()} with macros` } : kind;
}

/** Of Office, and of OpenDocument, which lists its libraries even where they are empty. */
const MACROS =
  /(?:^|\/)vba\w*\.(?:bin|xml)$|^Scripts\/.*[^/]$|^Basic\/(?!.*script-l[bc]\.xml$).*\.xml$/i;

type Parts = {
  readonly names: readonly string[];
  /** Of Office Open XML. */
  readonly contentTypes: string;
  /** Of OpenDocument. */
  readonly mimetype: string;
};

/** @returns null for a damaged archive */
async function partsOf(path: string): Promise<Parts | null> {
  try {
    const archive = await openPromise(path, { lazyEntries: true });
    try {
      return await readParts(archive);
    } finally {
      archive.close();
    }
  } catch (error) {
    // The library throws plain errors for every kind of damage.
    if (!(error instanceof Error) || "syscall" in error) throw error;
    return null;
  }
}

const LABELS = new Set(["[Content_Types].xml", "mimetype"]);

async function readParts(archive: ZipFile): Promise<Parts> {
  const names: string[] = [];
  const labels = new Map<string, string>();
  for await (const entry of archive.eachEntry()) {
    const { fileName } = entry;
    if (names.push(fileName) > MOST_PARTS) break;
    // An archive may list the same part ten thousand times.
    if (!LABELS.has(fileName) || labels.has(fileName)) continue;
    if (entry.uncompressedSize > LARGEST_LABEL || entry.isEncrypted()) continue;
    labels.set(fileName, await unpackedText(archive, entry));
  }
  const [contentTypes = "", mimetype = ""] = [...LABELS].map((name) => labels.get(name));
  return { names, contentTypes, mimetype };
}

type Entry = Parameters<ZipFile["openReadStreamPromise"]>[0];

async function unpackedText(archive: ZipFile, entry: Entry): Promise<string> {
  // Fails as soon as there are more bytes than the archive says.
  const stream: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry);
  return Buffer.concat(await Array.fromAsync(stream)).toString("utf8");
}

const OPEN_DOCUMENT = "application/vnd.oasis.opendocument.";
const OPEN_DOCUMENTS: Readonly<Record<string, FileKind>> = { text: "odt", spreadsheet: "ods" };

function openDocument(mimetype: string): FoundKind | null {
  const type = mimetype.trim();
  if (!type.startsWith(OPEN_DOCUMENT)) return null;
  const kind = type.slice(OPEN_DOCUMENT.length);
  return OPEN_DOCUMENTS[kind] ?? { other: "another kind of OpenDocument file" };
}

const MAIN_PART = /ContentType\s*=\s*["']application\/vnd\.(?<type>[\w.-]+?)\.main\+xml["']/;

function officeKind(contentTypes: string): FoundKind | null {
  const type = MAIN_PART.exec(contentTypes)?.groups?.["type"];
  if (type === undefined) return null;
  if (type === "openxmlformats-officedocument.wordprocessingml.document") return "docx";
  if (type === "openxmlformats-officedocument.spreadsheetml.sheet") return "xlsx";
  const hasMacros = type.includes("macroEnabled");
  return { other: hasMacros ? "an office file with macros" : "another kind of office file" };
}
