import { Empty } from "../../components/answer.tsx";
import { dayWords } from "../../dates.ts";
import type { Column, List } from "../../list/list.ts";
import { hours } from "../../numbers.ts";

type Entry = {
  readonly id: string;
  readonly date: string;
  readonly description: string | null;
};

type EntryPage<Row> = {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  readonly totals: { readonly entries: number; readonly seconds: number } | null;
};

type EntryListParts<Row> = Pick<List<Row>, "page" | "route"> & {
  readonly read: (...asked: Parameters<List<Row>["read"]>) => Promise<EntryPage<Row>>;
  readonly name: Pick<Column<Row>, "title" | "width" | "cell">;
  /** Columns between the description and the hours. */
  readonly further?: readonly Column<Row>[];
  /** Null while the timer runs. */
  readonly secondsOf: (entry: Row) => number | null;
  /** Subject of the loading and error texts: `the entries`. */
  readonly what: string;
  /** Place where time is tracked, in the words of an empty list: `its projects`. */
  readonly on: string;
};

/** Time of everybody by day, of all days or some, with the total of what matches. */
export function entryList<Row extends Entry>(parts: EntryListParts<Row>): List<Row> {
  const { page, route, read, name, further = [], secondsOf, what, on } = parts;
  return {
    page,
    route,
    read: async (days, place) => {
      const { items, nextCursor, totals } = await read(days, place);
      return { rows: items, nextCursor, ...(totals === null ? {} : { totals: totalsOf(totals) }) };
    },
    keyOf: ({ id }) => id,
    filters: [
      { name: "from", label: "From", kind: "day" },
      { name: "to", label: "To", kind: "day" },
    ],
    columns: [
      { ...name, narrow: "first", isName: true },
      {
        title: "Description",
        width: { least: 10, grow: 2 },
        narrow: "second",
        isCut: true,
        cell: ({ description }) =>
          description === null ? (
            <span className="text-ink2">No description</span>
          ) : (
            <bdi>{description}</bdi>
          ),
      },
      ...further,
      {
        title: "Hours",
        width: 5,
        align: "end",
        narrow: "first",
        cell: (entry) => {
          const seconds = secondsOf(entry);
          return seconds === null ? "Running" : hours(seconds);
        },
      },
    ],
    groups: { of: ({ date }) => date, titleOf: (day, { today }) => dayWords(day, today) },
    everyMs: 30_000,
    words: {
      what,
      one: "entry",
      many: "entries",
      order: "The newest first",
      first: "newest",
      further: "older",
    },
    neverAny: <Empty title="No time is tracked yet">Time on {on} appears here.</Empty>,
  };
}

function totalsOf({ entries, seconds }: NonNullable<EntryPage<unknown>["totals"]>) {
  return { count: entries, sums: { Hours: [hours(seconds)] } };
}
