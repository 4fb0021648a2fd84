import { DayField } from "./day-field.tsx";
import type { Field } from "./field.ts";

type DayRangeFieldProps = {
  readonly label: string;
  readonly from: Field<string | null | undefined, string>;
  readonly to: Field<string | null | undefined, string>;
};

export function DayRangeField({ label, from, to }: DayRangeFieldProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField field={from} label="From" max={to.value ?? undefined} />
        <DayField field={to} label="To, inclusive" min={from.value ?? undefined} />
      </div>
    </fieldset>
  );
}
