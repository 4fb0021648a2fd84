import { crc32 } from "node:zlib";
import { fromBufferPromise, type ZipFile } from "yauzl";

type Bounds = {
  /** Bytes of one file. */
  readonly largest: number;
  readonly mostFiles: number;
};

export type ZippedFile = { readonly name: string; readonly bytes: Buffer };

/** True for bytes that begin as a ZIP archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * Files in a ZIP archive, without folders. Nothing is written, and no path is followed: a name is only
 * text. Null for an archive that is damaged, encrypted, or beyond the bounds.
 */
export async function unzipped(
  bytes: Uint8Array,
  bounds: Bounds,
): Promise<readonly ZippedFile[] | null> {
  try {
    return await filesOf(
      await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true }),
      bounds,
    );
  } catch (error) {
    // The library throws plain errors for every kind of damage.
    if (error instanceof Error) return null;
    throw error;
  }
}

async function filesOf(
  archive: ZipFile,
  { largest, mostFiles }: Bounds,
): Promise<readonly ZippedFile[] | null> {
  const files: ZippedFile[] = [];
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName;
    if (name.endsWith("/")) continue;
    if (files.length === mostFiles || entry.uncompressedSize > largest) return null;
    // Fails as soon as there are more bytes than the archive says.
    const stream: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry);
    const bytes = Buffer.concat(await Array.fromAsync(stream));
    if (crc32(bytes) !== entry.crc32) return null;
    files.push({ name, bytes });
  }
  return files;
}
