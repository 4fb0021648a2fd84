import { fold } from "../../../core/fold.ts";
import type { SuggestionReason } from "../../../db/schema/papers.ts";
import { addDays, daysBetween } from "../../../shared/calendar.ts";
import { decimalText } from "../../../shared/money.ts";
import type { Day } from "../../../shared/time.ts";
import { hasName, hasNumber, nameWords, wordsIn } from "../../invoices/match-payments.ts";
import type { Row } from "../../transactions/transaction.ts";
import type { ItemRow } from "../item.ts";

/** Facts that a receipt states, by which its payment is found. */
export type Paper = Pick<
  ItemRow,
  "type" | "vendor" | "vendor_key" | "number" | "date" | "due_date" | "currency"
> & {
  /** Above zero for what is to be paid, below for a credit note. */
  readonly amount_minor: number | null;
  readonly payable_minor: number | null;
  readonly prepaid_minor: number | null;
  /** The creditor's, for the payment. */
  readonly reference: string | null;
};

export type Payment = Pick<
  Row,
  | "id"
  | "name"
  | "bank_name"
  | "description"
  | "reference"
  | "date"
  | "amount_minor"
  | "currency"
  | "original_minor"
  | "original_currency"
  | "search_text"
  | "party_key"
>;

/** Facts about a payment and a receipt that stand in neither of them. */
export type Beside = {
  /** The gross amount in the payment's currency, by the rate of its day; null without a rate. */
  readonly converted: { readonly minor: number; readonly day: Day } | null;
  readonly hasReceipt: boolean;
  /** Times that a receipt of this vendor was matched with a payment of this party. */
  readonly pairs: number;
  /** Times that receipts of other vendors were. */
  readonly otherPairs: number;
  readonly hasIban: boolean;
};

export type Scored = { readonly score: number; readonly why: readonly SuggestionReason[] };

/** From so many points on, a payment is suggested. */
export const ENOUGH = 60;

/** Two payments so close to each other are equally good. */
export const CLOSE = 8;

/** Points of each of two that are equally good. */
export const EQUALLY_GOOD = -10;

/** Points of a vendor and a party that belong together, as earlier matches say. */
export const KNOWN_PAIR = 25;

export const NOTHING_BESIDE: Beside = {
  converted: null,
  hasReceipt: false,
  pairs: 0,
  otherPairs: 0,
  hasIban: false,
};

/** Adds up the reasons for and against a payment being that of a receipt. */
export function pointsOf(paper: Paper, payment: Payment, beside: Beside): Scored {
  const why = [
    amountReason(paper, payment, beside),
    dateReason(paper, payment),
    nameReason(paper, payment, beside),
    referenceReason(paper, payment, beside),
    againstReason(beside),
  ].filter((reason) => reason !== null);
  const score = why.reduce((sum, { points }) => sum + points, 0);
  return { score, why };
}

type Judged = Pick<SuggestionReason, "fit" | "points">;

function amountReason(
  paper: Paper,
  payment: Payment,
  { converted }: Beside,
): SuggestionReason | null {
  const { amount_minor, currency } = paper;
  if (amount_minor === null || currency === null) return null;
  const judged = amountFit(paper, payment, converted?.minor ?? null);
  const rate =
    currency === payment.currency || converted === null || converted.minor === 0
      ? ""
      : `, ${money(converted.minor, payment.currency)} by the rate of ${converted.day}`;
  const original =
    payment.original_minor === null || payment.original_currency === null
      ? ""
      : `, ${money(payment.original_minor, payment.original_currency)} at the bank`;
  return {
    about: "amount",
    ...judged,
    paper: `${money(amount_minor, currency)}${payableWords(paper, currency)}${rate}`,
    payment: `${money(-payment.amount_minor, payment.currency)}${original}`,
  };
}

/** @param converted the gross amount in the payment's currency */
export function amountFit(paper: Paper, payment: Payment, converted: number | null): Judged {
  const { amount_minor, currency } = paper;
  if (amount_minor === null || currency === null) return { fit: "other", points: 0 };
  if (currency === payment.currency) return sameCurrency(paper, payment, amount_minor);
  return otherCurrency(payment, { minor: amount_minor, currency }, converted);
}

function payableWords({ payable_minor, amount_minor }: Paper, currency: string): string {
  if (payable_minor === null || payable_minor === amount_minor) return "";
  return `, ${money(payable_minor, currency)} to pay`;
}

