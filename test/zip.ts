import { crc32, deflateRawSync } from "node:zlib";

type File = { readonly name: string; readonly content: string | Uint8Array };

/** A ZIP archive of files (APPNOTE 4.3), compressed. */
export function zipOf(...files: readonly File[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const [bytes, title] = [Buffer.from(content), Buffer.from(name)];
    const packed = deflateRawSync(bytes);
    const sizes = [crc32(bytes), packed.length, bytes.length];
    // Version 2.0, no flags, deflate, no time.
    const common = [20, 0, 8, 0, 0];
    const head = [short(...common), long(...sizes), short(title.length, 0)];
    bodies.push(Buffer.concat([long(0x04034b50), ...head, title, packed]));
    const entry = [long(0x02014b50), short(20), ...head, short(0, 0, 0), long(0, at), title];
    directory.push(Buffer.concat(entry));
    at += bodies.at(-1)?.length ?? 0;
  }
  const listed = Buffer.concat(directory);
  const count = files.length;
  const end = [long(0x06054b50), short(0, 0, count, count), long(listed.length, at), short(0)];
  return Buffer.concat([...bodies, listed, ...end]);
}

function short(...numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((number) => Buffer.from([number & 255, number >> 8])));
}

function long(...numbers: readonly number[]): Buffer {
  return Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(number >>> 0);
      return bytes;
    }),
  );
}
