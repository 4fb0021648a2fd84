import { useState } from "react";
import { ButtonAnchor } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { DropFile } from "../../form/drop-file.tsx";
import { leads, useTeam } from "../../team.tsx";
import { ChosenFile } from "./import/chosen-file.tsx";

const BACK = { to: "/time", label: "Time" } as const;

export function ImportTime() {
  const team = useTeam();
  const [file, setFile] = useState<File | null>(null);
  const everybody = leads(team) ? "?person=all" : "";
  return (
    <Page
      actions={
        <ButtonAnchor href={`/api/teams/${team.id}/time/file${everybody}`}>
          {leads(team) ? "Export the team’s time" : "Export your time"}
        </ButtonAnchor>
      }
      back={BACK}
      lead="From the detailed report of Toggl, Clockify or Harvest, saved as CSV, or from a file that was exported here."
      title="Import time"
      width="settings"
    >
      <DropFile file={file} label="File of time" onChosen={setFile} />
      {file === null ? <Help /> : <ChosenFile file={file} key={keyOf(file)} />}
    </Page>
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
        First you see what would be imported. Nothing is written before you press Import, and one
        press undoes all of it. A file again, or one with some of the same time, adds only what is
        new.
      </p>
    </Section>
  );
}
