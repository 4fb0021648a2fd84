import type { Day } from "../../../shared/time.ts";
import { readAmount } from "./amount.ts";
import {
  type Outcome,
  accountNumberOf,
  bankIdOf,
  errorAt,
  firstText,
  joinedText,
  oneLine,
  outcomeOf,
  readCurrency,
} from "./booking.ts";
import { type Entry, dayOrLast, readShortDay } from "./mt940-messages.ts";
import type { FileRow } from "./statement.ts";

type Account = { readonly currency: string; readonly today: Day };

type Booking = { readonly outcome: Outcome; readonly notice: string | null };

/** Value date, entry date or blanks, mark, letter of the funds, amount, type with its code or blanks, references. */
const LINE =
  /^(\d{6})(\d{4}|\s{4})?\s*(R[CD]|E[CD]|[CD])([A-Z])?\s*(\d[\d.,]*|,\d+)\s*(?:[A-Z](?:[A-Z\d]{3}| {3})(.*))?$/;

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

/**
 * Chooses the year in which the entry date is nearest to the value date. Without an entry date, it is the value
 * date.
 */
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

/** Null for `EREF`, which says that the reference stands in the text. */
function referenceIn(text: string | null): string | null {
  const reference = bankIdOf(firstText(text));
  return /^(EREF|MARF|PREF)$/.test(reference ?? "") ? null : reference;
}

/** Reads the amount as it was paid: `/OCMT/USD10,00/`. */
function originalIn(supplement: string, booked: number): FileRow["original"] {
  const [, code, digits = ""] = /\/OCMT\/([A-Z]{3})([\d.,]+)/.exec(supplement) ?? [];
  const currency = readCurrency(code);
  if (currency === null) return null;
  const read = readAmount(digits, currency);
  if (!("minor" in read) || read.minor === 0) return null;
  return { minor: booked < 0 ? -read.minor : read.minor, currency };
}

type Words = {
  readonly name: string | null;
  readonly others: readonly (string | null)[];
  readonly description: string | null;
  readonly reference: string | null;
  readonly number: string | null;
};

/** Reads numbered fields (`?20`, `~20`), words between slashes (`/NAME/`), or plain text. */
function readWords(lines: readonly string[]): Words {
  const printed = lines.join("");
  const mark =
    /^(?:\d{3})?([?~<>^])\d\d/.exec(printed)?.[1] ?? (printed.includes("~20") ? "~" : null);
  if (mark !== null) return numberedWords(printed, mark);
  if (SLASHED.test(printed)) return slashedWords(printed);
  return plainWords(lines);
}

/** A text that fills a line or numbered field goes on in the next without a blank. */
const LINE_WIDTH = 65;
const NUMBERED_WIDTH = 27;

function numberedWords(printed: string, mark: string): Words {
  const [, ...parts] = printed.split(new RegExp(`\\${mark}(?=\\d\\d)`));
  const fields = new Map(parts.map((part) => [part.slice(0, 2), part.slice(2)]));
  const join = (numbers: readonly number[]) =>
    joinedParts(
      numbers.map((number) => fields.get(String(number)) ?? ""),
      NUMBERED_WIDTH,
    );
  const text = join([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63]);
  const sepa = sepaWords(text);
  const kind = firstText(fields.get("00"));
  return {
    name: firstText(join([32, 33])),
    others: [kind, text],
    description: joinedText(sepa.get("SVWZ") ?? text),
    reference: bankIdOf(sepa.get("EREF")) ?? bankIdOf(sepa.get("KREF")),
    number: accountNumberOf(fields.get("31")) ?? accountNumberOf(sepa.get("IBAN")),
  };
}

function joinedParts(parts: readonly string[], width: number): string {
  return parts.reduce((text, part, index) => {
    const before = parts[index - 1] ?? "";
    return text + (before.length >= width || before === "" ? "" : " ") + part;
  }, "");
}

/** Reads `EREF+…MREF+…SVWZ+…`. A text without such words is all of `SVWZ`. */
function sepaWords(text: string): ReadonlyMap<string, string> {
  const [before = "", ...parts] = text.split(
    /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/,
  );
  const words = pairsOf(parts);
  // The purpose may stand before the words, without one of its own.
  if (!words.has("SVWZ") && oneLine(before) !== "") words.set("SVWZ", before);
  return words;
}

const SLASH_WORDS =
  "TRTP|IBAN|BIC|NAME|REMI|EREF|BENM|ORDP|ISDT|CSID|MARF|RTYP|RTRN|CNTP|PURP|ULTD|ULTC|ULTB|ID|ADDR|" +
  "TRCD|CREF|PREF|IREF|INIT|SVCL|OCMT|EXCH|CHGS|CHGS1|NRTX|ACCW|SUBM|BUSP|CDTRREFTP|CDTRREF|RREF";
const SLASHED = new RegExp(`^/(?:${SLASH_WORDS})/|/(?:NAME|REMI)/`);

function slashedWords(printed: string): Words {
  const [before = "", ...parts] = printed.split(new RegExp(`/(${SLASH_WORDS})/`));
  const words = pairsOf(parts);
  // ING of the Netherlands: account, BIC, name and city of the other side.
  const [account, , name] = (words.get("CNTP") ?? "").split("/");
  const remittance = (words.get("REMI") ?? "")
    .replace(/^\/?(?:USTD|STRD)\/\/?/, "")
    .replace(/\/+$/, "");
  const text = joinedText(remittance);
  return {
    name: firstText(words.get("NAME")?.replace(/\/+$/, ""), name),
    others: [text, words.get("TRTP") ?? null, words.get("RTYP") ?? null, before, printed],
    description: text ?? joinedText(before),
    reference: bankIdOf(words.get("EREF")?.replace(/\/+$/, "")),
    number: accountNumberOf(words.get("IBAN")?.replace(/\/+$/, "")) ?? accountNumberOf(account),
  };
}

/** Keeps the first text of each word that is not blank. */
function pairsOf(parts: readonly string[]): Map<string, string> {
  const words = new Map<string, string>();
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [word = "", text = ""] = [parts[index], parts[index + 1]];
    if (oneLine(words.get(word) ?? "") === "") words.set(word, text);
  }
  return words;
}

/** Drops a code such as `A44?` of some French banks. The first line names the booking. */
function plainWords(lines: readonly string[]): Words {
  const [first = "", ...more] = lines;
  const bare = [first.replace(/^[A-Z]\d\d\?/, ""), ...more];
  return {
    name: null,
    others: bare,
    description: joinedText(joinedParts(bare, LINE_WIDTH)),
    reference: null,
    number: null,
  };
}

function ibanIn(text: string): string | null {
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.exec(text)?.[0] ?? null;
}
