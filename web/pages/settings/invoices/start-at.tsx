import { firstOnPage } from "../../../focus.ts";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { NumberField } from "../../../form/number-field.tsx";
import { usePartFields } from "../../../form/part-fields.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTeam } from "../../../team.tsx";
import { NUMBER_CHANGES, type NumberedKind, type Numbers } from "./numbers.ts";

type StartAtProps = {
  readonly numbers: Numbers;
  /** Element id that gets the focus afterwards. */
  readonly backTo: string;
  readonly onClose: () => void;
};

type Start = {
  readonly series: NumberedKind["series"];
  readonly value: number;
  readonly reason: string;
};

/** Raises the number that a series goes on with; what is left out is kept with the reason. */
export function StartAtDialog({ numbers, backTo, onClose }: StartAtProps) {
  const team = useTeam().id;
  const kinds = numbers.kinds.filter(({ type, series }) => type === series);
  const [first] = kinds;
  return (
    <FormDialog
      changes={NUMBER_CHANGES}
      description="Numbers that are left out are listed under the proof with your reason. This cannot be undone."
      finalFocus={() => firstOnPage(backTo)}
      given={{ team }}
      initial={{ next: [{ series: "invoice", value: first?.next_value ?? 1, reason: "" }] }}
      onClose={onClose}
      route="PATCH /api/teams/:team/invoice-numbers"
      said={({ kinds }) =>
        `The next number is ${kinds.find(({ type }) => type === "invoice")?.next_number ?? "set"}.`
      }
      submit="Start at this number"
      title="Start at another number"
    >
      {({ field }) => <StartFields field={field("next")} kinds={kinds} />}
    </FormDialog>
  );
}

type StartFieldsProps = {
  readonly field: Field<Start[] | undefined, Start[]>;
  readonly kinds: readonly NumberedKind[];
};

function StartFields({ field, kinds }: StartFieldsProps) {
  const start = field.value?.[0] ?? { series: "invoice", value: 1, reason: "" };
  const { part } = usePartFields(field);
  const kind = kinds.find(({ series }) => series === start.series);
  return (
    <>
      {kinds.length < 2 ? null : (
        <SelectField
          field={part({
            name: "series",
            label: "Series",
            value: start.series,
            wholeOf: (series) => [
              {
                ...start,
                series,
                value: kinds.find((other) => other.series === series)?.next_value ?? 1,
              },
            ],
          })}
          label="Series"
          options={kinds.map(({ series }) => ({
            value: series,
            label: series === "invoice" ? "Invoices" : "Credit notes",
          }))}
        />
      )}
      <NumberField
        field={{
          ...part({
            name: "value",
            label: "Next count",
            value: start.value,
            wholeOf: (value) => [{ ...start, value }],
          }),
          ...(field.problem === null ? {} : { problem: field.problem }),
        }}
        hint={kind === undefined ? undefined : `Now it is ${kind.next_value}: ${kind.next_number}.`}
        label="Next count"
        max={999_999_999}
        min={kind?.next_value ?? 1}
      />
      <TextField
        autoComplete="off"
        field={part({
          name: "reason",
          label: "Reason",
          value: start.reason,
          wholeOf: (reason) => [{ ...start, reason }],
        })}
        hint="Such as: earlier invoices were written with another program."
        label="Reason"
        maxLength={300}
      />
    </>
  );
}
