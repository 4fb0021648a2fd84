import { crc32, deflateRawSync } from "node:zlib";

type Lie = {
  /** Size that the archive claims, when it is not the file's. */
  readonly size?: number;
  readonly crc?: number;
};

/** A ZIP archive of these files, by name. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, lie: Lie = {}): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const deflated = deflateRawSync(bytes);
    const shared = sharedFields(lie.crc ?? crc32(bytes), deflated.length, lie.size ?? bytes.length);
    const title = Buffer.from(name);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(title.length, 0);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, lengths, title, deflated]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 0]);
    entries.push(
      Buffer.concat([
        Buffer.from("PK\x01\x02"),
        made,
        shared,
        lengths.subarray(0, 4),
        place,
        title,
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]);
}

/** Version, flags, method, time, checksum and sizes: alike in both headers of a file. */
function sharedFields(crc: number, deflated: number, size: number): Buffer {
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(deflated, 14);
  fields.writeUInt32LE(size, 18);
  return fields;
}
