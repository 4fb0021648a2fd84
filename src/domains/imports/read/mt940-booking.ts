import type { Day } from "../../../shared/time.ts";
import { readAmount } from "./amount.ts";
import {
  bankIdOf,
  readCurrency,
  errorAt,
  firstText,
  joinedText,
  type Outcome,
  outcomeOf,
} from "./booking.ts";
import { dayOrLast, readShortDay } from "./mt940-balance.ts";
import type { Entry } from "./mt940-messages.ts";
import { ibanIn, readWords } from "./mt940-words.ts";
import type { FileRow } from "./statement.ts";

type Account = { readonly currency: string; readonly today: Day };

type Booking = { readonly outcome: Outcome; readonly notice: string | null };

/** Value date, entry date or blanks, mark, letter of the funds, amount, type, references. */
const LINE =
  /^(\d{6})(\d{4}|\s{4})?\s*(R[CD]|E[CD]|[CD])([A-Z])?\s*(\d[\d.,]*|,\d+)\s*(?:[A-Z][A-Z\d]{3}(.*))?$/;

/** Reads `:61:` with its `:86:`. */
export function bookingOf({ booking, text }: Entry, account: Account, isInterim: boolean): Booking {
  const { line, lines } = booking;
  const [first = "", ...more] = lines;
  const [all, value = "", entry = "", mark = "", , digits = "", references = ""] =
    LINE.exec(first.trimEnd()) ?? [];
  if (all === undefined) return failed(line, first, "It is no line of a statement (:61:).");
  const valued = readShortDay(value, account.today);
  const booked = valued === null ? null : entryDay(entry, valued.day);
  if (valued === null || booked === null)
    return failed(line, value + entry, "This is not a date that exists.");
  const amount = readAmount(digits, account.currency);
  if (!("minor" in amount)) return failed(line, digits, amount.why);
  const [own, banks] = splitAt(references, "//");
  const supplement = joinedText(...more);
  const words = readWords(text?.lines ?? []);
  const minor = /^(D|RC|ED)$/.test(mark) ? 0 - amount.minor : amount.minor;
  const outcome = outcomeOf({
    line,
    date: booked.day,
    valueDate: valued.day,
    minor,
    isPending: isInterim || mark.startsWith("E"),
    names: [words.name, ...words.others, supplement, own],
    description: words.description ?? (ibanIn(supplement ?? "") === null ? supplement : null),
    reference: referenceIn(words.reference) ?? referenceIn(own),
    counterpartyNumber: words.number ?? ibanIn(supplement ?? ""),
    bankId: bankIdOf(banks),
    original: originalIn(supplement ?? "", minor),
    ownText: [own, supplement ?? "", joinedText(...(text?.lines ?? [])) ?? ""],
  });
  return { outcome, notice: correction(line, value, valued, booked) };
}

function failed(line: number, text: string, why: string): Booking {
  return { outcome: errorAt(line, ":61:", text, why), notice: null };
}

/** The entry date in the year that brings it nearest to the value date; this one where there is none. */
function entryDay(text: string, valued: Day) {
  const [all, month, day] = /^(\d\d)(\d\d)$/.exec(text) ?? [];
  if (all === undefined) return { day: valued, isCorrected: false };
  const [year, apart] = [Number(valued.slice(0, 4)), Number(month) - Number(valued.slice(5, 7))];
  const near = apart > 6 ? year - 1 : year + (apart < -6 ? 1 : 0);
  return dayOrLast(near, Number(month), Number(day));
}

type ReadDay = { readonly day: Day; readonly isCorrected: boolean };

function correction(line: number, text: string, valued: ReadDay, booked: ReadDay): string | null {
  if (!valued.isCorrected && !booked.isCorrected) return null;
  const day = valued.isCorrected ? valued.day : booked.day;
  return `Line ${line} has a day that no calendar has (${text}), and is read as ${day}.`;
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0
    ? [text.trim(), ""]
    : [text.slice(0, at).trim(), text.slice(at + mark.length).trim()];
}

/** `EREF` in place of a reference says that it stands in the text. */
function referenceIn(text: string | null): string | null {
  const reference = bankIdOf(firstText(text));
  return /^(EREF|MARF|PREF)$/.test(reference ?? "") ? null : reference;
}

/** The amount as it was paid: `/OCMT/USD10,00/`. */
function originalIn(supplement: string, booked: number): FileRow["original"] {
  const [, code, digits = ""] = /\/OCMT\/([A-Z]{3})([\d.,]+)/.exec(supplement) ?? [];
  const currency = readCurrency(code);
  if (currency === null) return null;
  const read = readAmount(digits, currency);
  if (!("minor" in read) || read.minor === 0) return null;
  return { minor: booked < 0 ? -read.minor : read.minor, currency };
}
