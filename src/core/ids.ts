import { createHash } from "node:crypto";

export type RandomBytes = (size: number) => Uint8Array;

/** A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then 74 random bits. */
export function uuidV7(milliseconds: number, randomBytes: RandomBytes): string {
  const time = milliseconds.toString(16).padStart(12, "0");
  const random = Buffer.from(randomBytes(10)).toString("hex");
  const variant = ((Number.parseInt(random.slice(3, 4), 16) & 0b0011) | 0b1000).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    variant + random.slice(4, 7),
    random.slice(7, 19),
  ].join("-");
}

/** A UUIDv4 (RFC 9562 §5.4): 122 random bits, for ids that nobody may foresee. */
export function uuidV4(randomBytes: RandomBytes): string {
  const random = Buffer.from(randomBytes(16)).toString("hex");
  const variant = ((Number.parseInt(random.slice(16, 17), 16) & 0b0011) | 0b1000).toString(16);
  return [
    random.slice(0, 8),
    random.slice(8, 12),
    `4${random.slice(13, 16)}`,
    variant + random.slice(17, 20),
    random.slice(20, 32),
  ].join("-");
}

/** A UUIDv5 (RFC 9562 §5.5): the same for the same name in a namespace. */
export function uuidV5(namespace: string, name: string): string {
  const bytes = Buffer.from(namespace.replaceAll("-", ""), "hex");
  const digest = createHash("sha1").update(bytes).update(name).digest("hex");
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 0b0011) | 0b1000).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    variant + digest.slice(17, 20),
    digest.slice(20, 32),
  ].join("-");
}
