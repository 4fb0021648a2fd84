import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { spoken } from "../../../../src/shared/words.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { Status } from "../../../components/status.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { type PreviewState, TRY_AGAIN } from "../../../form/file-preview.tsx";
import { counted, hours } from "../../../numbers.ts";
import { rangeText } from "../../reports/ranges.ts";
import type { Choices } from "./import-choices.ts";
import { LeftOutRows } from "./left-out.tsx";
import { ReadColumns, DATES_FIELD, ReadingChoices } from "./reading-choices.tsx";
import type { Preview } from "./send-file.ts";
import { NewCustomers, UnknownPeople } from "./unknown.tsx";

export type PreviewParts = {
  readonly preview: Preview;
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
};

type PreviewViewProps = PreviewParts & {
  readonly state: PreviewState;
  readonly onImport: () => void;
};

const PROGRAMS = {
  ledgerport: "a file of Ledgerport",
  toggl: "a report of Toggl",
  clockify: "a report of Clockify",
  harvest: "a report of Harvest",
  other: "a table of another program",
} as const;

export function PreviewView({ state, onImport, ...parts }: PreviewViewProps) {
  const { preview } = parts;
  return (
    <div aria-busy={state === "loading"} className="grid gap-6">
      <Summary preview={preview} />
      <ReadColumns {...parts} />
      <ReadingChoices {...parts} />
      {preview.unknown.length === 0 ? null : <UnknownPeople {...parts} />}
      <LeftOutRows {...parts} />
      {preview.newCustomers.length === 0 ? null : <NewCustomers {...parts} />}
      {preview.projects.length === 0 ? null : <Projects preview={preview} />}
      {preview.entries === 0 ? null : (
        <ImportButton onImport={onImport} preview={preview} state={state} />
      )}
    </div>
  );
}

/** The number of entries to import, and the file as it was read. */
function Summary({ preview }: { readonly preview: Preview }) {
  const { program, rows, entries, seconds, days, dates, ignored } = preview;
  return (
    <div className="grid gap-1">
      {/* A choice below changes the number. */}
      <h2 aria-live="polite" className="text-section font-semibold">
        {entries === 0
          ? "Nothing to import"
          : `${counted(entries, "entry", "entries")} to import, together ${spoken(seconds)}`}
      </h2>
      <p className="text-ink2">
        It is {PROGRAMS[program]} with {counted(rows, "row")}
        {days === null ? "" : `, ${rangeText({ from: days.first, to: days.last })}`}.
        {knownWords(preview)}
        {ignored.length === 0 ? "" : ` Not imported: ${ignored.slice(0, 8).join(", ")}.`}
      </p>
      {entries > 0 || dates === null ? null : (
        <p>
          <Link className="inline-block min-h-6 underline" to="/time">
            See your time
          </Link>{" "}
          <span className="text-ink2">
            {hasLeftOut(preview)
              ? "or choose another file. What is left out can be imported all the same: choose it below."
              : "or choose another file."}
          </span>
        </p>
      )}
    </div>
  );
}

function hasLeftOut({ duplicates, overlaps, unknown }: Preview): boolean {
  return duplicates.count > 0 || overlaps.count > 0 || unknown.length > 0;
}

function knownWords({ duplicates: { count }, rows }: Preview): string {
  if (count === 0) return "";
  if (count === rows) return " All of it is here already, and is left out.";
  return ` ${counted(count, "row")} ${count === 1 ? "is" : "are"} here already and left out.`;
}

type ImportButtonProps = Pick<PreviewViewProps, "preview" | "state" | "onImport">;

function ImportButton({ preview: { entries, dates }, state, onImport }: ImportButtonProps) {
  const isUnclear = dates === null;
  const isFailed = state === "failed";
  return (
    <div className="page-foot -mt-2 -mb-4 flex flex-wrap items-center gap-3 border-t border-line py-4">
      <Button
        aria-describedby={isUnclear || isFailed ? "import-first" : undefined}
        aria-disabled={isUnclear || isFailed || undefined}
        isBusy={state === "loading"}
        kind="primary"
        onClick={() => {
          if (isFailed) document.getElementById(TRY_AGAIN)?.focus();
          else if (isUnclear) document.getElementById(DATES_FIELD)?.focus();
          else onImport();
        }}
      >
        Import {counted(entries, "entry", "entries")}
      </Button>
      {isUnclear || isFailed ? (
        <span className="text-warn" id="import-first">
          {isFailed
            ? "First try again: the preview is not of your last choice."
            : "First choose how the dates are written."}
        </span>
      ) : null}
    </div>
  );
}

type Row = Omit<Preview["projects"][number], "customer"> & {
  /** Empty for none; null in the total. */
  readonly customer: string | null;
};

function Projects({
  preview: { projects, moreProjects, entries, seconds },
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
        columns={PROJECT_COLUMNS}
        keyOf={({ name, customer }) => `${customer ?? ""} ${name}`}
        rows={projects}
        total={{
          name: moreProjects === 0 ? "Total" : "Total, with the projects not listed",
          customer: null,
          isNew: false,
          entries,
          seconds,
        }}
      />
    </Section>
  );
}

const PROJECT_COLUMNS: readonly Column<Row>[] = [
  {
    title: "Project",
    isHeader: true,
    narrow: "first",
    cell: ({ name, isNew }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <bdi>{name}</bdi>
        {isNew ? <Status tone="new">New</Status> : null}
      </span>
    ),
  },
  {
    title: "Customer",
    narrow: "plain",
    cell: ({ customer }) =>
      customer === null ? null : customer === "" ? (
        <span className="text-ink2">None</span>
      ) : (
        <bdi>{customer}</bdi>
      ),
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
    narrow: "below",
    cell: (project) => hours(project.seconds),
  },
];
