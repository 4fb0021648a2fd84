import { unreadable } from "../../../core/errors.ts";
import { accountNumberOf, errorAt, joinedText, readCurrency, sortedOut } from "./booking.ts";
import { bookingOf } from "./mt940-booking.ts";
import { type Message, messagesOf, readBalance, splitFields } from "./mt940-messages.ts";
import type { ReadFile, ReadOptions, RowError, Statement } from "./statement.ts";

type Read = {
  readonly statement: Statement;
  readonly errors: readonly RowError[];
  readonly notices: readonly string[];
  readonly isOpen: boolean;
};

/**
 * Reads customer statements (MT940) and interim reports (MT942).
 * @throws Refusal for a file with no statement
 */
export function readMt940(text: string, options: ReadOptions): Omit<ReadFile, "encoding"> {
  const messages = messagesOf(splitFields(text));
  if (messages.length === 0) throw nothingIn();
  const read = pagesTogether(messages.map((message) => readMessage(message, options))).map(joined);
  const dialect = messages.every(isInterim) ? "MT942" : "MT940";
  return {
    format: "mt940",
    dialect,
    signature: `mt940 ${dialect}`,
    statements: read.map(({ statement }) => statement),
    errors: read.flatMap(({ errors }) => errors),
    questions: [],
    notices: read.flatMap(({ notices }) => notices),
  };
}

function nothingIn() {
  return unreadable(
    "The file looks like MT940, but has no statement",
    "export the account as MT940, CAMT.053 or CSV",
  );
}

/** True without balances. The rows of an interim report are pending. */
function isInterim({ opening, closing, others }: Message): boolean {
  const has = others.some(({ tag }) => /^(34F|13D?|90[CD])$/.test(tag));
  return opening === null && closing === null && has;
}

function readMessage(message: Message, options: ReadOptions): Read {
  const [opening, closing] = [message.opening, message.closing].map((field) =>
    readBalance(field, options),
  );
  const currency = opening?.currency ?? closing?.currency ?? currencyAround(message);
  const account = { currency: currency ?? options.currency, today: options.today };
  const read = message.entries.map((entry) => bookingOf(entry, account, isInterim(message)));
  const { rows, infos, errors } = sortedOut(read.map(({ outcome }) => outcome));
  const statement: Statement = {
    accountNumber: numberIn(message.account),
    currency,
    number: joinedText(message.number),
    opening: opening?.balance ?? null,
    closing: closing?.balance ?? null,
    rows,
    infos: [...infos, ...remarksOf(message)],
  };
  const notices = [opening, closing].flatMap((balance) => balance?.notice ?? []);
  const corrected = read.flatMap(({ notice }) => notice ?? []);
  return {
    statement,
    errors: [...errors, ...cutOff(message)],
    notices: [...notices, ...corrected],
    isOpen: message.closing?.tag === "62M",
  };
}

function numberIn(text: string): string | null {
  const number = accountNumberOf(text);
  const [, bare = "", code = ""] = /^(.*\d)([A-Z]{3})$/.exec(number ?? "") ?? [];
  return readCurrency(code) === null ? number : bare;
}

/** Reads the currency in limits and sums of an interim report: `PLN0`, `3PLN0,03`. */
function currencyAround({ others }: Message): string | null {
  const codes = others.flatMap(({ tag, lines }) =>
    /^(34F|90[CD])$/.test(tag) ? (readCurrency(/[A-Z]{3}/.exec(lines[0] ?? "")?.[0]) ?? []) : [],
  );
  return codes[0] ?? null;
}

function remarksOf({ others }: Message) {
  return others.flatMap(({ tag, line, lines }) => {
    const text = tag === "86" ? joinedText(...lines) : null;
    return text === null ? [] : [{ line, text: `About the statement: ${text.slice(0, 400)}` }];
  });
}

/** Reports a statement without a closing balance, which always has one. */
function cutOff({ opening, closing, entries, line }: Message): readonly RowError[] {
  if (opening === null || closing !== null) return [];
  const last = entries.at(-1)?.booking.line ?? line;
  const why =
    "The statement has no closing balance (:62F:): the file is cut off, or rows are missing at its end.";
  return [errorAt(last, ":62F:", "", why).error];
}

/** Joins pages of one statement: `60M` goes on where `62M` ended. */
function pagesTogether(pages: readonly Read[]): readonly (readonly Read[])[] {
  const groups: Read[][] = [];
  for (const page of pages) {
    const [group, before] = [groups.at(-1), groups.at(-1)?.at(-1)];
    const goesOn = before?.isOpen === true && isSameStatement(before.statement, page.statement);
    if (goesOn) group?.push(page);
    else groups.push([page]);
  }
  return groups;
}

function joined(pages: readonly Read[]): Omit<Read, "isOpen"> {
  const statements = pages.map(({ statement }) => statement);
  const [first, last] = [statements.at(0), statements.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("a statement has a page");
  return {
    statement: {
      ...first,
      closing: last.closing,
      rows: statements.flatMap(({ rows }) => rows),
      infos: statements.flatMap(({ infos }) => infos),
    },
    errors: pages.flatMap(({ errors }) => errors),
    notices: [
      ...pages.flatMap(({ notices }) => notices),
      ...statements.slice(1).flatMap((page, index) => gapBetween(statements[index] ?? page, page)),
    ],
  };
}

function isSameStatement(one: Statement, two: Statement): boolean {
  const numberOf = ({ number }: Statement) => (number ?? "").split("/")[0];
  return one.accountNumber === two.accountNumber && numberOf(one) === numberOf(two);
}

function gapBetween({ closing, number }: Statement, { opening }: Statement): readonly string[] {
  if (closing === null || opening === null || closing.minor === opening.minor) return [];
  return [
    `A page of statement ${number ?? "?"} does not begin with the balance at which the one before ends.`,
  ];
}
