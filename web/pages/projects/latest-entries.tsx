import { Section } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { shortDay } from "../../days.ts";
import { hours } from "../../hours.ts";
import type { Detail } from "./project-view.tsx";

type LatestEntriesProps = { readonly entries: Detail["latest"]; readonly all: number };

export function LatestEntries({ entries, all }: LatestEntriesProps) {
  const isCut = all > entries.length;
  return (
    <Section
      hint={isCut ? `The newest ${entries.length} of ${all.toLocaleString("en-GB")}.` : undefined}
      id="entries"
      title="Latest entries"
    >
      {entries.length === 0 ? (
        <p className="text-ink2">No time is tracked on it yet.</p>
      ) : (
        <Table
          caption="Latest entries"
          columns={[
            {
              title: "Day",
              isHeader: true,
              narrow: "first",
              cell: ({ date }) => <span className="whitespace-nowrap">{shortDay(date)}</span>,
            },
            {
              title: "Person",
              narrow: "plain",
              cell: ({ assigned }) => <bdi>{assigned.name}</bdi>,
            },
            {
              title: "Description",
              narrow: "plain",
              cell: ({ description }) =>
                description === null ? (
                  <span className="text-ink2">None</span>
                ) : (
                  <bdi className="line-clamp-2">{description}</bdi>
                ),
            },
            {
              title: "Time",
              align: "end",
              narrow: "plain",
              cell: ({ duration }) => (duration === null ? "Runs now" : hours(duration)),
            },
          ]}
          keyOf={({ id }) => id}
          rows={entries}
        />
      )}
    </Section>
  );
}
