import { crc32 } from "node:zlib";
import { fromBufferPromise, type ZipFile } from "yauzl";
import { Refusal } from "./errors.ts";

type Bounds = {
  /** Bytes of one file. */
  readonly largest: number;
  readonly mostFiles: number;
  readonly mostBytes?: number;
  readonly isLeftOut?: (name: string) => boolean;
};

type ZippedFile = { readonly name: string; readonly bytes: Buffer };

export type ZipFault =
  | "damaged"
  | "path"
  | "encrypted"
  | "too many files"
  | "file too large"
  | "too large"
  | "too dense";

/** A file may be so many times larger than its compressed form. */
const MOST_RATIO = 100;

/** Smaller files are no danger, however well they compress. */
const SMALL = 64 * 1024;

export function isZip(bytes: Uint8Array): boolean {
  const [one, two, three, four] = bytes;
  return one === 0x50 && two === 0x4b && (three === 3 || three === 5) && four === three + 1;
}

/**
 * Files in a ZIP archive, without folders. Nothing is written, and no path is followed: a name is only
 * text. A fault for an archive that is damaged, encrypted, or beyond the bounds.
 */
export async function unzipped(
  bytes: Uint8Array,
  bounds: Bounds,
): Promise<readonly ZippedFile[] | ZipFault> {
  try {
    return await filesOf(
      await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true }),
      bounds,
    );
  } catch (error) {
    // The library throws plain errors for every kind of damage.
    if (!(error instanceof Error) || error instanceof Refusal) throw error;
    return error.message.includes("path") ? "path" : "damaged";
  }
}

type Entry = Parameters<ZipFile["openReadStreamPromise"]>[0];

async function filesOf(
  archive: ZipFile,
  bounds: Bounds,
): Promise<readonly ZippedFile[] | ZipFault> {
  const { mostFiles, mostBytes = Infinity, isLeftOut = () => false } = bounds;
  const files: ZippedFile[] = [];
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName;
    if (isLeftOut(name) || name.endsWith("/")) continue;
    if (files.length === mostFiles) return "too many files";
    unpacked += entry.uncompressedSize;
    const fault = faultOf(entry, bounds);
    if (fault !== null) return fault;
    if (unpacked > mostBytes) return "too large";
    // Fails as soon as there are more bytes than the archive says.
    const stream: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry);
    const bytes = Buffer.concat(await Array.fromAsync(stream));
    if (crc32(bytes) !== entry.crc32) return "damaged";
    files.push({ name, bytes });
  }
  return files;
}

function faultOf(entry: Entry, { largest }: Bounds): ZipFault | null {
  const { uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted()) return "encrypted";
  if (uncompressedSize > SMALL && uncompressedSize > compressedSize * MOST_RATIO)
    return "too dense";
  return uncompressedSize > largest ? "file too large" : null;
}
