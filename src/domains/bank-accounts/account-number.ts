import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { type ById, label } from "../../core/fields.ts";
import type { RandomBytes } from "../../core/ids.ts";
import type { AuditContext, BaseContext, Context, Sealing } from "../../db/context.ts";
import type { Db } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import type { Instant } from "../../shared/time.ts";
import { requireAccount, type Row } from "./bank-account.ts";

/** An account number: an IBAN (ISO 13616), or any number that a bank gives. */
type AccountNumber = {
  readonly shown: string;
  /** The same for every way to write it. */
  readonly normal: string;
  /** `DE•• 3000`: the country of an IBAN, and the last four characters. */
  readonly masked: string;
};

/** Written with spaces, hyphens, points and slashes or without. */
export const accountNumber = label(60)
  .refine(
    (text) => /^[A-Z0-9]{4,34}$/.test(normalOf(text)),
    "must be an IBAN, or an account number of 4 to 34 letters and digits",
  )
  .refine(
    (text) => !looksLikeIban(normalOf(text)) || hasCheckDigits(normalOf(text)),
    "is not an IBAN: its check digits do not fit, so look for a wrong digit",
  );

/** An IBAN alone, kept without spaces. */
export const iban = label(60)
  .overwrite(normalOf)
  .refine(
    (text) => looksLikeIban(text) && hasCheckDigits(text),
    "is not an IBAN: look for a wrong or missing character",
  );

/** @param text that `accountNumber` has accepted */
export function readAccountNumber(text: string): AccountNumber {
  const normal = normalOf(text);
  if (!looksLikeIban(normal))
    return { shown: text, normal, masked: `•• ${normal.slice(normal.length < 8 ? -2 : -4)}` };
  const shown = normal.replaceAll(/.{4}(?=.)/g, "$& ");
  return { shown, normal, masked: `${normal.slice(0, 2)}•• ${normal.slice(-4)}` };
}

function normalOf(text: string): string {
  return text.replaceAll(/[\s./-]/g, "").toUpperCase();
}

function looksLikeIban(normal: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(normal);
}

/** ISO 7064, MOD 97-10, letters counted from 10. */
function hasCheckDigits(normal: string): boolean {
  const digits = (normal.slice(4) + normal.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}

/** The account of a number: a sealed number opens nowhere else. */
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

type NumberColumns = Pick<Row, "number_sealed" | "number_hash" | "number_masked" | "number_set_at">;

export function numberColumns(
  context: AuditContext,
  id: string,
  typed: string | null,
  at: Instant,
): NumberColumns {
  if (typed === null)
    return { number_sealed: null, number_hash: null, number_masked: null, number_set_at: null };
  const sealing = requireSealing(context);
  const team_id = context.team.id;
  const { shown, normal, masked } = readAccountNumber(typed);
  return {
    number_sealed: sealed(sealing, { team_id, id }, shown, context.randomBytes),
    number_hash: numberHash(sealing, team_id, normal),
    number_masked: masked,
    number_set_at: at,
  };
}

const MOST_TRIED = 1000;

/** Counts sealed numbers of all teams, and the newest ones that the secret does not open. */
export async function findSealed(
  db: Db,
  sealing: Sealing,
): Promise<{ readonly sealed: number; readonly lost: number }> {
  const rows = await db
    .selectFrom("bank_accounts")
    .select(["team_id", "id", "number_sealed"])
    .where("number_sealed", "is not", null)
    .orderBy("number_set_at", "desc")
    .limit(MOST_TRIED)
    .execute();
  const lost = rows.filter((row) => opened(sealing, row, row.number_sealed ?? "") === null);
  return { sealed: rows.length, lost: lost.length };
}

/**
 * The whole number of an account; null when it has none. The journal tells who looked at it.
 * @throws Refusal `secret_changed` for a number that cannot be opened any more
 */
export async function revealNumber(context: Context, { id }: ById): Promise<string | null> {
  return transaction(context, async (context) => {
    const account = await requireAccount(context, { id });
    if (account.number_masked === null) return null;
    const { number_sealed: seal } = account;
    const number = seal === null ? null : opened(requireSealing(context), account, seal);
    if (number === null) throw cannotOpen();
    await record(context, [{ type: "bank_account", id, before: {}, after: {} }]);
    return number;
  });
}

function cannotOpen(): Refusal {
  return new Refusal({
    code: "secret_changed",
    message: "The account number cannot be opened any more: only its last characters are known",
    next: "enter the number again",
  });
}
