import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { api, type Output } from "../../../api.ts";
import { Amount, signed } from "../../../components/amount.tsx";
import { Empty } from "../../../components/answer.tsx";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRule } from "../../../components/menu.tsx";
import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { shortDay } from "../../../dates.ts";
import type { List } from "../../../list/list.ts";
import { counted, money } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";

const PATH = "GET /api/teams/:team/imports";

type ImportRow = Output<typeof PATH>["items"][number];
type Totals = Output<typeof PATH>["totals"];

export const IMPORTS: List<ImportRow> = {
  page: "/transactions/imports",
  openAs: { page: (id) => `/transactions?import=${id}` },
  route: PATH,
  read: async ({ account }, place) => {
    const { items, nextCursor, totals } = await api(PATH, { account, ...place });
    return {
      rows: items,
      nextCursor,
      ...(totals === null ? {} : { totals: totalsOf(totals) }),
    };
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
      width: { least: 12, grow: 1 },
      narrow: "first",
      isName: true,
      isCut: true,
      cell: ({ file_name }) => <FileName name={file_name} />,
    },
    {
      title: "Account",
      width: { least: 6.5, most: 9 },
      narrow: "second",
      isCut: true,
      cell: (row) => (
        <span className={OWN_LINE}>
          <bdi>{row.account}</bdi>
          <span className="text-ink2 table:hidden"> · {daysOf(row)}</span>
        </span>
      ),
    },
    {
      title: "Days",
      width: 11.5,
      leaves: 3,
      cell: (row) => <span className="text-ink2">{daysOf(row)}</span>,
    },
    {
      title: "Rows",
      width: 4.5,
      align: "end",
      leaves: 2,
      cell: (row) => <span className="whitespace-nowrap tabular-nums">{shareOf(row)}</span>,
    },
    {
      title: "Money in",
      width: 6.75,
      align: "end",
      narrow: "second",
      cell: ({ sums }) => (
        <>
          <span className="lines:hidden">
            <Side none={NONE} of="in_minor" sums={sums} />
          </span>
          <span className={`${OWN_LINE} justify-between gap-x-3 table:hidden lines:flex`}>
            <Side none={<span />} of="in_minor" sums={sums} />
            <Side none={null} of="out_minor" sums={sums} />
          </span>
        </>
      ),
    },
    {
      title: "Money out",
      width: 6.75,
      align: "end",
      cell: ({ sums }) => <Side none={NONE} of="out_minor" sums={sums} />,
    },
    {
      title: "Balance",
      width: 6,
      align: "end",
      narrow: "second",
      cell: (row) => (
        <span
          className={`${OWN_LINE} items-baseline gap-x-3 lines:flex lines:justify-between table:flex table:justify-end`}
        >
          <span className="text-ink2 tabular-nums table:hidden">
            {shareOf(row)} rows, <When at={row.created_at} />
          </span>
          <Balance row={row} />
        </span>
      ),
    },
    {
      title: "When",
      width: 5.75,
      align: "end",
      leaves: 4,
      cell: ({ created_at }) => (
        <span className="text-ink2">
          <When at={created_at} />
        </span>
      ),
    },
    {
      title: "By",
      width: 6,
      leaves: 1,
      isCut: true,
      cell: ({ by }) =>
        by === null ? <span className="text-ink2">Command line</span> : <bdi>{by}</bdi>,
    },
    {
      title: "Menu",
      isTitleHidden: true,
      width: 2.25,
      align: "end",
      narrow: "first",
      cell: (row) => (
        // Above the link that covers the row.
        <span className="relative z-1 -my-3 flex justify-end table:-my-1.5">
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
      Each imported bank file is listed here with its balance check, and can be removed again.
    </Empty>
  ),
};

/** A line of the row on narrow screens. */
const OWN_LINE = "lines:block lines:w-[calc(100vw-2rem)] lines:max-w-full";

const NONE = <span className="text-ink3">–</span>;

type SideProps = Pick<ImportRow, "sums"> & {
  readonly of: "in_minor" | "out_minor";
  readonly none: ReactNode;
};

function Side({ of, sums, none }: SideProps) {
  const some = sums.filter((sum) => sum[of] !== 0);
  if (some.length === 0) return none;
  return some.map((sum) => (
    <span className="block tabular-nums" key={sum.currency}>
      <Amount currency={sum.currency} minor={sum[of]} />
    </span>
  ));
}

/** One line for each currency. The route leaves sums out when too many imports match. */
function totalsOf({ count, differing, sums }: NonNullable<Totals>) {
  if (sums === null || sums.length === 0) return { count };
  return {
    count,
    sums: {
      "Money in": sums.map(({ in_minor, currency }) => signed(in_minor, currency)),
      "Money out": sums.map(({ out_minor, currency }) => signed(out_minor, currency)),
    },
    lines: sums.map(({ currency }) => currency),
    ...(differing === 0 ? {} : { note: counted(differing, "balance differs", "balances differ") }),
  };
}

/** `12 of 14`. */
function shareOf(row: ImportRow): string {
  return `${takenOf(row).toLocaleString("en-GB")} of ${rowsOf(row).toLocaleString("en-GB")}`;
}

function daysOf({ first_date, last_date }: ImportRow): string {
  if (first_date === null || last_date === null) return "No rows";
  if (first_date === last_date) return shortDay(first_date);
  const isOneYear = first_date.slice(0, 4) === last_date.slice(0, 4);
  const first = isOneYear ? shortDay(first_date).replace(/ \d+$/, "") : shortDay(first_date);
  return `${first} to ${shortDay(last_date)}`;
}

function rowsOf({ counts }: ImportRow): number {
  return Object.values(counts).reduce((sum, { count }) => sum + count, 0);
}

function takenOf({ counts }: Pick<ImportRow, "counts">): number {
  return Object.values(counts).reduce((sum, { taken }) => sum + taken, 0);
}

function Balance({ row: { difference_minor, currency } }: { readonly row: ImportRow }) {
  if (difference_minor === null) return <span className="text-ink2">Not stated</span>;
  if (difference_minor === 0) return <Status tone="good">Agrees</Status>;
  return (
    <span className="inline-grid justify-items-end">
      <Status tone="warn">Differs</Status>
      <span className="text-small">by {money(Math.abs(difference_minor), currency)}</span>
    </span>
  );
}

/** Characters that stay at the end of a cut name: a day and the kind of file. */
const TAIL = 14;

/** Cuts a long name in its middle, since names differ at their ends. */
function FileName({ name }: { readonly name: string }) {
  return (
    // Above the link that covers the row: else the pointer does not meet the title.
    <bdi className="relative z-1" title={name}>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="lines:wrap-anywhere table:flex">
        <span className="whitespace-pre-wrap table:truncate table:whitespace-pre">
          {name.slice(0, -TAIL)}
        </span>
        <span className="whitespace-pre-wrap table:shrink-0 table:whitespace-pre">
          {name.slice(-TAIL)}
        </span>
      </span>
    </bdi>
  );
}

/** Element id of the menu's button, which gets the focus back. */
export function importMenuId(id: string): string {
  return `import-${id}`;
}

function ImportMenu({ row: { id, file_name } }: { readonly row: ImportRow }) {
  const { show } = useOpen();
  return (
    <Menu
      trigger={
        <IconButton id={importMenuId(id)} label={`Actions for ${file_name}`}>
          <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MenuGroup label={file_name}>
        <MenuLink search={{ import: id }} to="/transactions">
          Show its transactions
        </MenuLink>
        <MenuRule />
        <MenuItem onPress={() => show("remove", id)} tone="bad">
          Remove…
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}
