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

/**
 * A length alone, or a start with an end or a length. A start and an end show their length. A typed length
 * takes the place of the end, and an end that of the length. A range such as `9-10:30` sets start and end.
 */
export function LengthFields(fields: LengthFieldsProps) {
  const length = lengthBetween(fields.start.value ?? null, fields.end.value ?? null);
  const seconds: NumberField = {
    ...fields.seconds,
    value: length ?? fields.seconds.value,
    set: (value) => {
      fields.seconds.set(value);
      if (fields.end.value !== undefined) fields.end.set(null);
    },
  };
  const end: NumberField = {
    ...fields.end,
    set: (value) => {
      fields.end.set(value);
      const isReplaced = (fields.seconds.value ?? fields.start.value ?? null) !== null;
      if (value !== null && isReplaced) fields.seconds.set(null);
    },
  };
  return (
    <>
      <DurationField
        field={seconds}
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
        <TimeField field={end} isOptional label="End" />
      </div>
    </>
  );
}

/** Seconds between two times of the clock, the end on the next day where it is not after the start. */
function lengthBetween(start: number | null, end: number | null): number | null {
  if (start === null || end === null || start === end) return null;
  return (end > start ? end - start : end - start + 24 * 60) * 60;
}
