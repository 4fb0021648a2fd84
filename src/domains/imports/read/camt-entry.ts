import { childrenOf, descendant, textAt, type XmlElement } from "../../../reading/xml.ts";
import { counted } from "../../../shared/words.ts";
import { readAmount } from "./amount.ts";
import {
  type Outcome,
  accountNumberOf,
  bankIdOf,
  errorAt,
  firstText,
  joinedText,
  outcomeOf,
  readCurrency,
} from "./booking.ts";
import { compactDay } from "./calendar-day.ts";
import type { FileRow, RowDetail } from "./statement.ts";

type Account = {
  readonly currency: string;
  readonly number: string | null;
  /** Creation of the file: the day of pending entries without one. */
  readonly day: string;
};

export function readEntry(entry: XmlElement, account: Account): Outcome {
  const { line } = entry;
  const status = (textAt(entry, "Sts/Cd", "Sts/Prtry", "Sts") ?? "BOOK").toUpperCase();
  const payments = childrenOf(entry, "NtryDtls").flatMap((part) => childrenOf(part, "TxDtls"));
  const [amount, isPending] = [amountOf(entry, account), status === "PDNG"];
  if (typeof amount === "object") return errorAt(line, "Amt", amount.text, amount.why);
  if (!isPending && status !== "BOOK") return notBooked(entry, status);
  const date = dayAt(entry, "BookgDt") ?? dayAt(entry, "ValDt") ?? lastDay(account, isPending);
  if (date === null)
    return errorAt(
      line,
      "BookgDt",
      textAt(entry, "BookgDt/Dt", "BookgDt/DtTm") ?? "",
      "This is not a date that exists.",
    );
  const only = payments.length === 1 ? payments[0] : undefined;
  const { details, isSplit } = detailsOf(entry, payments, amount, account);
  const words = wordsOf(entry, payments, details.length > 0);
  const party = only === undefined ? NOBODY : partyOf(only, isCredit(entry), account.number);
  const info = textAt(entry, "AddtlNtryInf");
  return outcomeOf({
    line,
    date,
    valueDate: dayAt(entry, "ValDt"),
    minor: amount,
    isPending,
    names: [party.name, info, words, countOf(payments), ...codesOf(entry)],
    description: words,
    reference: referenceOf(only),
    counterpartyNumber: party.number,
    bankId: idOf(entry, only),
    original: originalOf(only ?? entry, amount, account.currency),
    details,
    isSplit,
    ownText: [party.name, party.number, words, info, referenceOf(only)].map((text) => text ?? ""),
  });
}

const NOBODY: Party = { name: null, number: null };

function amountOf(entry: XmlElement, { currency }: Account) {
  const amount = descendant(entry, "Amt");
  const text = amount?.text ?? "";
  const stated = readCurrency(amount?.attributes["Ccy"]);
  if (stated !== null && stated !== currency)
    return {
      text: `${text} ${stated}`,
      why: `The amount is not in ${currency}, the account's currency.`,
    };
  const read = readAmount(text, currency);
  if (!("minor" in read)) return { text, why: read.why };
  const sign = textAt(entry, "CdtDbtInd");
  if (sign !== "CRDT" && sign !== "DBIT")
    return { text, why: "The entry does not say CRDT or DBIT, money in or out." };
  return sign === "DBIT" ? 0 - read.minor : read.minor;
}

function notBooked(entry: XmlElement, status: string): Outcome {
  const words = [
    textAt(entry, "Amt"),
    descendant(entry, "Amt")?.attributes["Ccy"],
    textAt(entry, "AddtlNtryInf"),
  ];
  const text = joinedText(...words) ?? "an entry";
  return { info: { line: entry.line, text: `Not booked (${status.slice(0, 35)}): ${text}` } };
}

/** Ignores the time zone of a date and time. */
function dayAt(element: XmlElement, name: string) {
  return compactDay(textAt(element, `${name}/Dt`, `${name}/DtTm`) ?? "");
}

function lastDay({ day }: Account, isPending: boolean) {
  return isPending ? compactDay(day) : null;
}

/** True for money in. A reversal names the parties of the reversed payment. */
function isCredit(entry: XmlElement): boolean {
  const isReversal = /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "");
  return (textAt(entry, "CdtDbtInd") === "CRDT") !== isReversal;
}

function wordsOf(
  entry: XmlElement,
  payments: readonly XmlElement[],
  hasDetails: boolean,
): string | null {
  const info = textAt(entry, "AddtlNtryInf");
  if (hasDetails && payments.length > 1) return joinedText(info);
  return joinedText(...payments.map(remittanceOf)) ?? joinedText(info);
}

function countOf({ length }: readonly XmlElement[]): string | null {
  return length > 1 ? counted(length, "payment") : null;
}

function codesOf(entry: XmlElement) {
  return [textAt(entry, "NtryRef"), textAt(entry, "BkTxCd/Prtry/Cd")];
}

function referenceOf(payment: XmlElement | undefined): string | null {
  return (
    bankIdOf(textAt(payment, "Refs/EndToEndId")) ??
    bankIdOf(textAt(payment, "RmtInf/Strd/CdtrRefInf/Ref")) ??
    bankIdOf(textAt(payment, "Refs/ChqNb"))
  );
}

