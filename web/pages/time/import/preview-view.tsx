import type { ReactNode } from "react";
import { spoken } from "../../../../src/shared/words.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { Status } from "../../../components/status.tsx";
import { Table } from "../../../components/table.tsx";
import { counted } from "../../../counted.ts";
import { shortDay } from "../../../days.ts";
import { hours } from "../../../hours.ts";
import type { Choices } from "./import-choices.ts";
import { LeftOut } from "./left-out.tsx";
import { NewCustomers } from "./new-customers.tsx";
import { ReadingChoices } from "./reading-choices.tsx";
import type { Preview } from "./send-file.ts";

export type PreviewParts = {
  readonly preview: Preview;
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
};

type PreviewViewProps = PreviewParts & {
  readonly isLoading: boolean;
  readonly onImport: () => void;
};

const PROGRAMS = {
  ledgerport: "a file of Ledgerport",
  toggl: "a report of Toggl",
  clockify: "a report of Clockify",
  harvest: "a report of Harvest",
  other: "a table of another program",
} as const;

/** The effects that an import would have, and the decisions about it. */
export function PreviewView({ isLoading, onImport, ...parts }: PreviewViewProps) {
  const { preview } = parts;
  const { program, rows, entries, seconds, days, dates, ignored } = preview;
  const isUnclear = dates === null;
  return (
    <div aria-busy={isLoading} className="grid gap-6">
      <div className="grid gap-1">
        <h2 className="text-section font-semibold">
          {entries === 0
            ? "Nothing to import"
            : `${counted(entries, "entry", "entries")} to import, together ${spoken(seconds)}`}
        </h2>
        <p className="text-ink2">
          It is {PROGRAMS[program]} with {counted(rows, "row")}
          {days === null ? "" : `, ${daysWords(days)}`}.{knownWords(preview)}
          {ignored.length === 0 ? "" : ` Not imported: ${ignored.slice(0, 8).join(", ")}.`}
        </p>
      </div>
      <ReadingChoices {...parts} />
      <LeftOut {...parts} />
      {preview.newCustomers.length === 0 ? null : <NewCustomers {...parts} />}
      {preview.projects.length === 0 ? null : <Projects preview={preview} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabled={entries === 0 || isUnclear}
          isBusy={isLoading}
          kind="primary"
          onClick={onImport}
        >
          {entries === 0 ? "Import" : `Import ${counted(entries, "entry", "entries")}`}
        </Button>
        {isUnclear ? (
          <span className="text-warn">First choose how the dates are written.</span>
        ) : null}
      </div>
    </div>
  );
}

/** Nothing where all rows are new. */
function knownWords({ duplicates: { count }, rows }: Preview): string {
  if (count === 0) return "";
  if (count === rows) return " All of it is here already, and is left out.";
  return ` ${counted(count, "row")} ${count === 1 ? "is" : "are"} here already and left out.`;
}

function daysWords({ first, last }: NonNullable<Preview["days"]>): string {
  return first === last ? shortDay(first) : `${shortDay(first)} to ${shortDay(last)}`;
}

function Projects({
  preview: { projects, moreProjects },
}: {
  readonly preview: Preview;
}): ReactNode {
  return (
    <Section
      hint={moreProjects === 0 ? undefined : `And ${counted(moreProjects, "more project")}.`}
      id="projects"
      title="Projects"
    >
      <Table
        caption="Projects of the file"
        columns={[
          {
            title: "Project",
            isHeader: true,
            narrow: "first",
            cell: ({ name, isNew }) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                <bdi>{name}</bdi>
                {isNew ? <Status tone="quiet">New</Status> : null}
              </span>
            ),
          },
          {
            title: "Customer",
            narrow: "plain",
            cell: ({ customer }) =>
              customer === "" ? <span className="text-ink2">None</span> : <bdi>{customer}</bdi>,
          },
          {
            title: "Entries",
            align: "end",
            narrow: "below",
            cell: (project) => project.entries.toLocaleString("en-GB"),
          },
          {
            title: "Time",
            align: "end",
            narrow: "plain",
            cell: (project) => hours(project.seconds),
          },
        ]}
        keyOf={({ name, customer }) => `${customer} ${name}`}
        rows={projects}
      />
    </Section>
  );
}
