import { unreadable } from "../../../core/errors.ts";
import { oneLine } from "./booking.ts";
import { checkRows, checkText } from "./limits.ts";

type QifSplit = { category: string; memo: string; amount: string };

/** A booking: the first text of each letter, and its parts. */
export type QifRecord = {
  readonly line: number;
  /** Name of the account that the file gives above; null without one. */
  readonly account: string | null;
  readonly fields: ReadonlyMap<string, string>;
  readonly splits: readonly QifSplit[];
};

export type QifRecords = {
  readonly records: readonly QifRecord[];
  /** Number of records by kind that are no bookings: categories, securities. */
  readonly skipped: ReadonlyMap<string, number>;
  /** False where the last record has no end: the file may be cut off. */
  readonly isWhole: boolean;
};

/** Sections of bank accounts, cash, cards, and other accounts. */
const ACCOUNTS = /^(bank|cash|ccard|oth [al])$/i;

/**
 * Splits a QIF file into records.
 * @throws Refusal for too long texts, too many records, and a file with none that is read
 */
export function qifRecordsOf(text: string): QifRecords {
  const records: QifRecord[] = [];
  const skipped = new Map<string, number>();
  let [section, account]: [string, string | null] = ["Bank", null];
  let open = newRecord(1, account);
  const end = () => {
    if (section === "Account") account = nameIn(open.fields);
    else if (ACCOUNTS.test(section)) records.push(open);
    else skipped.set(section, (skipped.get(section) ?? 0) + 1);
    checkRows(records.length);
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

function nothingIn(sections: readonly string[]) {
  const what = sections.length === 0 ? "" : `: it has ${sections.join(", ")}`;
  return unreadable(
    `The file is QIF, but has no booking of an account or card${what}`.slice(0, 200),
    "export the transactions of a bank account or card",
  );
}

/** The kind of section that a line begins; null for another line. Options begin none. */
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
