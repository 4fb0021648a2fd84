import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import type { RandomBytes } from "../../core/ids.ts";
import type { BaseContext, Sealing } from "../../db/context.ts";

/** The account that a number belongs to: a sealed number opens nowhere else. */
type Place = { readonly team_id: string; readonly id: string };

/** @throws Error where the context has no secret: a door that seals must bring one */
export function requireSealing({ sealing }: Pick<BaseContext, "sealing">): Sealing {
  if (sealing === null) throw new Error("the context has no secret to seal with");
  return sealing;
}

/** Seals with AES-256-GCM: `1.nonce.ciphertext.tag`, each in base64url. */
export function sealed(
  { secret }: Sealing,
  place: Place,
  text: string,
  randomBytes: RandomBytes,
): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret, SEALS), nonce);
  cipher.setAAD(boundTo(place));
  const parts = [nonce, Buffer.concat([cipher.update(text, "utf8"), cipher.final()])];
  return ["1", ...[...parts, cipher.getAuthTag()].map(base64url)].join(".");
}

/** Null for a number that was sealed with another secret, or for another account. */
export function opened({ secret }: Sealing, place: Place, seal: string): string | null {
  const [version, ...parts] = seal.split(".");
  const [nonce, ciphertext, tag] = parts.map((part) => Buffer.from(part, "base64url"));
  if (version !== "1" || nonce === undefined || ciphertext === undefined || tag?.length !== 16)
    return null;
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret, SEALS), nonce);
  decipher.setAAD(boundTo(place));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** Recognises a normalised number within a team, and tells nothing of it without the secret. */
export function numberHash({ secret }: Sealing, teamId: string, normal: string): string {
  return createHmac("sha256", keyOf(secret, HASHES)).update(`${teamId} ${normal}`).digest("hex");
}

const SEALS = "ledgerport bank numbers v1";
const HASHES = "ledgerport bank number hashes v1";

function keyOf(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", use, 32));
}

function boundTo({ team_id, id }: Place): Buffer {
  return Buffer.from(`${team_id} ${id}`);
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
