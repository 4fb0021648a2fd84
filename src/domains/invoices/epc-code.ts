import { encode } from "uqr";
import { usesSepa } from "../../shared/country-taxes.ts";
import { decimalText } from "../../shared/money.ts";
import type { InvoiceBody } from "./invoice-body.ts";

const MOST_MINOR = 99_999_999_999;
const LONGEST_NAME = 70;

/**
 * Text of the code with which banking apps fill in a transfer (EPC069-12, version 002): for euros into an account of
 * SEPA alone.
 * @param minor cents to pay
 * @returns null where there is none
 */
export function epcText({ payment, currency, number }: InvoiceBody, minor: number): string | null {
  const iban = payment?.iban?.replaceAll(/\s/g, "") ?? null;
  if (payment === null || iban === null || number === null || currency !== "EUR") return null;
  if (!usesSepa(iban.slice(0, 2)) || minor < 1 || minor > MOST_MINOR) return null;
  const name = payment.holder.replaceAll(/\s+/g, " ").trim();
  const amount = `EUR${decimalText(minor, currency)}`;
  const shortName = Array.from(name).slice(0, LONGEST_NAME).join("");
  // Purpose and structured reference stay empty.
  return [
    "BCD",
    "002",
    "1",
    "SCT",
    payment.bic ?? "",
    shortName,
    iban,
    amount,
    "",
    "",
    number,
  ].join("\n");
}

export type CodeDrawing = {
  /** Modules of a side, with the quiet zone of four on each. */
  readonly size: number;
  /** Dark modules beside each other, row by row. */
  readonly runs: readonly { readonly x: number; readonly y: number; readonly width: number }[];
};

const QUIET = 4;

/** Draws a text as a QR code of the error correction level M, which the guideline demands. */
export function drawnCode(text: string): CodeDrawing {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const runs = data.flatMap((row, y) => runsOf(row).map((run) => ({ ...run, y })));
  return { size, runs };
}

function runsOf(
  row: readonly boolean[],
): readonly { readonly x: number; readonly width: number }[] {
  const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []));
  return starts.map((x) => {
    const end = row.indexOf(false, x);
    return { x, width: (end === -1 ? row.length : end) - x };
  });
}
