import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Table } from "../../../components/table.tsx";
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
      <Table
        caption={`Tracked time of ${name}`}
        columns={[
          {
            title: "Day",
            isHeader: true,
            narrow: "first",
            cell: ({ date }: Entry) => shortDay(date),
          },
          { title: "Person", narrow: "plain", cell: ({ person }) => <bdi>{person.name}</bdi> },
          {
            title: "Description",
            narrow: "plain",
            cell: ({ description, is_gone }) => (
              <>
                {description === null ? (
                  <span className="text-ink2">No description</span>
                ) : (
                  <bdi>{description}</bdi>
                )}
                {is_gone ? <span className="text-ink2"> (deleted since)</span> : null}
              </>
            ),
          },
          {
            title: "Tracked",
            align: "end",
            narrow: isRounded ? "below" : "beside",
            cell: ({ seconds }) => hours(seconds),
          },
          ...(isRounded
            ? [
                {
                  title: "Billed",
                  align: "end",
                  narrow: "beside",
                  cell: ({ billed_seconds }: Entry) => hours(billed_seconds),
                } as const,
              ]
            : []),
        ]}
        keyOf={({ id }) => id}
        rows={entries}
      />
    </section>
  );
}
