import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { useEffect, useRef } from "react";
import { api } from "../../api.ts";
import { Empty, FailureNote, Late } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { useReceiptCounts } from "../../components/page-count.tsx";
import { Status } from "../../components/status.tsx";
import { shortDay } from "../../dates.ts";
import { firstOnPage } from "../../focus.ts";
import { SearchInput } from "../../list/search-input.tsx";
import { counted, money } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { PagePicture } from "../documents/page-picture.tsx";
import {
  isWorkedOn,
  nameOf,
  RECEIPT_TABS,
  type ReceiptRow,
  type ReceiptTab,
  RECEIPTS_PATH,
  stateOf,
  tabOf,
} from "./receipt.ts";

const PAGE = 50;
const WHILE_WORKING_MS = 2000;

/** Receipts of the open tab; those that the server works on are asked for again. */
export function useReceipts() {
  const team = useTeam().id;
  const { tab: given, q = "" } = useSearch({ strict: false });
  const polling = { everyMs: WHILE_WORKING_MS, isPolled: isReading };
  const { data: counts } = useOfTeam(useTeam(), COUNTS_PATH, {}, polling);
  const reading = counts?.reading ?? 0;
  const tab = tabOf(given);
  const input = { team, limit: PAGE, tab, ...(q === "" ? {} : { q }) };
  const query = useInfiniteQuery({
    queryKey: [RECEIPTS_PATH, input],
    queryFn: async ({ pageParam }) =>
      api(RECEIPTS_PATH, pageParam === null ? input : { ...input, cursor: pageParam }),
    initialPageParam: START,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap(({ items }) => items) ?? [];
      return reading > 0 || rows.some(isWorkedOn) ? WHILE_WORKING_MS : false;
    },
  });
  useRefetched(query.refetch, counts === undefined ? null : `${counts.review} ${counts.reading}`);
  const rows = query.data?.pages.flatMap(({ items }) => items);
  return { query, rows, tab, q } as const;
}

/** Asks again whenever the numbers are others: what was just read is in the list then. */
function useRefetched(refetch: () => unknown, counts: string | null): void {
  const seen = useRef(counts);
  useEffect(() => {
    if (seen.current !== null && seen.current !== counts) void refetch();
    seen.current = counts;
  }, [refetch, counts]);
}

const START: string | null = null;
const COUNTS_PATH = "GET /api/teams/:team/inbox/counts";

function isReading({ reading }: { readonly reading: number }): boolean {
  return reading > 0;
}

export type ListedReceipts = ReturnType<typeof useReceipts>;

export const RECEIPTS_ID = "receipts";

type ReceiptListProps = { readonly listed: ListedReceipts; readonly chosen: string | null };

