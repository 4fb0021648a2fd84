import type { CsvRow } from "../../core/csv/read-csv.ts";
import { instant, label, text as storable } from "../../core/fields.ts";
import { shownIn } from "../../shared/calendar.ts";
import {
  type Day,
  dayIn,
  type Instant,
  instantOf,
  isTimeZone,
  millisecondsOf,
} from "../../shared/time.ts";
import type { Field } from "./columns.ts";
import { LONGEST_PERSON } from "./import-options.ts";
import { clockOf, type DateOrder, durationOf, isRealDay, type LocalDays } from "./written-times.ts";

export type TimeRow = {
  readonly line: number;
  readonly email: string;
  readonly person: string;
  /** Address or name of whose time it is; "" for none. */
  readonly owner: string;
  readonly customer: string;
  readonly project: string;
  readonly description: string | null;
  readonly isBillable: boolean;
  readonly cells: Cells;
};

type Cells = Readonly<Record<Field, string>>;

export type RowTimes = {
  readonly date: Day;
  readonly start: Instant | null;
  readonly stop: Instant | null;
  readonly duration: number;
  readonly zone: string;
};

/** The problem is a sentence. */
type Unusable = { readonly problem: string };

const NO_PROJECT = "No project";
const LONGEST_NAME = 200;
const Name = label(LONGEST_NAME);
const Description = storable(2000);

export function rowOf(row: CsvRow, columns: ReadonlyMap<Field, number>): TimeRow {
  const cell = (field: Field) => row.cells[columns.get(field) ?? -1] ?? "";
  const cells = cellsOf(cell);
  const full = `${cells.firstName} ${cells.lastName}`.trim();
  const words = [cells.task, cells.description].filter((part) => part !== "").join(": ");
  const description = Description.safeParse(words.slice(0, 2000).toWellFormed());
  const email = cells.email.toLowerCase();
  const person = cells.person === "" ? full : cells.person;
  return {
    line: row.line,
    email,
    person,
    owner: (email || person).slice(0, LONGEST_PERSON).toWellFormed(),
    customer: nameOf(cells.customer),
    project: nameOf(cells.project) || NO_PROJECT,
    description: description.success && description.data !== "" ? description.data : null,
    isBillable: /^(yes|true|1|ja|oui|sí|si|sim|y)$/i.test(cells.billable),
    cells,
  };
}

function cellsOf(cell: (field: Field) => string): Cells {
  return {
    started: cell("started"),
    stopped: cell("stopped"),
    zone: cell("zone"),
    email: cell("email"),
    person: cell("person"),
    firstName: cell("firstName"),
    lastName: cell("lastName"),
    customer: cell("customer"),
    project: cell("project"),
    task: cell("task"),
    description: cell("description"),
    billable: cell("billable"),
    startDate: cell("startDate"),
    startTime: cell("startTime"),
    endDate: cell("endDate"),
    endTime: cell("endTime"),
    duration: cell("duration"),
    hours: cell("hours"),
  };
}

/** @returns "" for a name without a visible character */
function nameOf(text: string): string {
  const name = text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  return Name.safeParse(name).data ?? "";
}

type Clock = {
  readonly order: DateOrder;
  readonly zone: string;
  readonly now: Instant;
  readonly days: LocalDays;
};

const LONGEST_SECONDS = 7 * 86_400;

/** @param zone where the file does not say it */
export function rowTimes({ cells }: TimeRow, clock: Clock): RowTimes | Unusable {
  const zone = cells.zone !== "" && isTimeZone(cells.zone) ? cells.zone : clock.zone;
  const times =
    cells.started === "" ? localTimes(cells, { ...clock, zone }) : exactTimes(cells, zone);
  if ("problem" in times) return times;
  if (!isRealDay(times.date)) return { problem: "Its day is too early or too late." };
  if (times.duration <= 0) return { problem: "It has no duration." };
  if (times.duration > LONGEST_SECONDS) return { problem: "It is longer than 7 days." };
  if (times.date > clock.days.after(clock.now.slice(0, 10)))
    return { problem: "It lies in the future." };
  return times;
}

/** Moments with their offsets, as Ledgerport writes them: exact where clocks change. */
function exactTimes({ started, stopped }: Cells, zone: string): RowTimes | Unusable {
  const [from, to] = [momentOf(started), momentOf(stopped)];
  if (Number.isNaN(from)) return unreadable("exact start", started);
  if (stopped === "") return { problem: "Its timer was still running." };
  if (Number.isNaN(to)) return unreadable("exact end", stopped);
  return between(dayIn(zone, instantOf(from)), from, to, zone);
}

/** Milliseconds since 1970 of a moment with an offset; NaN for another text. */
function momentOf(text: string): number {
  const moment = instant.safeParse(text);
  return moment.success ? millisecondsOf(moment.data) : Number.NaN;
}

function localTimes(cells: Cells, { order, zone, days }: Clock): RowTimes | Unusable {
  const date = days.read(cells.startDate, order);
  if (date === null) return unreadable("date", cells.startDate);
  const duration = durationIn(cells);
  if (typeof duration === "object" && duration !== null) return duration;
  if (cells.startTime === "")
    return duration === null
      ? { problem: "It has neither a start nor a duration." }
      : { date, start: null, stop: null, duration, zone };
  const clock = clockOf(cells.startTime);
  if (clock === null) return unreadable("start time", cells.startTime);
  const start = days.at(zone, date, clock);
  if (cells.endTime === "")
    return duration === null
      ? { problem: "It has neither an end nor a duration." }
      : between(date, start, start + duration * 1000, zone);
  const end = clockOf(cells.endTime);
  if (end === null) return unreadable("end time", cells.endTime);
  const isNext = end < clock || (end === clock && (duration ?? 0) > 0);
  const sameOrNext = isNext ? days.after(date) : date;
  const last = cells.endDate === "" ? sameOrNext : days.read(cells.endDate, order);
  if (last === null) return unreadable("end date", cells.endDate);
  const stop = days.at(zone, last, end);
  return between(date, ...fitting(start, stop, (duration ?? 0) * 1000, zone), zone);
}

/** Clocks that go back show times twice: then the duration decides which are meant. */
function fitting(start: number, stop: number, length: number, zone: string): [number, number] {
  const shows = (at: number, other: number) =>
    shownIn(zone, instantOf(at)).slice(0, 19) === shownIn(zone, instantOf(other)).slice(0, 19);
  if (length === 0 || stop - start === length) return [start, stop];
  if (shows(start + length, stop)) return [start, start + length];
  return shows(stop - length, start) ? [stop - length, stop] : [start, stop];
}

function durationIn({ duration, hours }: Cells): number | Unusable | null {
  const text = duration === "" ? hours : duration;
  return text === "" ? null : (durationOf(text) ?? unreadable("duration", text));
}

/** Takes milliseconds since 1970. */
function between(date: Day, from: number, to: number, zone: string): RowTimes | Unusable {
  if (to < from) return { problem: "It ends before it starts." };
  const [start, stop] = [instantOf(from), instantOf(to)];
  return { date, start, stop, duration: Math.floor((to - from) / 1000), zone };
}

function unreadable(what: string, text: string): Unusable {
  return {
    problem:
      text === "" ? `It has no ${what}.` : `Its ${what} “${text.slice(0, 40)}” is not clear.`,
  };
}
