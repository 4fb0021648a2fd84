import type { Day } from "../../../shared/time.ts";
import { readAmount } from "./amount.ts";
import { oneLine, readCurrency } from "./booking.ts";
import { daysIn, nearYear, realDay } from "./calendar-day.ts";
import { checkRows, checkText } from "./limits.ts";
import type { Balance, ReadOptions } from "./statement.ts";

export type Message = {
  readonly line: number;
  account: string;
  number: string;
  opening: Field | null;
  closing: Field | null;
  readonly entries: Entry[];
  /** Texts about the whole, and balances other than the closing one. */
  readonly others: Field[];
};

export type Entry = { readonly booking: Field; text: Field | null };

export function messagesOf(fields: readonly Field[]): readonly Message[] {
  const messages: Message[] = [];
  let message: Message | null = null;
  for (const field of fields) {
    if (field.tag === END) message = null;
    else {
      if (message === null || begins(field, message)) {
        message = newMessage(field.line);
        messages.push(message);
      }
      put(message, field);
    }
  }
  return messages.filter(({ account, opening, closing, entries }) =>
    [account !== "", opening !== null, closing !== null, entries.length > 0].some(Boolean),
  );
}

/** Some banks print no end of a message, some no `:20:`. */
function begins({ tag }: Field, { closing }: Message): boolean {
  return tag === "20" || (closing !== null && /^(25P?|28C?|60[FM]|61)$/.test(tag));
}

function newMessage(line: number): Message {
  return { line, account: "", number: "", opening: null, closing: null, entries: [], others: [] };
}

function put(message: Message, field: Field): void {
  const text = (field.lines[0] ?? "").trim();
  const last = message.entries.at(-1);
  if (/^25P?$/.test(field.tag)) message.account = text;
  else if (/^28C?$/.test(field.tag)) message.number = text;
  else if (field.tag.startsWith("60")) message.opening = field;
  else if (field.tag.startsWith("62")) message.closing = field;
  else if (field.tag === "61") message.entries.push({ booking: field, text: null });
  else if (field.tag === "86" && last !== undefined && message.closing === null) add(last, field);
  else if (!/^2[01]$/.test(field.tag)) message.others.push(field);
}

/** Some banks repeat the tag on each line of a text. */
function add(entry: Entry, { tag, line, lines }: Field): void {
  entry.text ??= { tag, line, lines: [] };
  for (const text of lines) {
    entry.text.lines.push(text);
    checkFieldText(entry.text.lines, line);
  }
}

type Field = { readonly tag: string; readonly line: number; readonly lines: string[] };

const END = "-";

/** Other words between colons, such as `:NS:`, are text. */
const TAG = /^:(20|21|25P?|28C?|60[FM]|61|86|62[FM]|64|65|34F|13D?|90[CD]):/;

const FRAME = /^(?:\{\d:[^{}]*\})+$|^:94[02]:\s*$/;

/**
 * Ends each message with a field `-`. Drops lines outside of messages.
 * @throws Refusal for too long fields and too many rows
 */
export function splitFields(text: string): readonly Field[] {
  const fields: Field[] = [];
  let rows = 0;
  for (const [index, whole] of withoutControls(text)
    .split(/\r?\r?\n|\r/)
    .entries()) {
    const given = whole.replace(/^(?:\{[1235]:[^{}]*\})*\{4:/, "");
    if (FRAME.test(given)) continue;
    const tag = TAG.exec(given)?.[1];
    const last = fields.at(-1);
    const line = index + 1;
    if (tag !== undefined) fields.push({ tag, line, lines: [given.slice(tag.length + 2)] });
    else if (/^-(?:\}.*|XXX)?\s*$/.test(given)) fields.push({ tag: END, line, lines: [] });
    else if (last !== undefined && last.tag !== END) {
      last.lines.push(given);
      checkFieldText(last.lines, line);
    }
    rows += tag === "61" ? 1 : 0;
    checkRows(rows);
  }
  return fields;
}

function checkFieldText(lines: readonly string[], line: number): void {
  checkText(lines.length * 8 + (lines.at(-1)?.length ?? 0), line);
}

function withoutControls(text: string): string {
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, "");
}

type ReadBalance = {
  readonly balance: Balance | null;
  readonly currency: string | null;
  readonly notice: string | null;
};

/** Reads `C160229EUR1200,00`. A day of zeros is no day. */
export function readBalance(field: Field | null, { today }: ReadOptions): ReadBalance | null {
  if (field === null) return null;
  const text = (field.lines[0] ?? "").trim();
  const [, sign, day = "", code = "", digits = ""] =
    /^(R?[CD])(\d{6})?([A-Z]{3})([\d.,]+)$/.exec(text) ?? [];
  const currency = readCurrency(code);
  if (currency === null) return { balance: null, currency, notice: notRead(field, text, "") };
  const read = readAmount(digits, currency);
  if (!("minor" in read))
    return { balance: null, currency, notice: notRead(field, text, read.why) };
  const minor = sign === "D" || sign === "RC" ? 0 - read.minor : read.minor;
  const kind = field.tag === "62M" ? "intraday" : "statement";
  return {
    balance: { minor, day: readShortDay(day, today)?.day ?? null, kind },
    currency,
    notice: null,
  };
}

function notRead({ tag }: Field, text: string, why: string): string {
  return `The balance “${oneLine(text).slice(0, 60)}” (:${tag}:) cannot be read and is left out. ${why}`.trim();
}

type ShortDay = {
  readonly day: Day;
  /** True for 29 or 30 February of a year without it: banks count months of 30 days. */
  readonly isCorrected: boolean;
};

export function readShortDay(text: string, today: Day): ShortDay | null {
  const [all, year, month = "", day = ""] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (all === undefined) return null;
  return dayOrLast(nearYear(Number(year), `${month}-${day}`, today), Number(month), Number(day));
}

/** Takes the last day of February for a 29th or 30th that it does not have. */
export function dayOrLast(year: number, month: number, day: number): ShortDay | null {
  const last = month === 2 && (day === 29 || day === 30) ? daysIn(year, 2) : day;
  const real = realDay(year, month, Math.min(day, last));
  return real === null ? null : { day: real, isCorrected: day > last };
}
