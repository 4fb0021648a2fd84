import { useState } from "react";
import { isDay, shortDay } from "../dates.ts";
import type { Field } from "./field.ts";
import { Labelled, marksOf, valueText, type Words } from "./labelled.tsx";

/** Day as YYYY-MM-DD. An optional field without one sends null. */
type DayValue =
  | { readonly isOptional?: false; readonly field: Field<string | null | undefined, string> }
  | { readonly isOptional: true; readonly field: Field<string | null | undefined, string | null> };

type DayFieldProps = Words &
  DayValue & {
    readonly min?: string | undefined;
    readonly max?: string | undefined;
  };

/** The browser's date control, which knows the person's order of day, month and year. */
export function DayField(props: DayFieldProps) {
  const { field, hint, isOptional = false, min, max } = props;
  const { text, type } = useTypedDay(props);
  return (
    <Labelled
      {...props}
      textOf={(day) => valueText(typeof day === "string" && isDay(day) ? shortDay(day) : day)}
    >
      <input
        className="line-control"
        max={max}
        min={min}
        onBlur={field.leave}
        onChange={({ target }) => type(target.value, target.validity.badInput)}
        required={!isOptional}
        type="date"
        value={text}
        {...marksOf(field, { hint })}
      />
    </Labelled>
  );
}

/** Keeps the typed text apart from the value: browsers report a year being typed as year 2. */
function useTypedDay(props: DayFieldProps) {
  const { field, isOptional = false, min = "", max = "9999" } = props;
  const value = field.value ?? "";
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  const type = (text: string, isPartial: boolean) => {
    const isEmpty = text === "" && !isPartial;
    const isWhole = isDay(text) && text >= min && text <= max;
    setTyped({ value: isWhole || (isEmpty && isOptional) ? text : value, text });
    if (isWhole) field.set(text);
    else if (isEmpty && props.isOptional === true) props.field.set(null);
    else field.refuse(isEmpty ? "Enter a day." : wrong(text, min, max));
  };
  return { text: typed.text, type } as const;
}

function wrong(text: string, min: string, max: string): string {
  if (!isDay(text)) return "Enter a whole day.";
  return text < min ? `Not before ${shortDay(min)}.` : `Not after ${shortDay(max)}.`;
}

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
