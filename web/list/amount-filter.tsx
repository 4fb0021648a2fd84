import { useState } from "react";
import { readNumber } from "../../src/shared/plain-number.ts";
import { looseField } from "../form/field.ts";
import { TextField } from "../form/text-field.tsx";

type AmountFilterProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Filters by an amount when the field is left, or at Enter. A text that is none filters nothing. */
export function AmountFilter({ name, label, value, onChange }: AmountFilterProps) {
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  const settle = () => {
    const read = readNumber(typed.text, { decimals: 4, min: 0, max: 999_999_999_999 });
    const next = read.state === "read" ? String(read.value) : "";
    if (next === value) setTyped({ value, text: value });
    else onChange(next);
  };
  return (
    // Keys and focus of the control within arrive here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === "Enter") settle();
      }}
    >
      <TextField
        autoComplete="off"
        field={looseField<string | null>(name, typed.text, (text) =>
          setTyped({ value, text: text ?? "" }),
        )}
        inputMode="decimal"
        isOptional
        label={label}
      />
    </div>
  );
}
