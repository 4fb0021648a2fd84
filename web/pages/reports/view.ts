import { minorDigits } from "../../../src/shared/money.ts";
import { lowered } from "../../../src/shared/words.ts";
import type { ChartData, ListLink, Place } from "../../chart/data.ts";
import type { Others, Ranked } from "../../chart/ranking.tsx";
import { formatOf, shortDay } from "../../dates.ts";
import { majorText } from "../../numbers.ts";
import { months, type Range } from "./ranges.ts";

/** A value of a report, with the list that has the same total. */
export type Cell = {
  readonly text: string;
  /** As it stands in the saved table. */
  readonly plain: string;
  readonly link?: ListLink | undefined;
};

export type ReportRow = {
  readonly key: string;
  readonly name: string;
  /** List that the row stands for. */
  readonly link?: ListLink;
  /** Why the row tells less than its name says. */
  readonly note?: string | null;
  readonly cells: readonly Cell[];
  /** Currency of its amounts, where it is not that of the report. */
  readonly currency?: string;
  /** Head of the rows that it stands among. */
  readonly part?: string;
  /** True for the sum of its part. */
  readonly isSum?: true;
};

export type ReportTable = {
  /** The first is that of the names. */
  readonly titles: readonly string[];
  /** Column that stands beside the name on narrow screens, where there are several. */
  readonly main?: string;
  readonly rows: readonly ReportRow[];
  readonly total?: ReportRow;
};

export type FurtherTable = {
  readonly title: string;
  readonly hint?: string;
  readonly table: ReportTable;
};

/** A sentence, and where it leads. */
export type Note = {
  readonly text: string;
  readonly link?: { readonly words: string; readonly link: ListLink };
};

/** A report as the page draws it. */
export type ReportView = {
  readonly currency: string;
  /** The page's one large figure. */
  readonly figure: { readonly label: string; readonly cell: Cell };
  /** Answer in few words for the list of reports, where the figure alone is none. */
  readonly short?: string;
  /** The same figure of the range to compare with. */
  readonly compared?: {
    readonly range: Range;
    readonly cell: Cell;
    readonly change: string;
  } | null;
  /** Exact days; undefined for reports of now. */
  readonly range?: Range;
  /** The chart's finding in words. */
  readonly finding: string;
  /** Part of the figure that other reports leave out. */
  readonly remark?: Note | null;
  readonly chart?: ChartData;
  readonly ranking?: readonly Ranked[];
  readonly others?: Others;
  /** Below the bars, where they are not all. */
  readonly rankingNote?: string;
  readonly table: ReportTable;
  /** Further tables, each with its title. */
  readonly further?: readonly FurtherTable[];
  readonly notes: readonly Note[];
  /** True when nothing in the range counts or is left out. */
  readonly isEmpty: boolean;
};

export type Asked = Range & {
  readonly team: string;
  readonly today: string;
  readonly compare?: "previous" | "year" | undefined;
};

export function amount(major: number, currency: string, link?: ListLink): Cell {
  return {
    text: majorText(major, currency),
    plain: major.toFixed(minorDigits(currency)),
    link,
  };
}

/** Rows under a head of their own, with their sum below. */
export function partOf(
  part: string,
  rows: readonly ReportRow[],
  sum: readonly Cell[],
): readonly ReportRow[] {
  const total = {
    key: "total",
    name: `Total ${lowered(part)}`,
    cells: sum,
    isSum: true as const,
  };
  return [...rows, total].map((row) => ({ ...row, part, key: `${part} ${row.key}` }));
}

export function plainCell(text: string): Cell {
  return { text, plain: text };
}

type ListQuery = Range &
  Readonly<{
    figure: string;
    category?: string | undefined;
    left_out?: string | undefined;
    tax?: string | undefined;
    party?: string | undefined;
  }>;

/** The list of transactions that has the same total. */
export function listLink(query: ListQuery): ListLink {
  const search = Object.fromEntries(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return { to: "/transactions", search };
}

/** `1 Oct 2026 to 31 Oct 2026`. */
export function rangeText({ from, to }: Range): string {
  return from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;
}

type Month = { readonly month: string; readonly partial: boolean };

/** A month on the axis, and why it is partial. */
export function monthPlace(
  { month, partial }: Month,
  range: Range,
): Place & { note: string | null } {
  const whole = months(`${month}-01`, 0, 1);
  const held = {
    from: range.from > whole.from ? range.from : whole.from,
    to: range.to < whole.to ? range.to : whole.to,
  };
  const isCut = held.from !== whole.from || held.to !== whole.to;
  const note = partial ? (isCut ? `only ${rangeText(held)}` : "not over yet") : null;
  const isLong = range.from.slice(0, 4) !== range.to.slice(0, 4);
  return {
    label: named(month, { month: "short", ...(isLong ? { year: "2-digit" } : {}) }),
    name: named(month, { month: "long", year: "numeric" }),
    isPartial: partial,
    ...(note === null ? {} : { partialAs: note }),
    note,
  };
}

function named(month: string, parts: Intl.DateTimeFormatOptions): string {
  return formatOf("en-GB", { timeZone: "UTC", ...parts }).format(new Date(`${month}-01`));
}

type LeftOut = {
  readonly pending: number;
  readonly excluded: number;
  readonly transfer: number;
  readonly capital: number;
  readonly no_rate: number;
};

type Noticed = {
  readonly notices?: readonly string[] | undefined;
  readonly left_out_lists: readonly { readonly notice: string; readonly list: ListQuery }[];
};

/** The report's sentences; what it leaves out leads to the list of that. */
export function notesOf({ notices = [], left_out_lists }: Noticed): readonly Note[] {
  const lists = new Map(left_out_lists.map(({ notice, list }) => [notice, list]));
  return notices.map((text) => {
    const list = lists.get(text);
    if (list !== undefined)
      return { text, link: { words: "See what is left out", link: listLink(list) } };
    if (text.includes("see Review")) return { text, link: REVIEW };
    return { text };
  });
}

const REVIEW = { words: "See Review", link: { to: "/transactions/review", search: {} } };

export function isNothing(left: LeftOut, ...figures: readonly number[]): boolean {
  return [...Object.values(left), ...figures].every((value) => value === 0);
}

/** The figure before, and how it has changed: `€12.50 more (5 %) than`. */
export function comparedTo(
  [now, before]: readonly [now: number, before: number],
  { from, to, currency }: Range & { readonly currency: string },
  link?: ListLink,
) {
  const digits = 10 ** minorDigits(currency);
  const change = Math.round((now - before) * digits) / digits;
  const share = before <= 0 ? "" : ` (${Math.round((Math.abs(change) / before) * 100)} %)`;
  const text =
    change === 0
      ? "The same as"
      : `${majorText(Math.abs(change), currency)} ${change > 0 ? "more" : "less"}${share} than`;
  return {
    range: { from, to },
    cell: amount(before, currency, link),
    change: text,
  };
}
