import { counted, enumerated } from "../../../shared/words.ts";
import {
  bankIdOf,
  errorAt,
  firstText,
  joinedText,
  oneLine,
  type Outcome,
  outcomeOf,
  sortedOut,
} from "./booking.ts";
import { amountIn, writtenAmount } from "./csv/amounts.ts";
import { dayText, type QifLayout, qifLayoutOf } from "./qif-layout.ts";
import { type QifRecord, qifRecordsOf, type QifRecords } from "./qif-records.ts";
import type {
  Balance,
  Question,
  ReadFile,
  ReadOptions,
  RowDetail,
  Statement,
} from "./statement.ts";

/**
 * Reads the bookings of a QIF file. It names no currency and has no balances but, at times, the opening one.
 * @throws Refusal for a file without a booking
 */
export function readQif(text: string, options: ReadOptions): Omit<ReadFile, "encoding"> {
  const found = qifRecordsOf(text);
  const { account, question } = chosenAccount(found.records, options);
  const records = found.records.filter((record) => account === null || record.account === account);
  const layout = qifLayoutOf(records, options);
  const isOpening = ({ fields }: QifRecord) => OPENING.test(oneLine(fields.get("P") ?? ""));
  const opening = records.find(isOpening);
  const read = records
    .filter((record) => record !== opening)
    .map((record) => rowOf(record, layout, options.currency));
  const { rows, infos, errors } = sortedOut(read.map(({ outcome }) => outcome));
  const statement: Statement = {
    accountNumber: /^[A-Z\d]*\d{4,}[A-Z\d]*$/.exec(account ?? "")?.[0] ?? null,
    currency: null,
    number: null,
    opening: opening === undefined ? null : openingOf(opening, layout, options.currency),
    closing: null,
    rows,
    infos,
  };
  const unfit = read.filter(({ isUnfit }) => isUnfit).length;
  return {
    format: "qif",
    dialect: "QIF",
    signature: "qif",
    statements: [statement],
    errors,
    questions: [...question, ...layout.questions],
    notices: noticesOf(found, unfit),
  };
}

/** The words of Quicken's first record in each account, in the languages in which it was sold. */
const OPENING =
  /^(opening balance|eröffnungssaldo|anfangssaldo|solde initial|saldo inicial|saldo iniziale|beginsaldo)$/i;

/** The account that is read. A file of several accounts asks which. */
function chosenAccount(records: readonly QifRecord[], { answers }: ReadOptions) {
  const names = [...new Set(records.flatMap(({ account }) => account ?? []))];
  const [first = null] = names;
  if (names.length < 2) return { account: null, question: [] };
  const answered = names.find((name) => name === answers["account"]);
  const question: Question = {
    id: "account",
    text: "The file has several accounts. Which one is imported?",
    choices: names.map((name) => ({ value: name, label: name })),
  };
  return { account: answered ?? first, question: answered === undefined ? [question] : [] };
}

function noticesOf({ skipped, isWhole }: QifRecords, unfit: number): readonly string[] {
  const others = [...skipped].map(([kind, count]) => `${count} of ${kind}`);
  return [
    ...(others.length === 0
      ? []
      : [`Records that are no bookings are skipped: ${enumerated(others)}.`]),
    ...(unfit === 0
      ? []
      : [`${counted(unfit, "split")} do not add up to the amount and are left out.`]),
    ...(isWhole ? [] : ["The last record has no end (^): the file may be cut off there."]),
  ];
}

function openingOf(record: QifRecord, layout: QifLayout, currency: string): Balance | null {
  const read = amountOf(record.fields.get("T") ?? record.fields.get("U") ?? "", layout, currency);
  const day = dayOf(record, layout);
  return "minor" in read ? { minor: read.minor, day, kind: "statement" } : null;
}

type ReadRow = { readonly outcome: Outcome; readonly isUnfit: boolean };

function rowOf(record: QifRecord, layout: QifLayout, currency: string): ReadRow {
  const { line, fields } = record;
  const failed = (letter: string, text: string, why: string) => ({
    outcome: errorAt(line, letter, text, why),
    isUnfit: false,
  });
  const date = dayOf(record, layout);
  if (date === null) return failed("D", fields.get("D") ?? "", "This is not a date that exists.");
  const typed = fields.get("T") ?? fields.get("U") ?? "";
  const amount = amountOf(typed, layout, currency);
  if (!("minor" in amount)) return failed("T", typed, amount.why);
  const [payee, memo, number] = [fields.get("P"), fields.get("M"), fields.get("N")];
  const category = fields.get("L") ?? "";
  const details = detailsOf(record, layout, currency);
  const isSplit = sumOf(details ?? []) === BigInt(amount.minor);
  const outcome = outcomeOf({
    line,
    date,
    minor: amount.minor,
    names: [payee, memo, category, number],
    description: joinedText(memo),
    reference: bankIdOf(number),
    details: isSplit ? (details ?? []) : [],
    isSplit,
    ownText: [payee, memo, number, fields.get("A")].map((text) => oneLine(text ?? "")),
    transferTo: firstText(/^\[(.{1,140}?)\]/.exec(category)?.[1]),
  });
  return { outcome, isUnfit: record.splits.length > 0 && !isSplit };
}

function dayOf({ fields }: QifRecord, { days, order }: QifLayout) {
  return days.read(dayText(fields.get("D") ?? "") ?? "", order);
}

function amountOf(text: string, { mark }: QifLayout, currency: string) {
  const written = writtenAmount(text);
  if (written === null) return { why: "It is no amount." };
  const read = amountIn(written.digits, mark, currency);
  if (!("minor" in read)) return read;
  return { minor: written.sign === -1 ? 0 - read.minor : read.minor };
}

/** The parts; null where one has no amount. */
function detailsOf({ splits }: QifRecord, layout: QifLayout, currency: string) {
  const details = splits.flatMap(({ category, memo, amount }): readonly RowDetail[] => {
    const read = amountOf(amount, layout, currency);
    if (!("minor" in read)) return [];
    return [
      { minor: read.minor, name: null, description: joinedText(category, memo), category: null },
    ];
  });
  return details.length === splits.length ? details : null;
}

function sumOf(details: readonly RowDetail[]): bigint {
  return details.reduce((sum, { minor }) => sum + BigInt(minor), 0n);
}
