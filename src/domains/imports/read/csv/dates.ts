import { fold } from "../../../../core/fold.ts";
import type { Day } from "../../../../shared/time.ts";
import { compactDay, nearYear, realDay } from "../calendar-day.ts";

export const ORDERS = ["dmy", "mdy", "ymd"] as const;

export type Order = (typeof ORDERS)[number];

export const ORDER_LABELS: Readonly<Record<Order, string>> = {
  dmy: "Day first",
  mdy: "Month first",
  ymd: "Year first",
};

const LONGEST = 60;
const NO_DAY = /^\D*$|^-?\d{1,7}(?:[.,]\d*)?$/;

/** Reads days as they are printed, without clock and time zone. */
export class Days {
  readonly #today: Day;
  readonly #known = new Map<string, Readonly<Record<Order, Day | null>>>();

  constructor(today: Day) {
    this.#today = today;
  }

  read(text: string, order: Order): Day | null {
    if (text.length > LONGEST || NO_DAY.test(text)) return null;
    const known = this.#known.get(text);
    if (known !== undefined) return known[order];
    const [dmy, mdy, ymd] = ORDERS.map((order) => dayOf(text, order, this.#today));
    const read = { dmy: dmy ?? null, mdy: mdy ?? null, ymd: ymd ?? null };
    this.#known.set(text, read);
    return read[order];
  }

  isDay(text: string): boolean {
    return ORDERS.some((order) => this.read(text, order) !== null);
  }
}

function dayOf(text: string, order: Order, today: Day): Day | null {
  const whole = /^(\d{8})(?:\d{4,6})?(?:[.,]\d+)?(?:\s*\[.*\])?(?:[T ]\d.*)?$/.exec(text)?.[1];
  if (whole !== undefined) return eightDigits(whole, order);
  const date = text
    .replace(/(?<=\d)(?:T|,? +)\d{1,2}[:.h]\d{2}.*$/i, "")
    .replace(/^(?:\p{L}{2,3}\.?|\p{L}+,) (?=\d)/u, "")
    .replace(/\.$/, "")
    .trim();
  const numbers = /^(\d{1,4})([-/. ]) ?(\d{1,2})\2 ?(\d{1,4})$/.exec(date);
  if (numbers !== null) {
    const [, one = "", , two = "", three = ""] = numbers;
    return one.length > 2
      ? dayFrom(one, two, three, today)
      : ordered([one, two, three], order, today);
  }
  return dayWithName(date, today);
}

/** `20121115`, or `15112012` where the first four digits are no year. */
function eightDigits(digits: string, order: Order): Day | null {
  const day = compactDay(digits);
  if (day !== null || order === "ymd") return day;
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)] as const;
  return ordered(parts, order, "");
}

function ordered([one, two, three]: readonly [string, string, string], order: Order, today: Day) {
  if (order === "ymd") return three.length > 2 ? null : dayFrom(one, two, three, today);
  return order === "dmy" ? dayFrom(three, two, one, today) : dayFrom(three, one, two, today);
}

/** `12-Dec-2019`, `10-Nov-9`, `Dec 12, 2019`, `12 de diciembre de 2019`. */
function dayWithName(text: string, today: Day): Day | null {
  const words = text.match(/\p{L}+|\d+/gu) ?? [];
  const numbers = words.filter((word) => /^\d/.test(word));
  const [month] = words.flatMap((word) => monthNamed(word) ?? []);
  if (numbers.length !== 2 || month === undefined || words.length > 6) return null;
  const [one = "", two = ""] = numbers;
  const isYearFirst = one.length === 4;
  return dayFrom(isYearFirst ? one : two, String(month), isYearFirst ? two : one, today);
}

function dayFrom(year: string, month: string, day: string, today: Day): Day | null {
  if (year.length === 3 || (year.length < 4 && today === "") || day.length > 2) return null;
  const monthAndDay = `${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const whole = year.length === 4 ? Number(year) : nearYear(Number(year), monthAndDay, today);
  return realDay(whole, Number(month), Number(day));
}

/**
 * Picks the orders that read most cells, and of these the ones in which days run one way. Orders that read the same
 * days count as one.
 */
export function dateOrders(texts: readonly string[], days: Days): readonly [Order, ...Order[]] {
  const readings = ORDERS.map((order) => ({
    order,
    days: texts.map((text) => days.read(text, order)),
  }));
  const counted = readings.map((reading) => ({
    ...reading,
    count: reading.days.filter((day) => day !== null).length,
  }));
  const most = Math.max(...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most);
  // Two digits of a year in front are rare: only where no other order reads as much.
  const usual = best.filter(({ order }) => order !== "ymd");
  const fitting = distinct(usual.length > 0 ? usual : best);
  const [first] = fitting;
  if (first === undefined || most === 0) return ["dmy"];
  // Days with points begin with the day wherever they are written so.
  const withPoints = fitting.find(({ order }) => order === "dmy");
  if (withPoints !== undefined && texts.every((text) => /^\d{1,2}\. ?\d{1,2}\./.test(text)))
    return ["dmy"];
  const running = fitting.filter(({ days }) => runOneWay(days));
  const [chosen = first, ...others] = running.length > 0 ? running : fitting;
  return [chosen.order, ...others.map(({ order }) => order)];
}

type OrderReading = { readonly order: Order; readonly days: readonly (Day | null)[] };

function distinct<One extends OrderReading>(readings: readonly One[]): readonly One[] {
  const seen = new Set<string>();
  return readings.filter(({ days }) => {
    const key = days.join();
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function runOneWay(days: readonly (Day | null)[]): boolean {
  const read = days.filter((day) => day !== null);
  const [first = "", last = ""] = [read[0], read.at(-1)];
  const sign = first <= last ? 1 : -1;
  return read.every((day, index) => {
    const before = read[index - 1] ?? day;
    return sign > 0 ? before <= day : before >= day;
  });
}

/**
 * Folded beginnings of the names of months in English, German, French, Spanish, Italian, Portuguese, Dutch, Danish,
 * Swedish, Norwegian, Finnish, Polish and Czech. Longer ones are tried first.
 */
const MONTHS: readonly string[] = [
  "jan jän ene gen sty led tam",
  "feb fev lut uno hel",
  "mar mrt mrz maa bre maalis",
  "apr avr abr kwi dub huh",
  "may mai maj mei mag kve tou",
  "jun juin giu cze cerven kes",
  "jul juil lug lip cervenec cvc hei",
  "aug aou ago sie srp elo",
  "sep set wrz zar syy",
  "oct okt ott out paz rij lok",
  "nov lis marras",
  "dec dez dic gru pro jou des",
];

const BY_BEGINNING = MONTHS.flatMap((names, index) =>
  names.split(" ").map((name) => [fold(name), index + 1] as const),
).toSorted(([one], [other]) => other.length - one.length);

/** From 1 to 12; null for a word that is no month. */
function monthNamed(word: string): number | null {
  const folded = fold(word);
  if (folded.length < 3) return null;
  return BY_BEGINNING.find(([beginning]) => folded.startsWith(beginning))?.[1] ?? null;
}
