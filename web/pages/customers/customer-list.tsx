import { Link } from "@tanstack/react-router";
import { Archive, ArchiveRestore, Tags } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { dayIn } from "../../../src/shared/time.ts";
import { api, type Output } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink, Button } from "../../components/button.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { shortDay } from "../../dates.ts";
import { oneOf } from "../../list/filters.ts";
import type { List, Totals } from "../../list/list.ts";
import type { Selected } from "../../list/selection.ts";
import { hours, money } from "../../numbers.ts";
import { useOpen } from "../../open.ts";
import { useWrite } from "../../queries.ts";
import { FirstTag } from "../../tags/tag-names.tsx";
import { useTeam } from "../../team.tsx";
import { undo } from "../../undo.ts";
import { useIsNarrow } from "../../window.ts";
import { NewButton } from "../projects/new-button.tsx";
import { None } from "../projects/project-cells.tsx";
import { chosenOf, type CustomerRow, customerFilter, monthAround } from "./customer.ts";

const TagCustomersDialog = lazy(async () =>
  import("./tag-customers.tsx").then(({ TagCustomersDialog }) => ({ default: TagCustomersDialog })),
);

/** Names of the dialogs in the address. */
export const NEW_CUSTOMER = "new";
export const TAGS_COLUMN = "tags";

type BatchActionsProps = { readonly selected: Selected<CustomerRow> };

function BatchActions({ selected }: BatchActionsProps) {
  const [isTagging, setIsTagging] = useState(false);
  const areArchived = selected.rows[0]?.is_archived === true;
  return (
    <>
      {areArchived ? (
        <ArchiveButton
          did="restored"
          label="Restore"
          route="POST /api/teams/:team/customers/restore"
          selected={selected}
        />
      ) : (
        <ArchiveButton
          did="archived"
          label="Archive"
          route="POST /api/teams/:team/customers/archive"
          selected={selected}
        />
      )}
      <Button aria-keyshortcuts="T" onClick={() => setIsTagging(true)}>
        <Tags aria-hidden size={16} strokeWidth={1.5} />
        Tag…
      </Button>
      <Suspense>
        {isTagging ? (
          <TagCustomersDialog onClose={() => setIsTagging(false)} selected={selected} />
        ) : null}
      </Suspense>
    </>
  );
}

type ArchiveButtonProps = BatchActionsProps & {
  readonly route: `POST /api/teams/:team/customers/${"archive" | "restore"}`;
  readonly did: string;
  readonly label: string;
};

function ArchiveButton({ route, did, label, selected }: ArchiveButtonProps) {
  const team = useTeam();
  const write = useWrite(route, { changes: [] });
  const act = async () => {
    const chosen = chosenOf(selected);
    const answer = await toastRefusal(async () => write.mutateAsync({ team: team.id, chosen }));
    if (answer === null) return;
    const { changed, event } = answer;
    const takeBack = event === null ? null : async () => undo(team.id, event);
    await selected.settle({ did, done: changed, failed: [], undo: takeBack });
  };
  const Icon = label === "Restore" ? ArchiveRestore : Archive;
  return (
    <Button isBusy={write.isPending} onClick={() => void act()}>
      <Icon aria-hidden size={16} strokeWidth={1.5} />
      {label}
    </Button>
  );
}

const PATH = "GET /api/teams/:team/customers";

const HOURS = "Hours this month";
const OWED = "Owed";
const OVERDUE = "Overdue";

const SORTS = ["name", "-name", "created", "-created"] as const;

