import { type Refusal, unreadable } from "../../../core/errors.ts";
import {
  allIn,
  childrenOf,
  descendant,
  readXml,
  textAt,
  type XmlBounds,
  type XmlElement,
} from "../../../reading/xml.ts";
import { readAmount } from "./amount.ts";
import { accountNumberOf, readCurrency, type Outcome, sortedOut, sumOfMinor } from "./booking.ts";
import { compactDay } from "./calendar-day.ts";
import { readEntry } from "./camt-entry.ts";
import { checkRows, LONGEST_TEXT, tooLongText } from "./limits.ts";
import type { FileRow, ReadFile, ReadOptions, Statement, Balance } from "./statement.ts";

/** Messages of ISO 20022 with entries, whatever the version. */
const MESSAGES = [
  { name: /^BkToCstmrStmt/, part: "Stmt", dialect: "CAMT.053", kind: "statement" },
  { name: /^BkToCstmrAcctRpt/, part: "Rpt", dialect: "CAMT.052", kind: "intraday" },
  { name: /^BkToCstmrDbtCdtNtfctn/, part: "Ntfctn", dialect: "CAMT.054", kind: "intraday" },
] as const;

/**
 * Reads CAMT.052, CAMT.053 and CAMT.054 of every version, by local names.
 * @throws Refusal for XML that is broken, or no such message
 */
export function readCamt(text: string, options: ReadOptions): Omit<ReadFile, "encoding"> {
  const root = readXml(text, boundsOf("Ntry"));
  const found = MESSAGES.map((message) => ({ message, elements: allIn(root, message.name) }));
  const first = found.find(({ elements }) => elements.length > 0);
  if (first === undefined) throw noMessage(root);
  const { message, elements } = first;
  const parts = elements.flatMap((element) => childrenOf(element, message.part));
  const read = parts.map((part) => partOf(part, message.kind, options));
  return {
    format: "camt",
    dialect: message.dialect,
    signature: `camt ${message.dialect}`,
    statements: read.map(({ statement }) => statement),
    errors: read.flatMap(({ errors }) => errors),
    questions: [],
    notices: read.flatMap(({ notices }) => notices),
  };
}

const DEEPEST = 32;

/** More than a file of 20 MiB has. */
const MOST_ELEMENTS = 1_500_000;

/** @param row name of the elements that are rows */
function boundsOf(row: string): XmlBounds {
  let rows = 0;
  return {
    deepest: DEEPEST,
    mostElements: MOST_ELEMENTS,
    longestText: LONGEST_TEXT,
    onElement: (name) => {
      rows += name === row ? 1 : 0;
      checkRows(rows);
    },
    faulty: (fault, line) =>
      fault === "too long a text" ? tooLongText(line) : broken(fault, line),
  };
}

const FAULTS = {
  broken: "is not well-formed XML",
  doctype: "has a DOCTYPE, which no bank's file needs",
  "too deep": `has more than ${DEEPEST} levels of elements`,
  "too many elements": "has too many elements",
} as const;

function broken(fault: keyof typeof FAULTS, line: number): Refusal {
  return unreadable(`Line ${line} of the file ${FAULTS[fault]}`, "ask the bank for the file again");
}

function noMessage(root: XmlElement) {
  const name = root.children[0]?.children[0]?.name ?? root.children[0]?.name ?? "";
  return unreadable(
    `The file is XML, but no statement of a bank account: it has the element ${name.slice(0, 60)}`,
    "export the account as CAMT.053, OFX, MT940 or CSV",
  );
}

function partOf(part: XmlElement, kind: "statement" | "intraday", options: ReadOptions) {
  const entries = childrenOf(part, "Ntry");
  const currency = currencyIn(part, entries);
  const [known, number] = [currency ?? options.currency, accountIn(part)];
  const account = { currency: known, number, day: textAt(part, "CreDtTm") ?? "" };
  const outcomes = entries.map((entry) => ({ entry, outcome: readEntry(entry, account) }));
  const { infos, errors } = sortedOut(outcomes.map(({ outcome }) => outcome));
  const balances = { opening: openingIn(part, known, kind), closing: closingIn(part, known, kind) };
  const reversals = outcomes.flatMap(({ entry, outcome }) => reversedRow(entry, outcome));
  const booked = outcomes.flatMap(({ outcome }) => ("row" in outcome ? [outcome.row] : []));
  const { rows, notices } = reversalsTurned(booked, new Set(reversals), balances);
  const statement: Statement = {
    accountNumber: number,
    currency,
    number: textAt(part, "ElctrncSeqNb", "LglSeqNb"),
    ...balances,
    rows,
    infos,
  };
  return { statement, errors, notices };
}

