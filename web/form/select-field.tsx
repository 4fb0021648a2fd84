import { ChevronDown } from "lucide-react";
import type { Field } from "./field.ts";
import { Labelled, marksOf, valueText, type Words } from "./labelled.tsx";

type OptionGroup<Value extends Scalar> = {
  readonly label: string;
  readonly options: readonly Option<Value>[];
};

type SelectFieldProps<Value extends Scalar> = Words & {
  readonly field: Field<Value | undefined, Value>;
  readonly options: readonly (Option<NoInfer<Value>> | OptionGroup<NoInfer<Value>>)[];
};

/** Native `<select>`: every keyboard, screen reader and phone knows it. */
export function SelectField<Value extends Scalar>(props: SelectFieldProps<Value>) {
  const { field, hint, options } = props;
  const all = options.flatMap((option) => ("options" in option ? option.options : [option]));
  const choose = (key: string) => {
    const chosen = all.find(({ value }) => keyOf(value) === key);
    if (chosen !== undefined) field.set(chosen.value);
  };
  const isKnown = all.some(({ value }) => value === field.value);
  return (
    <Labelled
      {...props}
      textOf={(value) => valueText(all.find((option) => option.value === value)?.label)}
    >
      <span className="relative block">
        <select
          className="line-control appearance-none pe-9 text-ellipsis"
          {...marksOf(field, { hint })}
          onChange={({ target }) => choose(target.value)}
          value={isKnown ? keyOf(field.value) : UNKNOWN}
        >
          {isKnown ? null : (
            <option disabled value={UNKNOWN}>
              Choose…
            </option>
          )}
          <Options options={options} />
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink2"
          size={16}
          strokeWidth={1.5}
        />
      </span>
    </Labelled>
  );
}

const UNKNOWN = "?";

function Options<Value extends Scalar>({
  options,
}: {
  readonly options: readonly (Option<Value> | OptionGroup<Value>)[];
}) {
  return options.map((option) =>
    "options" in option ? (
      <optgroup key={option.label} label={option.label}>
        <Options options={option.options} />
      </optgroup>
    ) : (
      <option key={keyOf(option.value)} value={keyOf(option.value)}>
        {option.label}
      </option>
    ),
  );
}

export type Scalar = string | number | boolean | null;

export type Option<Value extends Scalar> = { readonly value: Value; readonly label: string };

export function keyOf(value: Scalar | undefined): string {
  return value === null || value === undefined ? "none" : String(value);
}