export const CUSTOMERS: List<CustomerRow> = {
  page: "/customers",
  openAs: { page: (id) => `/customers/${id}` },
  route: PATH,
  read: async (values, place) => {
    const sort = oneOf(SORTS, values["sort"]);
    const { items, nextCursor, ...all } = await api(PATH, {
      ...customerFilter(values),
      ...place,
      sort,
    });
    return { rows: items, nextCursor, ...totalsOf(all) };
  },
  keyOf: ({ id }) => id,
  search: { label: "Search names, contacts and e-mail addresses", brief: "Search customers" },
  sort: "name",
  filters: [
    { name: "tag", label: "Tag", kind: "loaded choice", all: "All tags", unknown: "A deleted tag" },
    {
      name: "archived",
      label: "Status",
      kind: "choice",
      all: "Current",
      choices: [{ value: "true", label: "Archived" }],
    },
  ],
  selection: { Actions: BatchActions },
  columns: [
    {
      title: "Name",
      width: { least: 12, grow: 1.85 },
      narrow: "first",
      isName: true,
      isCut: true,
      sort: {
        by: "name",
        first: "ascending",
        ascending: "By name, A to Z",
        descending: "By name, Z to A",
      },
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      title: "Contact",
      width: { least: 8, grow: 1 },
      leaves: 1,
      isCut: true,
      cell: ({ contact }) => (contact === null ? <None /> : <bdi>{contact}</bdi>),
    },
    {
      title: "E-mail",
      width: { least: 9, grow: 1.5 },
      narrow: "second",
      isCut: true,
      cell: ({ email }) => <bdi className="text-ink2">{email}</bdi>,
    },
    {
      title: "Tags",
      width: { least: 8, grow: 1 },
      narrow: "second",
      leaves: 5,
      isCut: true,
      cell: (row) => <TagsCell row={row} />,
    },
    {
      title: "Projects",
      width: 4,
      align: "end",
      leaves: 2,
      cell: ({ project_count }) => project_count.toLocaleString("en-GB"),
    },
    {
      title: OWED,
      width: { least: 8, most: 10 },
      align: "end",
      narrow: "first",
      cell: ({ owes }) => (
        <>
          <Amounts amounts={owes.map(({ currency, owed_minor: minor }) => ({ currency, minor }))} />
          <OwedWord owes={owes} />
        </>
      ),
    },
    {
      title: OVERDUE,
      width: { least: 7.5, most: 10 },
      align: "end",
      leaves: 7,
      cell: ({ owes }) => (
        <span className="text-bad">
          <Amounts amounts={overdueIn(owes)} />
        </span>
      ),
    },
    {
      title: HOURS,
      width: 7.5,
      align: "end",
      leaves: 6,
      cell: ({ id, seconds_this_month }, { today }) =>
        seconds_this_month === 0 ? (
          <span className="lines:hidden">
            <None />
          </span>
        ) : (
          <Link
            className="relative z-1 -my-0.5 inline-flex min-h-6 items-center"
            params={{ id }}
            search={{ tab: "time", ...monthAround(today) }}
            to="/customers/$id"
          >
            {hours(seconds_this_month)}
          </Link>
        ),
    },
    {
      title: "Last tracked",
      width: 6,
      align: "end",
      leaves: 4,
      cell: ({ tracked_on }, { today }) =>
        tracked_on === null ? <None /> : tracked_on === today ? "Today" : shortDay(tracked_on),
    },
    {
      title: "Added",
      width: 6,
      align: "end",
      leaves: 3,
      sort: {
        by: "created",
        first: "descending",
        ascending: "Longest known first",
        descending: "Newest first",
      },
      cell: ({ created_at }, { timeZone }) => shortDay(dayIn(timeZone, created_at)),
    },
  ],
  everyMs: 60_000,
  words: {
    what: "the customers",
    one: "customer",
    many: "customers",
    keys: [["T", "tags"]],
    first: "first",
    further: "further",
  },
  neverAny: (
    <Empty
      action={
        <div className="flex flex-wrap gap-2">
          <NewButton open={NEW_CUSTOMER}>New customer</NewButton>
          <ButtonLink to="/customers/import">Import from a file</ButtonLink>
        </div>
      }
      title="No customers yet"
    >
      A customer is who you work for. Projects and their time belong to customers, and invoices will
      be written to them. A name and an e-mail address are enough to begin.
    </Empty>
  ),
};

type All = Pick<Output<typeof PATH>, "count" | "seconds_this_month" | "owes">;

/** Of all customers that match; the first page alone has them. */
function totalsOf({ count, seconds_this_month, owes }: All): { readonly totals?: Totals } {
  if (count === null || seconds_this_month === null || owes === null) return {};
  const sums = [
    [OWED, owes.map(({ owed_minor, currency }) => money(owed_minor, currency))],
    [OVERDUE, overdueIn(owes).map(({ minor, currency }) => money(minor, currency))],
    [HOURS, seconds_this_month === 0 ? [] : [hours(seconds_this_month)]],
  ] as const;
  const told = sums.filter(([, lines]) => lines.length > 0);
  return { totals: { count, ...(told.length === 0 ? {} : { sums: Object.fromEntries(told) }) } };
}

type Owes = CustomerRow["owes"];

type Amount = { readonly currency: string; readonly minor: number };

function overdueIn(owes: Owes): readonly Amount[] {
  return owes.flatMap(({ currency, overdue_minor: minor }) =>
    minor === 0 ? [] : [{ currency, minor }],
  );
}

/** The amount of the first currency, and the number of the others: a row has one line, and no sum across them. */
function Amounts({ amounts }: { readonly amounts: readonly Amount[] }) {
  const [first, ...others] = amounts.map(({ minor, currency }) => money(minor, currency));
  if (first === undefined)
    return (
      <span className="lines:hidden">
        <None />
      </span>
    );
  return (
    <>
      {first}
      {others.length === 0 ? null : (
        <span className="text-small" title={others.join(", ")}>
          {" "}
          + {others.length}
          <span className="sr-only"> more: {others.join(", ")}</span>
        </span>
      )}
    </>
  );
}

/** Stands for the head of the column, and for the amount that is overdue, where a row has two lines. */
function OwedWord({ owes }: { readonly owes: Owes }) {
  if (owes.length === 0) return null;
  const isLate = owes.some(({ overdue_minor }) => overdue_minor > 0);
  const isAll = owes.every(({ owed_minor, overdue_minor }) => owed_minor === overdue_minor);
  const word = isAll ? "overdue" : isLate ? "partly overdue" : "owed";
  return (
    <span className={`text-small table:hidden ${isLate ? "text-bad" : "text-ink2"}`}> {word}</span>
  );
}

/** Tags of a row: a press changes them in a dialog. Phones have no room for it, and only tell them. */
function TagsCell({ row: { id, name, tags } }: { readonly row: CustomerRow }) {
  const { show } = useOpen();
  if (useIsNarrow()) return <FirstTag tags={tags} />;
  return (
    <button
      aria-haspopup="dialog"
      className="cell-button"
      onClick={() => show(TAGS_COLUMN, id)}
      type="button"
    >
      {tags.length === 0 ? <None word="No tags" /> : <FirstTag tags={tags} />}
      <span className="sr-only">, change the tags of {name}</span>
    </button>
  );
}
