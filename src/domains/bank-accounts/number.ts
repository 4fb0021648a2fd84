import { label } from "../../core/fields.ts";

/** An account number: an IBAN (ISO 13616), or any number that a bank gives. */
export type AccountNumber = {
  /** As it is shown to whoever may see it. */
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