function money(minor: number, currency: string): string {
  return `${decimalText(minor, currency)} ${currency}`;
}

/** Minor units by which a sum that is paid in cash is rounded, where coins lack. */
const CASH_STEPS: Readonly<Record<string, number>> = {
  AUD: 5,
  CAD: 5,
  CHF: 5,
  CZK: 100,
  DKK: 50,
  EUR: 5,
  HUF: 500,
  NOK: 100,
  NZD: 10,
  SEK: 100,
};

const MOST_TIP = 0.25;
const NEAR = 0.01;

function sameCurrency(paper: Paper, payment: Payment, gross: number): Judged {
  const paid = -payment.amount_minor;
  if (Math.sign(paid) !== Math.sign(gross)) return { fit: "other", points: 0 };
  if (paid === gross || paid === paper.payable_minor) return { fit: "same", points: 50 };
  if (paid === paper.prepaid_minor) return { fit: "same", points: 40 };
  const more = Math.abs(paid) - Math.abs(gross);
  const isReceipt = paper.type !== "invoice";
  const step = CASH_STEPS[payment.currency] ?? 0;
  if (isReceipt && Math.abs(more) * 2 <= step && Math.abs(paid) % step === 0)
    return { fit: "near", points: 40 };
  const share = more / Math.abs(gross);
  if (isReceipt && share >= NEAR && share <= MOST_TIP) return { fit: "near", points: 25 };
  return Math.abs(share) <= NEAR ? { fit: "near", points: 20 } : { fit: "other", points: 0 };
}

type Amount = { readonly minor: number; readonly currency: string };

const BY_RATE = [
  { within: 0.01, points: 40 },
  { within: 0.035, points: 34 },
  { within: 0.06, points: 15 },
];

/** The bank's own exchange tells more than the rate of a day, to which it adds its fee. */
function otherCurrency(payment: Payment, gross: Amount, converted: number | null): Judged {
  const { original_minor, original_currency, amount_minor } = payment;
  if (original_currency === gross.currency && original_minor !== null) {
    const isSame = original_minor === Math.abs(gross.minor);
    if (isSame && Math.sign(amount_minor) === -Math.sign(gross.minor))
      return { fit: "same", points: 50 };
  }
  if (converted === null || Math.sign(converted) !== -Math.sign(amount_minor))
    return { fit: "other", points: 0 };
  const share = Math.abs(Math.abs(amount_minor) / Math.abs(converted) - 1);
  const near = BY_RATE.find(({ within }) => share <= within);
  return near === undefined ? { fit: "other", points: 0 } : { fit: "near", points: near.points };
}

/** Days of a payment after its receipt, each with its points. The first that has the day counts. */
const RECEIPT_DAYS = [
  { from: 0, to: 3, points: 25, fit: "same" },
  { from: 4, to: 7, points: 20, fit: "near" },
  { from: -3, to: -1, points: 22, fit: "near" },
  { from: -14, to: 14, points: 10, fit: "near" },
  { from: -30, to: 30, points: 5, fit: "near" },
] as const;

/** Days after an invoice at which it is due, where it does not say so. */
const DAYS_DUE = 23;

function dateReason({ type, date, due_date }: Paper, payment: Payment): SuggestionReason | null {
  if (date === null) return null;
  const days = daysBetween(date, payment.date);
  const spans = type === "invoice" ? invoiceDays(date, due_date) : RECEIPT_DAYS;
  const span = spans.find(({ from, to }) => days >= from && days <= to);
  return {
    about: "date",
    fit: span?.fit ?? "other",
    points: span?.points ?? 0,
    paper: type === "invoice" && due_date !== null ? `${date}, due ${due_date}` : date,
    payment: payment.date,
  };
}

function invoiceDays(date: Day, due: Day | null) {
  const dueDays = due === null || due < date ? DAYS_DUE : daysBetween(date, due);
  return [
    { from: -3, to: dueDays + 7, points: 22, fit: "same" },
    { from: -3, to: dueDays + 30, points: 14, fit: "near" },
    { from: -3, to: 120, points: 6, fit: "near" },
    { from: -30, to: -4, points: 8, fit: "near" },
  ] as const;
}

