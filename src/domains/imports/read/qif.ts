import { unreadable } from "../../../core/errors.ts";
import { counted, enumerated } from "../../../shared/words.ts";
import type { Mark } from "./amount.ts";
import {
  type Outcome,
  bankIdOf,
  errorAt,
  firstText,
  joinedText,
  oneLine,
  outcomeOf,
  sortedOut,
  sumOfMinor,
} from "./booking.ts";
import { amountIn, markOfColumn, writtenAmount } from "./csv/amounts.ts";
import { Days, ORDERS, type Order, dateOrders, ORDER_LABELS } from "./csv/dates.ts";
import { checkRows, checkText } from "./limits.ts";
import type {
  Balance,
  Question,
  ReadFile,
  ReadOptions,
  RowDetail,
  Statement,
} from "./statement.ts";

/**
 * Reads the bookings of a QIF file. It names no currency, and at most an opening balance.
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

/** Texts of Quicken's first record in each account, in the languages in which it was sold. */
const OPENING =
  /^(opening balance|eröffnungssaldo|anfangssaldo|solde initial|saldo inicial|saldo iniziale|beginsaldo)$/i;

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
  const isSplit = sumOfMinor(details ?? []) === BigInt(amount.minor);
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

/** Null where a part has no amount. */
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

type QifSplit = { category: string; memo: string; amount: string };

type QifRecord = {
  readonly line: number;
  readonly account: string | null;
  readonly fields: ReadonlyMap<string, string>;
  readonly splits: readonly QifSplit[];
};

type QifRecords = {
  readonly records: readonly QifRecord[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly isWhole: boolean;
};

const ACCOUNTS = /^(bank|cash|ccard|oth [al])$/i;

/** @throws Refusal for too long texts, too many records, and a file with none that is read */
function qifRecordsOf(text: string): QifRecords {
  const records: QifRecord[] = [];
  const skipped = new Map<string, number>();
  let [section, account]: [string, string | null] = ["Bank", null];
  let open = newRecord(1, account);
  let splits = 0;
  const end = () => {
    if (section === "Account") account = nameIn(open.fields);
    else if (ACCOUNTS.test(section)) records.push(open);
    else skipped.set(section, (skipped.get(section) ?? 0) + 1);
    checkRows(records.length);
    splits += open.splits.length;
    checkSplits(open, splits);
  };
  for (const [index, line] of text.split(/\r?\r?\n|\r/).entries()) {
    checkText(line.length, index + 1);
    const begun = sectionIn(line);
    if (begun !== null) section = begun;
    else if (line.startsWith("^")) end();
    if (line.startsWith("^") || line.startsWith("!")) open = newRecord(index + 2, account);
    else put(open, line.charAt(0), line.slice(1).trim());
  }
  const isWhole = open.fields.size === 0;
  if (!isWhole) end();
  if (records.length === 0) throw nothingIn([...skipped.keys()]);
  return { records, skipped, isWhole };
}

/** A transaction has 50 parts at most, and programs write some more. */
const MOST_SPLITS = 1000;

function checkSplits({ line, splits }: QifRecord, ofFile: number): void {
  checkRows(ofFile);
  if (splits.length > MOST_SPLITS)
    throw unreadable(
      `The record on line ${line} of the file has more than ${counted(MOST_SPLITS, "split")}`,
      "export the transactions without splits",
    );
}

function nothingIn(sections: readonly string[]) {
  const what = sections.length === 0 ? "" : `: it has ${sections.join(", ")}`;
  return unreadable(
    `The file is QIF, but has no booking of an account or card${what}`.slice(0, 200),
    "export the transactions of a bank account or card",
  );
}

function sectionIn(line: string): string | null {
  if (/^!account\b/i.test(line)) return "Account";
  const kind = /^!type:\s*(.{1,40})/i.exec(line)?.[1];
  return kind === undefined ? null : oneLine(kind);
}

type OpenRecord = QifRecord & {
  readonly fields: Map<string, string>;
  readonly splits: QifSplit[];
};

function newRecord(line: number, account: string | null): OpenRecord {
  return { line, account, fields: new Map(), splits: [] };
}

function put({ fields, splits }: OpenRecord, letter: string, text: string): void {
  const part = splits.at(-1);
  if (letter === "S") splits.push({ category: text, memo: "", amount: "" });
  else if (letter === "E" && part !== undefined) part.memo = text;
  else if (letter === "$" && part !== undefined) part.amount = text;
  else if (text !== "" && /^[A-Z$]$/.test(letter) && !fields.has(letter)) fields.set(letter, text);
}

function nameIn(fields: ReadonlyMap<string, string>): string | null {
  const name = oneLine(fields.get("N") ?? "").slice(0, 140);
  return name === "" ? null : name;
}

type QifLayout = {
  readonly order: Order;
  readonly mark: Mark;
  readonly days: Days;
  readonly questions: readonly Question[];
};

function qifLayoutOf(records: readonly QifRecord[], options: ReadOptions): QifLayout {
  const days = new Days(options.today);
  const texts = records.flatMap(({ fields }) => dayText(fields.get("D") ?? "") ?? []);
  const orders = dateOrders(texts, days);
  const answered = ORDERS.find((order) => order === options.answers["date-order"]);
  const open = answered === undefined && orders.length > 1;
  const { mark, question } = markIn(records, options);
  return {
    order: answered ?? orders[0],
    mark,
    days,
    questions: [...(open ? [orderQuestion(texts, orders, days)] : []), ...question],
  };
}

/** Writes a day as other formats do: `1/ 1'00` is `1/1/2000`. */
function dayText(text: string): string | null {
  const bare = text
    .replaceAll(/\s/g, "")
    .replace(/'(\d\d?)$/, (_, year: string) => `/20${year.padStart(2, "0")}`);
  const [, one, two, three] = /^(\d{1,4})[-/.'](\d{1,2})[-/.'](\d{1,4})$/.exec(bare) ?? [];
  if (one !== undefined) return `${one}/${two}/${three}`;
  return bare === "" ? null : bare;
}

function orderQuestion(texts: readonly string[], orders: readonly Order[], days: Days): Question {
  const readings = (text: string) => orders.map((order) => days.read(text, order));
  const telling = texts.find((text) => new Set(readings(text)).size > 1) ?? "";
  return {
    id: "date-order",
    text: `Which day is ${telling}?`,
    choices: orders.map((order) => ({
      value: order,
      label: `${ORDER_LABELS[order]}: ${days.read(telling, order) ?? "not a day"}`,
    })),
  };
}

function markIn(records: readonly QifRecord[], { currency, answers }: ReadOptions) {
  const typed = records.flatMap(({ fields }) => fields.get("T") ?? fields.get("U") ?? []);
  const digits = typed.flatMap((text) => writtenAmount(text)?.digits ?? []);
  const found = markOfColumn(digits, currency);
  const answer = answers["decimal-mark"];
  if (found !== "open" || answer === "." || answer === ",") {
    const told: Mark = answer === "," ? "," : ".";
    return { mark: found === "." || found === "," ? found : told, question: [] };
  }
  return { mark: "." as const, question: [markQuestion(digits)] };
}

function markQuestion(digits: readonly string[]): Question {
  const telling = digits.find((one) => /[.,]/.test(one)) ?? "";
  const used = telling.includes(",") ? "," : ".";
  const other = used === "," ? "." : ",";
  return {
    id: "decimal-mark",
    text: `Which amount is ${telling}?`,
    choices: [
      { value: used, label: `${telling.replace(used, ".")} with decimals` },
      { value: other, label: `${telling.replace(used, "")} without decimals` },
    ],
  };
}