export function ReceiptList({ listed, chosen }: ReceiptListProps) {
  const { query, rows = [], tab, q } = listed;
  const navigate = useNavigate();
  const search = (text: string) =>
    void navigate({
      to: ".",
      search: { ...(tab === "review" ? {} : { tab }), ...(text === "" ? {} : { q: text }) },
      replace: true,
      resetScroll: false,
    });
  const clear = () => {
    // The pressed button goes.
    firstOnPage("q")?.focus();
    search("");
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="md:max-w-52 lg:max-w-68">
        <SearchInput field={{ label: "Search receipts" }} onSearch={search} q={q} />
      </div>
      {query.data === undefined ? (
        <NotLoaded query={query} />
      ) : rows.length === 0 ? (
        <NoReceipts onClear={clear} q={q} tab={tab} />
      ) : (
        <ul
          aria-label="Receipts"
          className="divide-y divide-line border-y border-line"
          id={RECEIPTS_ID}
        >
          {rows.map((row) => (
            <ReceiptLine isChosen={row.id === chosen} key={row.id} row={row} />
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Load more
        </Button>
      ) : null}
    </div>
  );
}

function NotLoaded({ query: { error, refetch } }: Pick<ListedReceipts, "query">) {
  if (error !== null)
    return <FailureNote error={error} onRetry={() => void refetch()} what="the receipts" />;
  return (
    <output aria-busy="true" className="block min-h-11 py-3 text-ink2">
      <Late>Loading the receipts…</Late>
    </output>
  );
}

export function ReceiptTabs() {
  const { tab: given } = useSearch({ strict: false });
  const { review, reading } = useReceiptCounts();
  const counts: Readonly<Record<string, number>> = { review, reading };
  return (
    <nav aria-label="Receipts by state">
      <ul className="flex flex-wrap gap-x-4 border-b border-line">
        {RECEIPT_TABS.map(({ value, label }) => (
          <li key={value}>
            <Link
              activeOptions={{ exact: true }}
              aria-current={tabOf(given) === value ? "page" : undefined}
              className="tab inline-flex items-center gap-1 no-underline aria-[current=page]:border-accent aria-[current=page]:text-accent forced-colors:aria-[current=page]:border-[Highlight]"
              search={value === "review" ? {} : { tab: value }}
              to="/receipts"
            >
              {label}
              {counts[value] ? <span className="tabular-nums">{counts[value]}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ReceiptLineProps = { readonly row: ReceiptRow; readonly isChosen: boolean };

export function receiptLineId(id: string): string {
  return `receipt-${id}`;
}

function ReceiptLine({ row, isChosen }: ReceiptLineProps) {
  const { id, document_id, kind, amount_minor, currency, date, related } = row;
  const { words, tone } = stateOf(row);
  return (
    <li className="receipt-line" data-chosen={isChosen || undefined}>
      <span aria-hidden className="receipt-thumb">
        <PagePicture
          document={{ id: document_id, kind }}
          otherwise={<FileText size={20} strokeWidth={1.5} />}
          page={1}
          width={320}
        />
      </span>
      <span className="receipt-words">
        <Link
          aria-current={isChosen ? "true" : undefined}
          className="receipt-link line-clamp-2 font-medium wrap-anywhere text-ink [grid-area:name]"
          id={receiptLineId(id)}
          params={{ id }}
          search
          to="/receipts/$id"
        >
          <bdi>{nameOf(row)}</bdi>
        </Link>
        <span className="whitespace-nowrap tabular-nums [grid-area:amount]">
          {amount_minor === null || currency === null ? "" : money(amount_minor, currency)}
        </span>
        <span className="text-small text-ink2 [grid-area:date]">
          {date === null ? "No date" : shortDay(date)}
          {related === 0 ? "" : ` · ${counted(related, "more paper")}`}
        </span>
        <span className="justify-self-end [grid-area:state] md:justify-self-start">
          <Status tone={tone}>{words}</Status>
        </span>
      </span>
    </li>
  );
}

type NoReceiptsProps = {
  readonly tab: ReceiptTab;
  readonly q: string;
  readonly onClear: () => void;
};

function NoReceipts({ tab, q, onClear }: NoReceiptsProps) {
  if (q !== "")
    return (
      <Empty action={<Button onClick={onClear}>Clear the search</Button>} title="No receipt found">
        No receipt of this tab has “{q}” in it.
      </Empty>
    );
  if (tab === "review") return <NoneWaits />;
  const [title, words] = NONE[tab];
  return <Empty title={title}>{words}</Empty>;
}

const NONE: Readonly<
  Record<Exclude<ReceiptTab, "review">, readonly [title: string, words: string]>
> = {
  reading: [
    "Nothing is being read",
    "Files that were just uploaded stand here until they are read.",
  ],
  done: ["No receipt is done", "Those that have their payment, or need none, stand here."],
  other: ["No other paper", "Papers that are no receipts stand here."],
  archived: ["No receipt is archived", "Those that you archive stand here."],
};

function NoneWaits() {
  return (
    <Empty title="No receipt waits">
      Upload bills and receipts, drop them on this page, take a picture of them, or{" "}
      <Link className="underline" search={{ client: "receipts" }} to="/connect">
        send them from a phone or scanner
      </Link>
      .
      <MailAddress /> Each is read here on the server, and its payment is suggested.
    </Empty>
  );
}

function MailAddress() {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/inbox/address", {});
  if (data === undefined || data.address === null) return null;
  return (
    <>
      {" "}
      Or forward them to <span className="font-medium wrap-anywhere">{data.address}</span>.
    </>
  );
}
