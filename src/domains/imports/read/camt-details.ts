import { readAmount } from "./amount.ts";
import { readCurrency } from "./booking.ts";
import { type Party, partyOf } from "./camt-parties.ts";
import { remittanceOf } from "./camt-remittance.ts";
import type { RowDetail } from "./statement.ts";
import { descendant, childrenOf, type Element, textAt } from "./xml.ts";

type Details = { readonly details: readonly RowDetail[]; readonly isSplit: boolean };

const NONE: Details = { details: [], isSplit: false };

/**
 * Single payments of a collective booking, and charges that were taken off. They are a split if they add up
 * to the entry. Payments in another currency than the entry's are no parts of it.
 */
export function detailsOf(
  entry: Element,
  payments: readonly Element[],
  booked: number,
  { currency, number }: { readonly currency: string; readonly number: string | null },
): Details {
  const amounts = payments.map((payment) => amountIn(payment, currency));
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0 || known.length < amounts.length) return NONE;
  const isOut = booked < 0;
  const fee = 0n - chargesIn(entry, payments, currency);
  // Some banks give payments a sign of their own that is not meant.
  const signed = [
    known.map((amount) => (isOut ? 0 - amount : amount)),
    known.map((amount, index) => (isDebit(payments[index], isOut) ? 0 - amount : amount)),
  ];
  const exact = signed.find((minors) => sumOf(minors) === BigInt(booked));
  const withFee = signed.find((minors) => fee < 0n && sumOf(minors) + fee === BigInt(booked));
  const minors = exact ?? withFee ?? signed[0] ?? [];
  const details = payments.map((payment, index) =>
    detailOf(payment, minors[index] ?? 0, partyOf(payment, !isOut, number)),
  );
  if (exact === undefined && withFee !== undefined)
    return { details: [...details, charges(Number(fee))], isSplit: true };
  return details.length < 2 ? NONE : { details, isSplit: exact !== undefined };
}

function detailOf(payment: Element, minor: number, { name }: Party): RowDetail {
  return { minor, name, description: remittanceOf(payment), category: null };
}

function charges(minor: number): RowDetail {
  return { minor, name: null, description: "Charges of the bank", category: "banking-fees" };
}

/** Minor units of a payment without sign; null when it is in another currency, or not told. */
function amountIn(payment: Element, currency: string): number | null {
  const amount = descendant(payment, "Amt") ?? descendant(payment, "AmtDtls/TxAmt/Amt");
  if (amount === undefined || (readCurrency(amount.currency) ?? currency) !== currency) return null;
  const read = readAmount(amount.text, currency);
  return "minor" in read ? Math.abs(read.minor) : null;
}

function isDebit(payment: Element | undefined, otherwise: boolean): boolean {
  const sign = textAt(payment, "CdtDbtInd");
  return sign === null ? otherwise : sign === "DBIT";
}

/** Charges of the entry, else of all its payments, in minor units. */
function chargesIn(entry: Element, payments: readonly Element[], currency: string): bigint {
  const ofEntry = chargeOf(entry, currency);
  if (ofEntry !== 0n) return ofEntry;
  return payments.reduce((sum, payment) => sum + chargeOf(payment, currency), 0n);
}

function chargeOf(element: Element, currency: string): bigint {
  const total = readCharge(descendant(element, "Chrgs/TtlChrgsAndTaxAmt"), currency);
  if (total !== 0) return BigInt(total);
  const single = childrenOf(element, "Chrgs").flatMap((part) => [
    readCharge(descendant(part, "Amt"), currency),
    ...childrenOf(part, "Rcrd").map((record) => readCharge(descendant(record, "Amt"), currency)),
  ]);
  return sumOf(single);
}

function readCharge(amount: Element | undefined, currency: string): number {
  if (amount === undefined || (readCurrency(amount.currency) ?? currency) !== currency) return 0;
  const read = readAmount(amount.text, currency);
  return "minor" in read ? Math.abs(read.minor) : 0;
}

function sumOf(minors: readonly number[]): bigint {
  return minors.reduce((sum, minor) => sum + BigInt(minor), 0n);
}
