import { minorDigits } from "../../../src/shared/money.ts";
import { enumerated, lowered } from "../../../src/shared/words.ts";
import type { ChartData, ListLink, Place } from "../../chart/data.ts";
import type { Others, Ranked } from "../../chart/ranking.tsx";
import { formatOf, isDay, monthName, shortDay } from "../../dates.ts";
import { majorText } from "../../numbers.ts";
import { months, type Range, rangeText } from "./ranges.ts";

/** A value of a report. Its list has the same total. */
export type Cell = {
  readonly text: string;
  /** As it stands in the saved table. */
  readonly plain: string;
  readonly link?: ListLink | undefined;
};

export type ReportRow = {
  readonly key: string;
  readonly name: string;
  readonly link?: ListLink;
  /** Why the row tells less than its name says. */
  readonly note?: string | null;
  readonly cells: readonly Cell[];
  /** Left out: the report's currency. */
  readonly currency?: string;
  /** Head of the rows that it stands among. */
  readonly part?: string;
  /** True for the sum of its part. */
  readonly isSum?: true;
};

export type ReportTable = {
  readonly titles: readonly string[];
  /** Column beside the name on narrow screens. */
  readonly main?: string;
  readonly rows: readonly ReportRow[];
  readonly total?: ReportRow;
};

export type FurtherTable = {
  readonly title: string;
  readonly hint?: string;
  readonly table: ReportTable;
};

export type Note = {
  readonly text: string;
  readonly link?: { readonly words: string; readonly link: ListLink };
};

export type ReportView = {
  readonly currency: string;
  readonly figure: { readonly label: string; readonly cell: Cell };
  /** Answer in few words for the list of reports, where the figure alone is none. */
  readonly short?: string;
  readonly compared?: {
    readonly range: Range;
    readonly cell: Cell;
    readonly change: string;
  } | null;
  readonly range?: Range;
  readonly finding: string;
  /** Part of the figure that other reports leave out. */
  readonly remark?: Note | null;
  readonly chart?: ChartData;
  readonly ranking?: readonly Ranked[];
  readonly others?: Others;
  /** Below the bars, when some are left out. */
  readonly rankingNote?: string;
  readonly table: ReportTable;
  readonly further?: readonly FurtherTable[];
  readonly notes: readonly Note[];
  /** True when the range has nothing, also nothing that is left out. */
  readonly isEmpty: boolean;
};

export type Asked = Range & {
  readonly team: string;
  readonly today: string;
  readonly compare?: "previous" | "year" | undefined;
};

/**
 * @param major null for one that is not known
 * @param lacking currencies whose rates it lacks, where the cell has room for them
 */
export function amount(
  major: number | null,
  currency: string,
  link?: ListLink,
  lacking: readonly string[] = [],
): Cell {
  if (major === null) return { text: unknownWords(lacking), plain: "", link };
  return {
    text: majorText(major, currency),
    plain: major.toFixed(minorDigits(currency)),
    link,
  };
}

/** `Not known: no rate for EUR`. */
export function unknownWords(lacking: readonly string[]): string {
  return lacking.length === 0 ? "Not known" : `Not known: no rate for ${enumerated(lacking)}`;
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

export function listLink(query: ListQuery): ListLink {
  const search = Object.fromEntries(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return { to: "/transactions", search };
}

/** A month on the axis, and why it is partial. */
export function monthPlace(
  { month, partial }: { readonly month: string; readonly partial: boolean },
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

type Noticed = {
  readonly notices?: readonly string[] | undefined;
  readonly left_out_lists?: readonly { readonly notice: string; readonly list: ListQuery }[];
};

/** The report's sentences. Those on what it leaves out lead to its list. */
export function notesOf({ notices = [], left_out_lists = [] }: Noticed): readonly Note[] {
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

export function isNothing(
  leftOut: Readonly<Record<string, number>>,
  ...figures: readonly (number | null)[]
): boolean {
  return [...Object.values(leftOut), ...figures].every((value) => value === 0);
}

/** The figure before, with the change since: `€12.50 more (5 %) than`; null where one of them is not known. */
export function comparedTo(
  [now, before]: readonly [now: number | null, before: number | null],
  { from, to, currency }: Range & { readonly currency: string },
  link?: ListLink,
) {
  if (now === null || before === null) return null;
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

type Category = Listed & { readonly category_slug: string; readonly name: string };

/** Categories of both ranges, the largest now first: so each column sums up to its total. */
export function besideBefore<C extends Category>(now: readonly C[], before: readonly C[] = []) {
  const [are, were] = [now, before].map(
    (some) => new Map(some.map((category) => [category.category_slug, category])),
  );
  const all = new Map([...now, ...before].map(({ category_slug, name }) => [category_slug, name]));
  return [...all]
    .map(([key, name]) => ({ key, name, now: are?.get(key), before: were?.get(key) }))
    .toSorted((one, other) => (other.now?.amount ?? 0) - (one.now?.amount ?? 0));
}

/** Writes the server's notice as pages do: its amounts, `1234.50 USD`, days, `2026-11-30`, and months, `2026-11`. */
export function asOnPages(notice: string): string {
  return notice
    .replaceAll(/(-?\d+(?:\.\d+)?) ([A-Z]{3})\b/g, (_all, major: string, currency: string) =>
      majorText(Number(major), currency),
    )
    .replaceAll(/(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g, (day) =>
      isDay(day) ? shortDay(day) : day,
    )
    .replaceAll(/(?<![\w-])\d{4}-(?:0[1-9]|1[0-2])(?![\w-])/g, monthName);
}

/** Rows of categories with their amounts, beside those of the range to compare with. */
export function categoryRows(
  now: readonly Category[],
  before: readonly Category[] | undefined,
  currency: string,
): readonly ReportRow[] {
  return besideBefore(now, before).map(({ key, name, ...one }) => ({
    key,
    name,
    cells: [one.now, ...(before === undefined ? [] : [one.before])].map((listed) =>
      wasOf(listed, currency),
    ),
  }));
}

/** An amount with its list; null where it is not known. */
export type Listed = { readonly amount: number | null; readonly list: ListQuery };

export function beforeOf(before: Listed | undefined, { currency }: { readonly currency: string }) {
  return before === undefined ? [] : [wasOf(before, currency)];
}

/** Cell of an item in the range to compare with; 0 when it was not there. */
export function wasOf(before: Listed | undefined, currency: string) {
  return before === undefined
    ? amount(0, currency)
    : amount(before.amount, currency, listLink(before.list));
}

export function nameOfMonth(month: string): string {
  return monthPlace({ month, partial: false }, { from: `${month}-01`, to: `${month}-01` }).name;
}

export function withoutToday({ team, from, to, compare }: Asked) {
  return { team, from, to, compare };
}
