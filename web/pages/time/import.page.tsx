import { useState } from "react";
import { LARGEST_TIME_FILE, MOST_TIME_ROWS } from "../../../src/shared/limits.ts";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Notice } from "../../components/status.tsx";
import { DayField } from "../../form/day-field.tsx";
import { DropFile } from "../../form/drop-file.tsx";
import { looseField } from "../../form/field.ts";
import { fileSize } from "../../numbers.ts";
import { leads, useTeam } from "../../team.tsx";
import { ChosenTimeFile } from "./import/chosen-file.tsx";

const BACK = { to: "/time", label: "Time" } as const;

export function ImportTime() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <Page
      back={BACK}
      lead="Import a CSV file: the detailed report of Toggl, Clockify or Harvest, a file that was exported here, or another table with columns for the project, the date, and the duration or the end."
      title="Import and export time"
      width="settings"
    >
      <DropFile
        file={file}
        label="File of time"
        onChosen={setFile}
        {...(file === null ? { hint: LIMITS } : {})}
      />
      {file === null ? (
        <>
          <Help />
          <ExportTime />
        </>
      ) : file.size > LARGEST_TIME_FILE ? (
        <TooLarge />
      ) : (
        <ChosenTimeFile file={file} key={keyOf(file)} />
      )}
    </Page>
  );
}

const LARGEST = fileSize(LARGEST_TIME_FILE);
const LIMITS = `At most ${LARGEST} and ${MOST_TIME_ROWS.toLocaleString("en-GB")} rows; commas, semicolons or tabs.`;

function TooLarge() {
  return (
    <div role="alert">
      <Notice title={`The file is larger than ${LARGEST}`} tone="bad">
        <p>Nothing was sent. Export fewer months at a time, then choose each file by itself.</p>
      </Notice>
    </div>
  );
}

function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

function Help() {
  return (
    <Section id="where" title="Where to find the file">
      <ul className="grid list-disc gap-1 ps-5">
        <li>
          <strong className="font-semibold">Toggl:</strong> Reports, Detailed, then Export as CSV.
        </li>
        <li>
          <strong className="font-semibold">Clockify:</strong> Reports, Detailed, then Export, Save
          as CSV.
        </li>
        <li>
          <strong className="font-semibold">Harvest:</strong> Reports, Detailed time, then Export as
          CSV.
        </li>
      </ul>
      <p className="text-ink2">
        Time goes to the member with the e-mail address of the row, or with its name where the file
        has no addresses. A row with neither is yours.
      </p>
      <p className="text-ink2">
        First you see what would be imported. Nothing is written before you press Import, and one
        press undoes all of it. Importing the same file twice adds only new entries.
      </p>
    </Section>
  );
}

type Days = { readonly from: string | null; readonly to: string | null };

function ExportTime() {
  const team = useTeam();
  const [days, setDays] = useState<Days>({ from: null, to: null });
  const { from, to } = days;
  const isReversed = from !== null && to !== null && from > to;
  const query = new URLSearchParams({
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(leads(team) ? { person: "all" } : {}),
  });
  const toField = looseField<string | null>("export-to", to, (to) => setDays({ ...days, to }));
  return (
    <Section
      hint={
        leads(team)
          ? "The time of everybody in the team. Without days, all of it."
          : "Your own time. Without days, all of it."
      }
      id="export"
      title="Export"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField
          field={looseField<string | null>("export-from", from, (from) =>
            setDays({ ...days, from }),
          )}
          isOptional
          label="From"
        />
        <DayField
          field={{ ...toField, problem: isReversed ? "The last day is before the first." : null }}
          isOptional
          label="To, inclusive"
        />
      </div>
      <div>
        {isReversed ? (
          <Button onClick={() => document.getElementById("export-to")?.focus()}>Export CSV</Button>
        ) : (
          <ButtonAnchor href={`/api/teams/${team.id}/time/file?${query.toString()}`}>
            Export CSV
          </ButtonAnchor>
        )}
      </div>
    </Section>
  );
}
