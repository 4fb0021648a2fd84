import { Link } from "@tanstack/react-router";
import { Section } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { shortDay } from "../../dates.ts";
import { totalsTitle } from "../../list/totals.ts";
import { counted, hours } from "../../numbers.ts";
import { useMe } from "../../queries.ts";
import type { Detail } from "./project.ts";

type LatestEntriesProps = {
  readonly project: string;
  readonly entries: Detail["latest"];
  readonly all: number;
};

export function LatestEntries({ project, entries, all }: LatestEntriesProps) {
  const isCut = all > entries.length;
  const sumOf = isCut
    ? `The newest ${counted(entries.length, "entry", "entries")}`
    : totalsTitle({ count: entries.length }, { one: "entry", many: "entries" }, false);
  return (
    <Section
      actions={
        entries.length === 0 ? null : (
          <Link
            className="inline-flex min-h-11 items-center sm:min-h-8"
            params={{ id: project }}
            search={{ tab: "entries" }}
            to="/projects/$id"
          >
            All {counted(all, "entry", "entries")}
          </Link>
        )
      }
      hint={isCut ? `The newest ${entries.length} of ${all.toLocaleString("en-GB")}.` : undefined}
      id="entries"
      title="Latest entries"
    >
      {entries.length === 0 ? (
        <p className="text-ink2">No time is tracked on it yet.</p>
      ) : (
        <EntryTable entries={entries} sumOf={sumOf} />
      )}
    </Section>
  );
}

type Entry = Detail["latest"][number];

/** Row of the table; the last sums up those above. */
type Line = { readonly entry: Entry | null; readonly seconds: number | null };

function EntryTable({
  entries,
  sumOf,
}: {
  readonly entries: readonly Entry[];
  /** Name of the last row. */
  readonly sumOf: string;
}) {
  const lines = entries.map((entry): Line => ({ entry, seconds: entry.duration }));
  const seconds = entries.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return (
    <Table
      caption="Latest entries"
      columns={[
        {
          title: "Day",
          isHeader: true,
          narrow: "first",
          cell: ({ entry }) =>
            entry === null ? (
              sumOf
            ) : (
              <>
                <DayOf entry={entry} />
                <span className="font-normal text-ink2 @min-[40rem]:hidden">
                  {" "}
                  · <bdi>{entry.assigned.name}</bdi>
                </span>
              </>
            ),
        },
        {
          title: "Person",
          narrow: "hidden",
          cell: ({ entry }) => (entry === null ? null : <bdi>{entry.assigned.name}</bdi>),
        },
        {
          title: "Description",
          narrow: "plain",
          cell: ({ entry }) =>
            entry === null ? null : entry.description === null ? (
              <span className="text-ink2">No description</span>
            ) : (
              <bdi className="line-clamp-2">{entry.description}</bdi>
            ),
        },
        {
          title: "Time",
          align: "end",
          narrow: "beside",
          cell: ({ seconds }) => (seconds === null ? "Runs now" : hours(seconds)),
        },
      ]}
      keyOf={({ entry }) => entry?.id ?? "total"}
      rows={lines}
      total={{ entry: null, seconds }}
    />
  );
}

/** The day of an entry, which leads to that day of the person. */
function DayOf({ entry: { date, assigned } }: { readonly entry: Entry }) {
  const { user } = useMe();
  const isOwn = assigned.id === user.id;
  return (
    <Link
      className="whitespace-nowrap"
      search={{ day: date, view: "day", ...(isOwn ? {} : { person: assigned.id }) }}
      to="/time/calendar"
    >
      {shortDay(date)}
    </Link>
  );
}
