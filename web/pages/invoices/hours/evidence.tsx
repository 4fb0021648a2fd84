import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { shortDay } from "../../../dates.ts";
import { hours } from "../../../numbers.ts";
import { useTeam } from "../../../team.tsx";
import type { Invoice } from "../invoice.ts";
import { billedWords, type HeldLine, INVOICED_TIME, type InvoicedTime } from "./hours.ts";

type EvidenceProps = {
  readonly invoice: Pick<Invoice, "id" | "lines">;
  /** Lines with hours, in the order of the document. */
  readonly held: readonly HeldLine[];
  readonly onClose: () => void;
};

type Entry = InvoicedTime["items"][number];

const START = "";

/** Tracked time behind the lines of an invoice, as it was when it came on it. */
export function Evidence({ invoice, held, onClose }: EvidenceProps) {
  const { id, lines } = invoice;
  const team = useTeam().id;
  const close = useRef<HTMLButtonElement>(null);
  const query = useInfiniteQuery({
    queryKey: [INVOICED_TIME, { id, team }, "entries"],
    queryFn: async ({ pageParam: cursor }) =>
      api(INVOICED_TIME, { team, id, ...(cursor === START ? {} : { cursor }) }),
    initialPageParam: START,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Dialog
      description="As it was when it came on the invoice."
      initialFocus={close}
      isOpen
      onClose={onClose}
      size="wide"
      title="Tracked time behind the lines"
    >
      <Answer query={query} what="the tracked time">
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          return held.map((line) => (
            <LineEntries
              entries={entries.filter(({ line_id }) => line_id === line.line_id)}
              key={line.line_id}
              line={line}
              name={lines.find(({ id }) => id === line.line_id)?.name ?? "Line"}
            />
          ));
        }}
      </Answer>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={close}>
          Close
        </Button>
        {query.hasNextPage ? (
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

type LineEntriesProps = {
  readonly name: string;
  readonly line: HeldLine;
  /** Loaded entries of the line. */
  readonly entries: readonly Entry[];
};

function LineEntries({ name, line, entries }: LineEntriesProps) {
  const isRounded = line.seconds !== line.billed_seconds;
  return (
    <section className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">
          <bdi>{name}</bdi>
        </h3>
        <span className="tabular-nums">{billedWords(line)}</span>
      </div>
      <ul
        aria-label={`Tracked time of ${name}`}
        className="divide-y divide-line border-t border-line"
      >
        {entries.map((entry) => (
          <EntryLine entry={entry} isRounded={isRounded} key={entry.id} />
        ))}
      </ul>
    </section>
  );
}

function EntryLine({ entry, isRounded }: { readonly entry: Entry; readonly isRounded: boolean }) {
  const { date, person, description, seconds, billed_seconds, is_gone } = entry;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5">
      {description === null ? (
        <span className="text-ink2">No description</span>
      ) : (
        <bdi className="wrap-anywhere">{description}</bdi>
      )}
      <span className="text-end tabular-nums">{hours(isRounded ? billed_seconds : seconds)}</span>
      <span className="text-small text-ink2">
        {shortDay(date)} · <bdi>{person.name}</bdi>
        {is_gone ? " · deleted since" : null}
      </span>
      {isRounded ? (
        <span className="text-end text-small text-ink2 tabular-nums">{hours(seconds)} tracked</span>
      ) : null}
    </li>
  );
}
