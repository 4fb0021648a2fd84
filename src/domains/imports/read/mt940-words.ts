import { accountNumberOf, bankIdOf, firstText, joinedText, oneLine } from "./booking.ts";

/** The meaning of a text `:86:`. */
export type Words = {
  readonly name: string | null;
  /** Texts that name the booking when there is no name. */
  readonly others: readonly (string | null)[];
  readonly description: string | null;
  readonly reference: string | null;
  readonly number: string | null;
};

/** Reads numbered fields (`?20`, `~20`), words between slashes (`/NAME/`), or plain text. */
export function readWords(lines: readonly string[]): Words {
  const printed = lines.join("");
  const mark =
    /^(?:\d{3})?([?~<>^])\d\d/.exec(printed)?.[1] ?? (printed.includes("~20") ? "~" : null);
  if (mark !== null) return numberedWords(printed, mark);
  if (SLASHED.test(printed)) return slashedWords(printed);
  return plainWords(lines);
}

/** Characters of a line, and of a numbered field. Where a text fills it, the next one goes on at once. */
const LINE = 65;
const NUMBERED = 27;

function numberedWords(printed: string, mark: string): Words {
  const [, ...parts] = printed.split(new RegExp(`\\${mark}(?=\\d\\d)`));
  const fields = new Map(parts.map((part) => [part.slice(0, 2), part.slice(2)]));
  const join = (numbers: readonly number[]) =>
    joinedParts(
      numbers.map((number) => fields.get(String(number)) ?? ""),
      NUMBERED,
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

/** `EREF+…MREF+…SVWZ+…`; a text without such words is all of `SVWZ`. */
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

/** A word of the bank's between slashes, with its text up to the next. */
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

/** The first text of each word; of the name the first that is not blank. */
function pairsOf(parts: readonly string[]): Map<string, string> {
  const words = new Map<string, string>();
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [word = "", text = ""] = [parts[index], parts[index + 1]];
    if (oneLine(words.get(word) ?? "") === "") words.set(word, text);
  }
  return words;
}

/** Text without fields, behind a code such as `A44?` of some French banks. The first line names it. */
function plainWords(lines: readonly string[]): Words {
  const [first = "", ...more] = lines;
  const bare = [first.replace(/^[A-Z]\d\d\?/, ""), ...more];
  return {
    name: null,
    others: bare,
    description: joinedText(joinedParts(bare, LINE)),
    reference: null,
    number: null,
  };
}

/** An IBAN that stands alone in a text. */
export function ibanIn(text: string): string | null {
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.exec(text)?.[0] ?? null;
}
