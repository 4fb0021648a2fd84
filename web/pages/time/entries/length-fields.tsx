import { DurationField } from "../../../form/duration-field.tsx";
import type { Field } from "../../../form/field.ts";
import { TimeField } from "../../../form/time-field.tsx";

type NumberField = Field<number | null | undefined>;

type LengthFieldsProps = {
  readonly seconds: NumberField;
  /** Minutes after midnight. */
  readonly start: NumberField;
  readonly end: NumberField;
};

/** A length alone, or a start and an end. A typed range such as `9-10:30` sets both. */
export function LengthFields(fields: LengthFieldsProps) {
  return (
    <>
      <DurationField
        field={fields.seconds}
        hint="Such as 1h30, 1:30 or 1.5. Times such as 9-10:30 fill in start and end."
        isOptional
        label="Time"
        onRange={({ start, end }) => {
          fields.start.set(start);
          fields.end.set(end);
          fields.seconds.set(undefined);
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeField field={fields.start} isOptional label="Start" />
        <TimeField field={fields.end} isOptional label="End" />
      </div>
    </>
  );
}
