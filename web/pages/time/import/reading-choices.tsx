import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { useMe } from "../../../queries.ts";
import type { PreviewParts } from "./preview-view.tsx";

/** Element id of the order of day and month. */
export const DATES_FIELD = "dates";

/** Choices for reading the dates and times of the file. */
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
              field={looseField<Dates>(DATES_FIELD, chosen, (dates) =>
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

type Dates = PreviewParts["choices"]["dates"];
