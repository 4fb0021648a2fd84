import { useState } from "react";
import { enumerated } from "../../../../src/shared/words.ts";
import { Notice } from "../../../components/status.tsx";
import { looseField } from "../../../form/field.ts";
import { FileColumns } from "../../../form/file-columns.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { useMe } from "../../../queries.ts";
import type { Choices } from "./import-choices.ts";
import type { PreviewParts } from "./preview-view.tsx";
import type { TimeField } from "./send-file.ts";

export const DATES_FIELD = "dates";

export function ReadingChoices({ preview, choices, onChoose }: PreviewParts) {
  const { user } = useMe();
  const zones = Intl.supportedValuesOf("timeZone").map((zone) => ({ value: zone, label: zone }));
  const chosen = choices.dates === "" ? (preview.dates ?? "") : choices.dates;
  const dates = [
    { value: "day first", label: "Day first: 21/11/2026" },
    { value: "month first", label: "Month first: 11/21/2026" },
  ] as const;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {preview.program === "ledgerport" ? null : (
        <>
          <SelectField
            field={looseField("zone", choices.zone, (zone) => onChoose({ ...choices, zone }))}
            hint={`Yours is ${user.timeZone}.`}
            label="Time zone of the file"
            options={[{ value: "", label: "Each person’s own" }, ...zones]}
          />
          {preview.hasDateOrder ? (
            <SelectField
              field={looseField<Choices["dates"]>(DATES_FIELD, chosen, (dates) =>
                onChoose({ ...choices, dates }),
              )}
              hint={preview.dates === null ? "The file does not tell." : undefined}
              label="Order of day and month"
              options={chosen === "" ? [{ value: "", label: "Choose…" }, ...dates] : dates}
            />
          ) : null}
        </>
      )}
    </div>
  );
}

/** Columns of the file with their meaning, folded where the titles told all. */
export function ReadColumns({ preview, choices, onChoose }: PreviewParts) {
  const { columns, missing } = preview;
  const isNeeded = missing.length > 0 || choices.columns.size > 0;
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  // Stays open after a choice returns to the guess, since it has the focus.
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  const table = (
    <FileColumns
      chosen={choices.columns}
      columns={columns}
      fields={FIELDS}
      isOpen={missing.length > 0}
      onChange={(columns) => onChoose({ ...choices, columns })}
    />
  );
  return (
    <div className="grid gap-2">
      <output className="block empty:hidden">
        {missing.length === 0 ? null : (
          <Notice title={`Choose the column for ${enumerated(missing)}`} tone="warn">
            <p>Or export the detailed report of the other program as CSV, and choose that file.</p>
          </Notice>
        )}
      </output>
      <details open={wasNeeded || undefined}>
        <summary className="cursor-pointer text-accent">Columns of the file</summary>
        <div className="grid gap-2 pt-2">{table}</div>
      </details>
    </div>
  );
}

const FIELDS = {
  startDate: "Day",
  startTime: "Start time",
  endDate: "Last day",
  endTime: "End time",
  duration: "Duration",
  hours: "Duration in hours",
  project: "Project",
  customer: "Customer",
  task: "Task",
  description: "Description",
  email: "E-mail of the person",
  person: "Person",
  firstName: "Person, first name",
  lastName: "Person, last name",
  billable: "Billable",
  started: "Exact start",
  stopped: "Exact end",
  zone: "Time zone",
} as const satisfies Record<TimeField, string>;
