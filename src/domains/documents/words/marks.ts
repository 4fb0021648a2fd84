import { fold } from "../../../core/fold.ts";

/** An amount, a day, a month or an IBAN in a text, with a token for each way to read it. */
export type Mark = {
  /** Where it stands, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly kind: "amount" | "day" | "month" | "iban";
  readonly tokens: readonly string[];
  /** Meanings that a query does not have: `234.56` in `1 234.56`, which may be two columns. */
  readonly others: readonly string[];
};

/** Finds them in folded text. None shares a sign with another: a day is no amount. */
export function marksIn(folded: string): readonly Mark[] {
  const marks: Mark[] = [];
  let rest = folded;
  for (const { kind, pattern, read } of PATTERNS) {
    if (!/\d/.test(rest)) break;
    const kept: string[] = [];
    let last = 0;
    for (const match of rest.matchAll(pattern)) {
      const { tokens, others = [] } = read(match, rest);
      if (tokens.length === 0) continue;
      const end = match.index + match[0].length;
      marks.push({ start: match.index, end, kind, tokens, others });
      kept.push(rest.slice(last, match.index), TAKEN.repeat(match[0].length));
      last = end;
    }
    if (last > 0) rest = kept.join("") + rest.slice(last);
  }
  return marks.toSorted((one, other) => one.start - other.start);
}

/** Neither a letter nor a digit, a space or a mark of numbers. */
const TAKEN = "\u0002";

type Read = { readonly tokens: readonly string[]; readonly others?: readonly string[] };

type Pattern = {
  readonly kind: Mark["kind"];
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray, text: string) => Read;
};

/** Languages of papers, whose months are known by name. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "sv", "pl", "pt", "da", "nb", "fi"] as const;

/** Names of months, folded, with their numbers: long, short, and as they stand beside a day. */
const MONTH_NAMES: ReadonlyMap<string, number> = monthNames();

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  const styles = [
    { month: "long" },
    { month: "short" },
    { month: "long", day: "numeric" },
  ] as const;
  for (const language of LANGUAGES)
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 5));
        const shown = parts.find(({ type }) => type === "month")?.value ?? "";
        const name = fold(shown.replace(/\.$/, ""));
        if (/^[a-z]{3,}$/.test(name) && !names.has(name)) names.set(name, month);
      }
    }
  return names;
}

const NAME = `(?<name>${[...MONTH_NAMES.keys()]
  .toSorted((one, other) => other.length - one.length)
  .join("|")})`;
const OF = String.raw`(?: ?(?:de|del|di|do|of))? ?`;

const DAYS: readonly RegExp[] = [
  /(?<!\d|\d[-/.])(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?!\d)/g,
  /(?<!\d)(?<year>\d{4}) ?年 ?(?<month>\d{1,2}) ?月 ?(?<day>\d{1,2}) ?日/g,
  /(?<!\d)(?<year>20\d\d|19\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)/g,
  new RegExp(
    String.raw`(?<!\d|\d[-/.,])(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?-?${OF}${NAME}\.?,?-?${OF}(?<year>\d{4})(?!\d)`,
    "g",
  ),
  new RegExp(
    String.raw`(?<![a-z])${NAME}\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)`,
    "g",
  ),
];

const DAY_BEFORE_YEAR =
  /(?<!\d|\d[-/.,])(?<day>\d{1,2})(?<mark>[-/.]) ?(?<month>\d{1,2})\k<mark> ?(?<year>\d{4}|\d\d)(?!\d|[-/.,]\d)/g;

const MONTHS: readonly RegExp[] = [
  /(?<!\d|\d[-/.,])(?<year>\d{4})-(?<month>\d\d)(?!\d|[-/.,]\d)/g,
  /(?<!\d|\d ?[-/.,])(?<month>\d{1,2})[/.](?<year>(?:19|20)\d\d)(?!\d|[-/.,]\d)/g,
  new RegExp(String.raw`(?<![a-z])${NAME}\.?,?-?${OF}(?<year>\d{4})(?!\d)`, "g"),
];

const PATTERNS: readonly Pattern[] = [
  {
    kind: "iban",
    pattern: /(?<![a-z0-9])[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,3})?(?![a-z0-9])/g,
    read: ([text]) => ({ tokens: isIban(text) ? [text.replaceAll(" ", "")] : [] }),
  },
  ...DAYS.map((pattern) => ({ kind: "day", pattern, read: dayOf }) as const),
  { kind: "day", pattern: DAY_BEFORE_YEAR, read: dayOrMonthFirst },
  ...MONTHS.map((pattern) => ({ kind: "month", pattern, read: monthOf }) as const),
  {
    kind: "amount",
    pattern: /(?<!\d|\d[.,'’])\d+(?:[.,'’]\d+| \d{3}(?!\d))*(?:[.,] ?[-–—](?![a-z0-9]))?/g,
    read: amountOf,
  },
];

