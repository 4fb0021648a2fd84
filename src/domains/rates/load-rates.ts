import { type CsvRow, readCsv } from "../../core/csv/read-csv.ts";
import { Refusal } from "../../core/errors.ts";
import { day as isoDay } from "../../core/fields.ts";
import { isZip, unzipped } from "../../core/unzip.ts";
import { quoted } from "../../core/visible.ts";
import type { BaseContext } from "../../db/context.ts";
import { enqueue } from "../../db/outbox.ts";
import type { Db } from "../../db/schema/schema.ts";
import { pause, ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import { addDays, weekdayName, weekdayOf } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { FIRST_DAY, isRate, lockSource, MOST_DAYS_BACK } from "./rate.ts";

/** Units for 1 EUR, as the file writes them. */
type PublicRate = { readonly currency: string; readonly day: Day; readonly rate: string };

/** The whole history had 2 MB in 2026, and 630 KB as a ZIP archive. */
export const LARGEST_FILE = 8 * 2 ** 20;
const LARGEST_UNZIPPED = 16 * 2 ** 20;

/** The history has some 256 days a year since 1999. */
const MOST_DAYS = 20_000;
const MOST_CURRENCIES = 200;

/**
 * Reads a file of the ECB's reference rates: its ZIP archive or the CSV file in it, of one day or of many.
 * A file without any rate is refused, and so is a day after `today`, which no rate can have yet.
 * @throws Refusal for a file that is not the ECB's
 */
export async function readEcbFile(bytes: Uint8Array, today: Day): Promise<readonly PublicRate[]> {
  const csv = isZip(bytes) ? await csvIn(bytes) : bytes;
  const { header, rows } = await readCsv(csv, { mostRows: MOST_DAYS });
  const currencies = currenciesOf(header);
  const days = new Set<Day>();
  const rates = rows.flatMap((row) => {
    const day = dayOf(row, today);
    if (days.has(day)) throw unreadable(`Line ${row.line} has the day ${day} a second time`);
    days.add(day);
    return ratesOf(row, day, currencies);
  });
  if (rates.length === 0) throw unreadable("The file has no rates");
  return rates;
}

async function csvIn(bytes: Uint8Array): Promise<Uint8Array> {
  const files = await unzipped(bytes, { largest: LARGEST_UNZIPPED, mostFiles: 1 });
  const [file] = typeof files === "string" ? [] : files;
  if (file === undefined) throw unreadable("The ZIP archive does not have one file, or is damaged");
  return file.bytes;
}

/** Null for a column without a title: lines may end with a comma. */
function currenciesOf([first, ...titles]: readonly string[]): readonly (string | null)[] {
  if (first !== "Date") throw unreadable("The file does not begin with the title “Date”");
  const wrong = titles.find((title) => title !== "" && !/^[A-Z]{3}$/.test(title));
  if (wrong !== undefined) throw unreadable(`${quoted(wrong)} is not the code of a currency`);
  const codes = titles.filter((title) => title !== "");
  if (codes.length > MOST_CURRENCIES || new Set(codes).size < codes.length || codes.includes("EUR"))
    throw unreadable("The titles of the columns are not each the code of another currency");
  return titles.map((title) => (title === "" ? null : title));
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** `2026-11-20`, or `20 November 2026` in the file of one day. */
function dayOf({ line, cells: [text = ""] }: CsvRow, today: Day): Day {
  const [, date = "", month = "", year = ""] = /^(\d\d?) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, "0");
  const written = date === "" ? text : `${year}-${number}-${date.padStart(2, "0")}`;
  const { data: day } = isoDay.safeParse(written);
  if (day === undefined) throw unreadable(`Line ${line} has no day, but ${quoted(text)}`);
  if (day < FIRST_DAY || day > today)
    throw unreadable(`Line ${line} has the day ${day}, on which there are no rates`);
  // TARGET, the payment system of the euro, is closed then.
  if (weekdayOf(day) % 6 === 0)
    throw unreadable(`Line ${line} has the day ${day}, a ${weekdayName(day)}`);
  return day;
}

function ratesOf(
  { line, cells: [, ...cells] }: CsvRow,
  day: Day,
  currencies: readonly (string | null)[],
): readonly PublicRate[] {
  return cells.flatMap((rate, index) => {
    if (rate === "" || rate === "N/A") return [];
    const currency = currencies[index] ?? null;
    if (currency === null || !isRate(rate))
      throw unreadable(`Line ${line} has ${quoted(rate)}, which is no rate of a currency`);
    return [{ currency, day, rate }];
  });
}

function unreadable(message: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message,
    next: "choose eurofxref-hist.zip or eurofxref.zip of the European Central Bank, or the CSV file in it",
  });
}

