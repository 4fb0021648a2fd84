import { counted } from "../../../shared/words.ts";
import { readAmount } from "./amount.ts";
import { bankIdOf, readCurrency, errorAt, joinedText, type Outcome, outcomeOf } from "./booking.ts";
import { compactDay } from "./calendar-day.ts";
import { detailsOf } from "./camt-details.ts";
import { type Party, partyOf } from "./camt-parties.ts";
import { remittanceOf } from "./camt-remittance.ts";
import type { FileRow } from "./statement.ts";
import { descendant, childrenOf, type Element, textAt } from "./xml.ts";

export type Account = {
  readonly currency: string;
  readonly number: string | null;
  /** When the file was made: the day of entries that are not booked and have none. */
  readonly day: string;
};

/** Reads one entry. Its amount is the one that was booked; the payments in it are its details. */
export function readEntry(entry: Element, account: Account): Outcome {
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

/** Minor units with the sign of the entry's own indicator. Text and reason when it cannot be read. */
function amountOf(entry: Element, { currency }: Account) {
  const amount = descendant(entry, "Amt");
  const text = amount?.text ?? "";
  const stated = readCurrency(amount?.currency);
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

function notBooked(entry: Element, status: string): Outcome {
  const words = [
    textAt(entry, "Amt"),
    descendant(entry, "Amt")?.currency,
    textAt(entry, "AddtlNtryInf"),
  ];
  const text = joinedText(...words) ?? "an entry";
  return { info: { line: entry.line, text: `Not booked (${status.slice(0, 35)}): ${text}` } };
}

/** The day as it is printed: that of a date and time, without its time zone. */
function dayAt(element: Element, name: string) {
  return compactDay(textAt(element, `${name}/Dt`, `${name}/DtTm`) ?? "");
}

function lastDay({ day }: Account, isPending: boolean) {
  return isPending ? compactDay(day) : null;
}

/** True for the party that pays: of a reversal the one that was paid. */
function isCredit(entry: Element): boolean {
  const isReversal = /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "");
  return (textAt(entry, "CdtDbtInd") === "CRDT") !== isReversal;
}

/** Remittance texts. Those of a collective booking stand with its details where these are kept. */
function wordsOf(entry: Element, payments: readonly Element[], hasDetails: boolean): string | null {
  const info = textAt(entry, "AddtlNtryInf");
  if (hasDetails && payments.length > 1) return joinedText(info);
  return joinedText(...payments.map(remittanceOf)) ?? joinedText(info);
}

function countOf({ length }: readonly Element[]): string | null {
  return length > 1 ? counted(length, "payment") : null;
}

function codesOf(entry: Element) {
  return [textAt(entry, "NtryRef"), textAt(entry, "BkTxCd/Prtry/Cd")];
}

function referenceOf(payment: Element | undefined): string | null {
  return (
    bankIdOf(textAt(payment, "Refs/EndToEndId")) ??
    bankIdOf(textAt(payment, "RmtInf/Strd/CdtrRefInf/Ref")) ??
    bankIdOf(textAt(payment, "Refs/ChqNb"))
  );
}

function idOf(entry: Element, payment: Element | undefined): string | null {
  return bankIdOf(textAt(entry, "AcctSvcrRef")) ?? bankIdOf(textAt(payment, "Refs/AcctSvcrRef"));
}

/** The amount as it was paid, with the sign of the booking, where that is in another currency. */
function originalOf(payment: Element, booked: number, currency: string): FileRow["original"] {
  for (const path of ["AmtDtls/InstdAmt/Amt", "AmtDtls/TxAmt/Amt"]) {
    const amount = descendant(payment, path);
    const paidIn = readCurrency(amount?.currency);
    if (amount === undefined || paidIn === null || paidIn === currency) continue;
    const read = readAmount(amount.text, paidIn);
    if ("minor" in read && read.minor !== 0)
      return { minor: booked < 0 ? -Math.abs(read.minor) : Math.abs(read.minor), currency: paidIn };
  }
  return null;
}