function idOf(entry: XmlElement, payment: XmlElement | undefined): string | null {
  return bankIdOf(textAt(entry, "AcctSvcrRef")) ?? bankIdOf(textAt(payment, "Refs/AcctSvcrRef"));
}

/** Takes an amount in another currency, with the sign of the booking. */
function originalOf(payment: XmlElement, booked: number, currency: string): FileRow["original"] {
  for (const path of ["AmtDtls/InstdAmt/Amt", "AmtDtls/TxAmt/Amt"]) {
    const amount = descendant(payment, path);
    const paidIn = readCurrency(amount?.attributes["Ccy"]);
    if (amount === undefined || paidIn === null || paidIn === currency) continue;
    const read = readAmount(amount.text, paidIn);
    if ("minor" in read && read.minor !== 0)
      return { minor: booked < 0 ? -Math.abs(read.minor) : Math.abs(read.minor), currency: paidIn };
  }
  return null;
}

type Details = { readonly details: readonly RowDetail[]; readonly isSplit: boolean };

const NONE: Details = { details: [], isSplit: false };

/**
 * Reads single payments of a collective booking, and charges that were taken off. They are a split if they add up to
 * the entry. Payments in another currency are no parts.
 */
function detailsOf(
  entry: XmlElement,
  payments: readonly XmlElement[],
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

function detailOf(payment: XmlElement, minor: number, { name }: Party): RowDetail {
  return { minor, name, description: remittanceOf(payment), category: null };
}

function charges(minor: number): RowDetail {
  return { minor, name: null, description: "Charges of the bank", category: "banking-fees" };
}

function amountIn(payment: XmlElement, currency: string): number | null {
  const amount = descendant(payment, "Amt") ?? descendant(payment, "AmtDtls/TxAmt/Amt");
  if (amount === undefined || (readCurrency(amount.attributes["Ccy"]) ?? currency) !== currency)
    return null;
  const read = readAmount(amount.text, currency);
  return "minor" in read ? Math.abs(read.minor) : null;
}

function isDebit(payment: XmlElement | undefined, otherwise: boolean): boolean {
  const sign = textAt(payment, "CdtDbtInd");
  return sign === null ? otherwise : sign === "DBIT";
}

function chargesIn(entry: XmlElement, payments: readonly XmlElement[], currency: string): bigint {
  const ofEntry = chargeOf(entry, currency);
  if (ofEntry !== 0n) return ofEntry;
  return payments.reduce((sum, payment) => sum + chargeOf(payment, currency), 0n);
}

function chargeOf(element: XmlElement, currency: string): bigint {
  const total = readCharge(descendant(element, "Chrgs/TtlChrgsAndTaxAmt"), currency);
  if (total !== 0) return BigInt(total);
  const single = childrenOf(element, "Chrgs").flatMap((part) => [
    readCharge(descendant(part, "Amt"), currency),
    ...childrenOf(part, "Rcrd").map((record) => readCharge(descendant(record, "Amt"), currency)),
  ]);
  return sumOf(single);
}

function readCharge(amount: XmlElement | undefined, currency: string): number {
  if (amount === undefined || (readCurrency(amount.attributes["Ccy"]) ?? currency) !== currency)
    return 0;
  const read = readAmount(amount.text, currency);
  return "minor" in read ? Math.abs(read.minor) : 0;
}

function sumOf(minors: readonly number[]): bigint {
  return minors.reduce((sum, minor) => sum + BigInt(minor), 0n);
}

type Party = { readonly name: string | null; readonly number: string | null };

/**
 * The debtor of money in, the creditor of money out. Takes the other one where the bank put the account's own number
 * there.
 */
function partyOf(payment: XmlElement, isCredit: boolean, own: string | null): Party {
  const [expected, other] = isCredit ? (["Dbtr", "Cdtr"] as const) : (["Cdtr", "Dbtr"] as const);
  const first = sideOf(payment, expected);
  if (own === null || first.number !== own) return first;
  const second = sideOf(payment, other);
  return second.number === own ? first : second;
}

/** Since version 8 a party is within an element `Pty`. */
function sideOf(payment: XmlElement, side: "Dbtr" | "Cdtr"): Party {
  const names = [`RltdPties/${side}/Nm`, `RltdPties/${side}/Pty/Nm`];
  const ultimate = [`RltdPties/Ultmt${side}/Nm`, `RltdPties/Ultmt${side}/Pty/Nm`];
  const account = `RltdPties/${side}Acct/Id`;
  return {
    name: firstText(textAt(payment, ...names, ...ultimate)),
    number: accountNumberOf(
      textAt(
        payment,
        `${account}/IBAN`,
        `${account}/Othr/Id`,
        `${account}/PrtryAcct/Id`,
        `${account}/BBAN`,
      ),
    ),
  };
}

function remittanceOf(payment: XmlElement): string | null {
  const remittance = descendant(payment, "RmtInf");
  const structured = childrenOf(remittance, "Strd").flatMap((part) => [
    textAt(part, "CdtrRefInf/Ref", "CdtrRefInf/CdtrRef"),
    ...childrenOf(part, "AddtlRmtInf").map(({ text }) => text),
  ]);
  const free = childrenOf(remittance, "Ustrd").map(({ text }) => text);
  return joinedText(...free, ...structured, textAt(payment, "AddtlTxInf"));
}
