/** Returns a new array of `size` bytes from a cryptographic source. */
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