/** Days of payments that are looked at for a receipt. */
export function windowOf({ date, due_date }: Pick<Paper, "date" | "due_date">, arrival: Day) {
  const first = date ?? arrival;
  const last = due_date !== null && due_date > first ? due_date : first;
  return date === null
    ? { from: addDays(arrival, -120), to: addDays(arrival, 30) }
    : { from: addDays(first, -30), to: addDays(last, 120) };
}

function nameReason(paper: Paper, payment: Payment, beside: Beside): SuggestionReason | null {
  const { vendor, vendor_key } = paper;
  if (vendor === null && vendor_key === null) return null;
  const shown = { paper: vendor ?? "", payment: payment.bank_name ?? payment.name };
  if (beside.pairs >= 2) return { about: "name", fit: "same", points: KNOWN_PAIR, ...shown };
  const judged = vendor === null ? null : alike(vendor, payment);
  const byName = judged ?? byDomain(vendor_key, payment);
  if (byName !== null) return { about: "name", ...byName, ...shown };
  const points = beside.otherPairs >= 2 ? -10 : 0;
  return { about: "name", fit: "other", points, ...shown };
}

function alike(vendor: string, payment: Payment): Judged | null {
  const own = nameWords(vendor);
  if (own.length === 0) return null;
  const names = [payment.name, payment.bank_name].filter((name) => name !== null);
  const isSame = names.some((name) => nameWords(name).join(" ") === own.join(" "));
  if (isSame) return { fit: "same", points: 22 };
  const text = wordsOf(payment);
  if (hasName(wordsIn(text), vendor)) return { fit: "same", points: 18 };
  const [longest = ""] = own.toSorted((one, other) => other.length - one.length);
  const most = longest.length >= 8 ? 2 : longest.length >= 4 ? 1 : 0;
  const isNear = most > 0 && [...wordsIn(text)].some((word) => isWithin(word, longest, most));
  return isNear ? { fit: "near", points: 12 } : null;
}

function wordsOf({ name, bank_name, description, reference }: Payment): string {
  const texts = [name, bank_name, description, reference].filter((text) => text !== null);
  return fold(texts.join("\n"));
}

/** `domain:hetzner.com` is told by the word `hetzner`. */
function byDomain(vendorKey: string | null, payment: Payment): Judged | null {
  const [, domain] = /^domain:(?:.*\.)?([^.]{3,})\.[^.]+$/.exec(vendorKey ?? "") ?? [];
  if (domain === undefined) return null;
  return wordsIn(wordsOf(payment)).has(fold(domain)) ? { fit: "same", points: 16 } : null;
}

/** True where so many letters at most were added, left out or exchanged for others. */
function isWithin(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      line.push(Math.min(changed, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1));
    }
    if (Math.min(...line) > most) return false;
    above = line;
  }
  return (above.at(-1) ?? 0) <= most;
}

function referenceReason(
  { reference, number }: Paper,
  payment: Payment,
  { hasIban }: Beside,
): SuggestionReason | null {
  const shown = payment.reference ?? payment.description ?? payment.name;
  const [own, theirs] = [plain(reference ?? ""), plain(payment.reference ?? "")];
  if (own !== "" && own === theirs)
    return { about: "reference", fit: "same", points: 30, paper: reference ?? "", payment: shown };
  if (number !== null && isTelling(number) && hasNumber(wordsOf(payment), number))
    return { about: "reference", fit: "same", points: 25, paper: number, payment: shown };
  if (!hasIban) return null;
  return { about: "reference", fit: "same", points: 20, paper: "IBAN", payment: "IBAN" };
}

/** False for a number so short that a text has it by chance. */
function isTelling(number: string): boolean {
  return plain(number).length >= 4;
}

/** Letters and digits alone. */
function plain(reference: string): string {
  return fold(reference).replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function againstReason({ hasReceipt }: Beside): SuggestionReason | null {
  if (!hasReceipt) return null;
  return { about: "against", fit: "other", points: -25, paper: "", payment: "has a receipt" };
}

/** Fewest and most minor units of payments in the paper's currency that its amount may stand for. */
export function payableRange(minor: number): readonly [number, number] {
  const [least, most] = [Math.abs(minor) * (1 - NEAR), Math.abs(minor) * (1 + MOST_TIP)];
  const [low, high] = [Math.floor(least) - 50, Math.ceil(most) + 50];
  return minor > 0 ? [-high, -low] : [low, high];
}

/** Share by which a payment in another currency may differ from the amount by the day's rate. */
export const MOST_OFF_RATE = 0.06;