export type Loaded = {
  readonly added: number;
  readonly corrected: number;
  /** Rates left out because another value is stored. */
  readonly differing: number;
  readonly newest_day: Day | null;
};

type Options = { readonly corrects: boolean };

/**
 * Stores public rates, and has the amounts that they change computed again. Rates are of all teams: only who
 * runs the server `corrects` those that are there.
 */
export async function loadRates(
  context: BaseContext,
  rates: readonly PublicRate[],
  { corrects }: Options,
): Promise<Loaded> {
  return transaction(context, async (context) => {
    const { db } = context;
    const { newest_day } = await lockSource(db);
    const inOrder = rates.toSorted(byDay);
    const days = new Set<Day>();
    let [added, corrected, differing] = [0, 0, 0];
    for (let from = 0; from < inOrder.length; from += ROWS_A_CHUNK) {
      const news = await newsIn(db, inOrder.slice(from, from + ROWS_A_CHUNK));
      await store(db, corrects ? [...news.missing, ...news.other] : news.missing);
      added += news.missing.length;
      if (corrects) corrected += news.other.length;
      else differing += news.other.length;
      for (const { day } of [...news.missing, ...(corrects ? news.other : [])]) days.add(day);
      await pause(context);
    }
    const changed = [...days].toSorted();
    const newest =
      [...days, ...(newest_day === null ? [] : [newest_day])].toSorted().at(-1) ?? null;
    await db.updateTable("rate_sources").set({ newest_day: newest }).execute();
    await settleLater(context, changed);
    return { added, corrected, differing, newest_day: newest };
  });
}

function byDay(one: PublicRate, other: PublicRate): number {
  return one.day < other.day ? -1 : Number(one.day > other.day);
}

async function newsIn(db: Db, rates: readonly PublicRate[]) {
  const days = rates.map(({ day }) => day);
  const known = await db
    .selectFrom("exchange_rates")
    .selectAll()
    .where("currency", "in", [...new Set(rates.map(({ currency }) => currency))])
    .where("day", ">=", days[0] ?? "")
    .where("day", "<=", days.at(-1) ?? "")
    .execute();
  const stored = new Map(known.map(({ currency, day, rate }) => [`${currency} ${day}`, rate]));
  const before = ({ currency, day }: PublicRate) => stored.get(`${currency} ${day}`);
  return {
    missing: rates.filter((rate) => before(rate) === undefined),
    other: rates.filter((rate) => (before(rate) ?? rate.rate) !== rate.rate),
  };
}

async function store(db: Db, rates: readonly PublicRate[]): Promise<void> {
  if (rates.length === 0) return;
  await db
    .insertInto("exchange_rates")
    .values(rates)
    .onConflict((conflict) =>
      conflict
        .columns(["currency", "day"])
        .doUpdateSet({ rate: (row) => row.ref("excluded.rate") }),
    )
    .execute();
}

async function settleLater(context: BaseContext, changed: readonly Day[]): Promise<void> {
  const [first, last] = [changed[0], changed.at(-1)];
  if (first === undefined || last === undefined) return;
  const teams = await context.db
    .selectFrom("bank_accounts as account")
    .innerJoin("teams as team", "team.id", "account.team_id")
    .whereRef("account.currency", "<>", "team.base_currency")
    .select("team.id")
    .distinct()
    .orderBy("team.id")
    .execute();
  for (const team of teams) {
    const id = context.newId();
    const to_day = addDays(last, MOST_DAYS_BACK);
    const days = { team_id: team.id, id, from_day: first, to_day };
    await context.db.insertInto("settlements").values(days).execute();
    await enqueue({ ...context, team }, { job: "settlement", subjectId: id });
  }
}