function dayOf({ groups = {} }: RegExpExecArray): Read {
  const { year = "", month, name = "", day = "" } = groups;
  return { tokens: dayToken(year, month ?? String(MONTH_NAMES.get(name) ?? 0), day) };
}

/** `05/04/2026` is a day of April or of May; with points the day stands first. */
function dayOrMonthFirst({ groups = {} }: RegExpExecArray): Read {
  const { year = "", month = "", day = "", mark } = groups;
  const whole = year.length === 4 ? year : `${Number(year) < 70 ? "20" : "19"}${year}`;
  const dayFirst = dayToken(whole, month, day);
  if (mark === ".") return { tokens: dayFirst };
  return { tokens: [...new Set([...dayFirst, ...dayToken(whole, day, month)])] };
}

function monthOf({ groups = {} }: RegExpExecArray): Read {
  const { year = "", month, name = "" } = groups;
  const number = Number(month ?? MONTH_NAMES.get(name));
  const isMonth = number >= 1 && number <= 12 && /^(?:19|20)/.test(year);
  return { tokens: isMonth ? [`y${year}${twoDigits(number)}`] : [] };
}

/** `y20261031`; none for what is no day. */
function dayToken(year: string, month: string, day: string): readonly string[] {
  const isDay = /^(?:19|20)/.test(year) && isWithin(month, 12) && isWithin(day, 31);
  return isDay ? [`y${year}${twoDigits(Number(month))}${twoDigits(Number(day))}`] : [];
}

function isWithin(text: string, most: number): boolean {
  return Number(text) >= 1 && Number(text) <= most;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** ISO 13616: the number, with its country and check digits behind it, leaves 1 when divided by 97. */
function isIban(text: string): boolean {
  const bare = text.replaceAll(" ", "");
  if (bare.length < 15 || bare.length > 34) return false;
  const digits = Array.from(bare.slice(4) + bare.slice(0, 4), (sign) => Number.parseInt(sign, 36));
  return (
    digits
      .join("")
      .match(/\d{1,7}/g)
      ?.reduce((rest, part) => `${Number(rest + part) % 97}`, "") === "1"
  );
}

/** A number with decimals or marks of thousands, or with a currency beside it. */
function amountOf({ 0: found, index }: RegExpExecArray, text: string): Read {
  const number = found.replace(/[.,] ?[-–—]$/, "");
  const parts = number.split(" ");
  const [first = ""] = parts;
  if (parts.length > 1 && first.length <= 3) {
    const [all, ...fewer] = parts.map((_, from) => parts.slice(from));
    const others = fewer.flatMap((columns) => readingsOf(columns.join(""), true));
    return { tokens: readingsOf((all ?? []).join(""), true), others };
  }
  if (parts.length > 1) return { tokens: [] };
  const behind = AT_START.exec(text.slice(index + found.length, index + found.length + 5));
  const before = AT_END.exec(text.slice(Math.max(0, index - 5), index));
  const isMoney = found !== number || [behind, before].some((near) => isCurrency(near?.[1] ?? ""));
  return { tokens: readingsOf(number, isMoney) };
}

/** Tokens of a number without spaces: `1.234` is 1234.00 and 1.234. Whole numbers only where they are money. */
function readingsOf(number: string, isMoney: boolean): readonly string[] {
  if (/^\d+$/.test(number)) return isMoney ? [amountToken(number, "")] : [];
  const marks = [...number.matchAll(/[.,'’]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  const at = number.search(/[.,'’]\d*$/);
  const [whole, decimals] = [number.slice(0, at), number.slice(at + 1)];
  const readings: string[] = [];
  const isPoint = last === "." || last === ",";
  if (
    isPoint &&
    marks.filter((mark) => mark === last).length === 1 &&
    isWhole(whole) &&
    decimals.length <= 4
  )
    readings.push(amountToken(whole, decimals));
  if (isGrouped(number)) readings.push(amountToken(number, ""));
  return readings;
}

function isWhole(text: string): boolean {
  return /^\d+$/.test(text) || isGrouped(text);
}

/** Thousands, or Indian lakhs. */
function isGrouped(text: string): boolean {
  return (
    /^\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*$/.test(text) || /^\d{1,2}(?:,\d\d)+,\d{3}$/.test(text)
  );
}

function amountToken(whole: string, decimals: string): string {
  const digits = whole.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "");
  return `a${digits.slice(0, 18)}x${decimals.padEnd(2, "0")}`;
}

const AT_START = /^ ?([a-z]+|\p{Sc})/u;
const AT_END = /([a-z]+|\p{Sc}) ?$/u;

/** Codes of currencies, and what some write for theirs. */
const CODES: ReadonlySet<string> = new Set(
  [...Intl.supportedValuesOf("currency"), "KR", "FR", "ZL"].map((code) => code.toLowerCase()),
);

function isCurrency(word: string): boolean {
  return /\p{Sc}/u.test(word) || CODES.has(word);
}
