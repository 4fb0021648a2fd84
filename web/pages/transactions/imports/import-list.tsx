import { api, type Output } from "../../../api.ts";
import { Empty } from "../../../components/answer.tsx";
import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { shortDay } from "../../../days.ts";
import type { List } from "../../../list/list.ts";
import { money } from "../../../money.ts";
import { ImportMenu } from "./import-menu.tsx";

const PATH = "GET /api/teams/:team/imports";

export type ImportRow = Output<typeof PATH>["items"][number];

/** The team's imports, the newest first. */
export const IMPORTS: List<ImportRow> = {
  page: "/transactions/imports",
  openAs: { page: (id) => `/transactions?import=${id}` },
  route: PATH,
  read: async ({ account }, place) => {
    const of = account === undefined ? {} : { account };
    const { items, nextCursor } = await api(PATH, { ...of, ...place });
    return { rows: items, nextCursor };
  },
  keyOf: ({ id }) => id,
  filters: [
    {
      name: "account",
      label: "Account",
      kind: "loaded choice",
      all: "All accounts",
      unknown: "A deleted account",
    },
  ],
  columns: [
    {
      title: "File",
      width: "minmax(0, 1.6fr)",
      narrow: "first",
      isName: true,
      isCut: true,
      cell: ({ file_name }) => <bdi>{file_name}</bdi>,
    },
    {
      title: "Account",
      width: "minmax(0, 1.2fr)",
      narrow: "second",
      isCut: true,
      cell: ({ account }) => <bdi>{account}</bdi>,
    },
    {
      title: "Days",
      width: "9.5rem",
      isWideOnly: true,
      cell: (row) => <span className="text-ink2">{daysOf(row)}</span>,
    },
    {
      title: "Imported",
      width: "6rem",
      align: "end",
      cell: (row) => (
        <span className="whitespace-nowrap tabular-nums">
          {takenOf(row).toLocaleString("en-GB")} of {rowsOf(row).toLocaleString("en-GB")}
        </span>
      ),
    },
    {
      title: "Balance",
      width: "8rem",
      isWideOnly: true,
      cell: (row) => <Balance row={row} />,
    },
    {
      title: "When",
      width: "6.5rem",
      narrow: "second",
      cell: ({ created_at }) => (
        <span className="text-ink2">
          <When at={created_at} />
        </span>
      ),
    },
    {
      title: "By",
      width: "6rem",
      isWideOnly: true,
      isCut: true,
      cell: ({ by }) =>
        by === null ? <span className="text-ink2">Command line</span> : <bdi>{by}</bdi>,
    },
    {
      title: "Menu",
      width: "3rem",
      align: "end",
      narrow: "first",
      cell: (row) => (
        // Above the link that covers the row.
        <span className="relative z-1 -my-1 inline-block">
          <ImportMenu row={row} />
        </span>
      ),
    },
  ],
  everyMs: 60_000,
  words: {
    what: "the imports",
    one: "import",
    many: "imports",
    order: "The newest first",
    hasTimes: true,
    first: "newest",
    further: "older",
  },
  neverAny: (
    <Empty title="No imports yet">
      Each imported bank file is listed here, with its balance check, its undo and its removal.
    </Empty>
  ),
};

function daysOf({ first_date, last_date }: ImportRow): string {
  if (first_date === null || last_date === null) return "No rows";
  if (first_date === last_date) return shortDay(first_date);
  const isOneYear = first_date.slice(0, 4) === last_date.slice(0, 4);
  const first = isOneYear ? shortDay(first_date).replace(/ \d+$/, "") : shortDay(first_date);
  return `${first} to ${shortDay(last_date)}`;
}

/** All rows of the file that are bookings of the account. */
function rowsOf({ counts }: ImportRow): number {
  return Object.values(counts).reduce((sum, { count }) => sum + count, 0);
}

function takenOf({ counts }: Pick<ImportRow, "counts">): number {
  return Object.values(counts).reduce((sum, { taken }) => sum + taken, 0);
}

function Balance({ row: { difference_minor, currency } }: { readonly row: ImportRow }) {
  if (difference_minor === null) return <span className="text-ink2">Not stated</span>;
  if (difference_minor === 0) return <Status tone="good">Agrees</Status>;
  return <Status tone="warn">Differs by {money(Math.abs(difference_minor), currency)}</Status>;
}
