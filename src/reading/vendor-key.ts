import { fold } from "../core/fold.ts";

type Known = {
  readonly vat?: string | null;
  readonly iban?: string | null;
  readonly domain?: string | null;
  readonly name?: string | null;
};

/** The same for all papers of a vendor, from the surest that is known. Null when nothing is. */
export function vendorKeyOf({ vat, iban, domain, name }: Known): string | null {
  if (hasText(vat)) return `vat:${compact(vat)}`;
  if (hasText(iban)) return `iban:${compact(iban)}`;
  if (hasText(domain)) return `domain:${domain.trim().toLowerCase()}`;
  const folded = fold(name ?? "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return folded === "" ? null : `name:${folded}`;
}

function hasText(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value.trim() !== "";
}

/** Capitals without blanks and points, as VAT numbers and IBANs are compared. */
function compact(number: string): string {
  return number.replaceAll(/[^\p{L}\p{N}]/gu, "").toUpperCase();
}
