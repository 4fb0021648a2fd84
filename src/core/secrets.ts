import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RandomBytes } from "./ids.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 256 bits take 43 base62 digits, a CRC32 takes 6. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const BODY = new RegExp(`^[0-9A-Za-z]{${SECRET_DIGITS + CHECKSUM_DIGITS}}$`);

/**
 * New secret: the prefix, 256 random bits in base62, and the CRC32 of both. The checksum refuses
 * typing errors without a look-up, and lets secret scanners recognise a leak.
 */
export function newSecret(prefix: string, randomBytes: RandomBytes): string {
  const number = BigInt(`0x${Buffer.from(randomBytes(32)).toString("hex")}`);
  const secret = prefix + base62(number, SECRET_DIGITS);
  return secret + checksum(secret);
}

export function isWellFormedSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !BODY.test(text.slice(prefix.length))) return false;
  return text.slice(-CHECKSUM_DIGITS) === checksum(text.slice(0, -CHECKSUM_DIGITS));
}

export function bitsOfSecret(prefix: string, text: string): Buffer | null {
  if (!isWellFormedSecret(prefix, text)) return null;
  let number = 0n;
  for (const digit of text.slice(prefix.length, -CHECKSUM_DIGITS))
    number = number * 62n + BigInt(DIGITS.indexOf(digit));
  const hex = number.toString(16).padStart(64, "0");
  // 43 digits hold slightly more than 256 bits.
  return hex.length > 64 ? null : Buffer.from(hex, "hex");
}

const ID_BYTES = 16;

/**
 * Secret of a record's link: its id, and 128 bits of an HMAC of `sealed` under the server's secret (RFC 2104 §5). It is
 * derived instead of stored, so that the link can be shown again.
 * @param id a UUID
 */
export function derivedSecret(
  prefix: string,
  { id, sealed, serverSecret }: { id: string; sealed: string; serverSecret: string },
): string {
  const proof = createHmac("sha256", serverSecret).update(sealed).digest().subarray(0, ID_BYTES);
  const bits = Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), proof]);
  return newSecret(prefix, () => bits);
}

/** The id that a derived secret names; null for a text that is none. It proves nothing yet: compare the secret whole. */
export function idInSecret(prefix: string, secret: string): string | null {
  const bits = bitsOfSecret(prefix, secret);
  if (bits === null) return null;
  const hex = bits.toString("hex", 0, ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** SHA-256 in hex, for storing a secret. Its 256 random bits need no salt. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares in constant time. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_DIGITS);
}

function base62(number: bigint, length: number): string {
  let digits = "";
  for (let rest = number; rest > 0n; rest /= 62n)
    digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(length, "0");
}
