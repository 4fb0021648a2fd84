import { type CsvRow, readCsv } from "../../core/csv/read-csv.ts";
import { Refusal } from "../../core/errors.ts";
import { day as isoDay } from "../../core/fields.ts";
import { isZip, unzipped } from "../../core/unzip.ts";
import { quoted } from "../../core/visible.ts";
import { weekdayName, weekdayOf } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { type DatedRate, FIRST_DAY, isRate } from "./rate.ts";

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
export async function readEcbFile(bytes: Uint8Array, today: Day): Promise<readonly DatedRate[]> {
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
): readonly DatedRate[] {
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