function reversedRow(entry: XmlElement, outcome: Outcome): readonly FileRow[] {
  return "row" in outcome && isReversal(entry) ? [outcome.row] : [];
}

function isReversal(entry: XmlElement): boolean {
  return /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "");
}

function accountIn(part: XmlElement): string | null {
  return accountNumberOf(
    textAt(part, "Acct/Id/IBAN", "Acct/Id/Othr/Id", "Acct/Id/PrtryAcct/Id", "Acct/Id/BBAN"),
  );
}

function currencyIn(part: XmlElement, entries: readonly XmlElement[]): string | null {
  const stated = readCurrency(textAt(part, "Acct/Ccy"));
  if (stated !== null) return stated;
  const ofEntries = new Set(
    entries.map((entry) => readCurrency(descendant(entry, "Amt")?.attributes["Ccy"])),
  );
  const [only] = ofEntries;
  if (ofEntries.size === 1 && only !== undefined && only !== null) return only;
  return readCurrency(descendant(part, "Bal/Amt")?.attributes["Ccy"]);
}

/** Takes the closing balance of the statement before, where no opening one is stated. */
function openingIn(part: XmlElement, currency: string, kind: Balance["kind"]): Balance | null {
  return (
    balancesOf(part, "OPBD", currency, kind).at(0) ??
    balancesOf(part, "PRCD", currency, kind).at(0) ??
    null
  );
}

/** Takes the last one, since pages may have interim ones. */
function closingIn(part: XmlElement, currency: string, kind: Balance["kind"]): Balance | null {
  return balancesOf(part, "CLBD", currency, kind).at(-1) ?? null;
}

function balancesOf(part: XmlElement, code: string, currency: string, kind: Balance["kind"]) {
  return childrenOf(part, "Bal").flatMap((balance): readonly Balance[] => {
    const amount = descendant(balance, "Amt");
    if (textAt(balance, "Tp/CdOrPrtry/Cd", "Tp/Cd") !== code || amount === undefined) return [];
    if ((readCurrency(amount.attributes["Ccy"]) ?? currency) !== currency) return [];
    const read = readAmount(amount.text, currency);
    if (!("minor" in read)) return [];
    const minor = textAt(balance, "CdtDbtInd") === "DBIT" ? 0 - read.minor : read.minor;
    return [{ minor, day: compactDay(textAt(balance, "Dt/Dt", "Dt/DtTm", "Dt") ?? ""), kind }];
  });
}

/**
 * Turns the signs of reversals where the balances fit only then. Usually the indicator of the entry gives the sign.
 * Some banks give a reversal the sign of the booking that it reverses.
 */
function reversalsTurned(
  rows: readonly FileRow[],
  reversals: ReadonlySet<FileRow>,
  { opening, closing }: Pick<Statement, "opening" | "closing">,
): { readonly rows: readonly FileRow[]; readonly notices: readonly string[] } {
  const turned = rows.map((row) => (reversals.has(row) ? negative(row) : row));
  if (opening === null || closing === null || reversals.size === 0) return { rows, notices: [] };
  const moved = BigInt(closing.minor) - BigInt(opening.minor);
  if (sumOfBooked(rows) === moved || sumOfBooked(turned) !== moved) return { rows, notices: [] };
  const notice =
    "The bank marks reversals with the sign of what they reverse: opening and closing balance fit only " +
    "with these rows turned round, and so they are read.";
  return { rows: turned, notices: [notice] };
}

function sumOfBooked(rows: readonly FileRow[]): bigint {
  return sumOfMinor(rows.filter(({ isPending }) => !isPending));
}

function negative(row: FileRow): FileRow {
  const { original } = row;
  return {
    ...row,
    minor: -row.minor,
    original: original && { ...original, minor: -original.minor },
    details: row.details.map((detail) => ({ ...detail, minor: -detail.minor })),
  };
}
