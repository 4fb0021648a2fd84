import type { ReactNode } from "react";
import type { Field } from "./field.ts";
import { Below, valueText } from "./labelled.tsx";
import { keyOf, type Option, type Scalar } from "./select-field.tsx";

type Choice<Value extends Scalar> = Option<Value> & {
  readonly hint: ReactNode;
  readonly isDisabled?: boolean;
};

type ChoicesProps<Value extends Scalar> = {
  readonly field: Field<Value | undefined, Value>;
  readonly label: string;
  readonly choices: readonly Choice<NoInfer<Value>>[];
};

export function Choices<Value extends Scalar>({ field, label, choices }: ChoicesProps<Value>) {
  // A problem's link leads to the chosen one, or to the first.
  const entry = choices.find(({ value }) => value === field.value) ?? choices[0];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="rule-list border-t border-line">
        {choices.map((choice) => (
          <label className="choice" key={keyOf(choice.value)}>
            <input
              checked={choice.value === field.value}
              className="mt-0.5 size-4 accent-accent"
              disabled={choice.isDisabled}
              id={choice === entry ? field.id : undefined}
              name={field.id}
              onChange={() => field.set(choice.value)}
              type="radio"
              value={keyOf(choice.value)}
            />
            <span className="font-medium">{choice.label}</span>
            <span className="col-start-2 text-ink2">{choice.hint}</span>
          </label>
        ))}
      </div>
      <Below
        field={field}
        textOf={(value) => valueText(choices.find((choice) => choice.value === value)?.label)}
      />
    </fieldset>
  );
}
