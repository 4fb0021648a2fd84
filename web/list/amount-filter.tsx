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

type Typed = {
  readonly value: string;
  readonly text: string;
  readonly problem: string | null;
};

/** Filters by an amount when the field is left, or at Enter. A text that is none stays, with the reason. */
export function AmountFilter({ name, label, value, onChange }: AmountFilterProps) {
  const asSet: Typed = { value, text: value, problem: null };
  const [typed, setTyped] = useState(asSet);
  if (typed.value !== value) setTyped(asSet);
  const settle = () => {
    const read = readNumber(typed.text, { decimals: 4, min: 0, max: 999_999_999_999 });
    if (read.state === "refused") {
      setTyped({ ...typed, problem: read.why });
      return;
    }
    const next = read.state === "read" ? String(read.value) : "";
    if (next === value) setTyped(asSet);
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
        field={{
          ...looseField<string | null>(name, typed.text, (text) =>
            setTyped({ value, text: text ?? "", problem: null }),
          ),
          problem: typed.problem,
        }}
        inputMode="decimal"
        isOptional
        label={label}
      />
    </div>
  );
}
