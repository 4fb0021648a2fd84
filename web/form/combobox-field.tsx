import { Suspense } from "react";
import { later } from "../components/later.tsx";
import { type Choosable, type Choosing, useChoosing } from "./choosable.ts";
import type { Field } from "./field.ts";
import { Labelled, valueText, type Words } from "./labelled.tsx";

const ComboboxBox = later(async () =>
  import("./combobox-box.tsx").then(({ ComboboxBox }) => ComboboxBox),
);

/** Id of a record. An optional field without one sends null. */
type Chosen =
  | { readonly isOptional?: false; readonly field: Field<string | null | undefined, string> }
  | { readonly isOptional: true; readonly field: Field<string | null | undefined, string | null> };

type ComboboxFieldProps = Words &
  Chosen &
  Choosing & {
    readonly nothing: string;
    readonly placeholder?: string;
  };

export function ComboboxField(props: ComboboxFieldProps) {
  const { field, label, hint, isOptional = false } = props;
  const choosing = useChoosing(props, field);
  const { value } = field;
  const chosen = value === null || value === undefined ? null : choosing.optionOf(value);
  const choose = (option: Choosable | null) => {
    if (option !== null)
      void choosing.choose([option], ([id]) => (id === undefined ? undefined : field.set(id)));
    else if (props.isOptional === true) props.field.set(null);
    else field.refuse("Choose one.");
  };
  return (
    <Labelled
      {...props}
      textOf={(id) => valueText(typeof id === "string" ? choosing.optionOf(id).label : null)}
    >
      <Suspense
        fallback={
          <span aria-busy className="line-control flex items-center truncate">
            {chosen?.label}
          </span>
        }
      >
        <ComboboxBox
          choosing={choosing}
          chosen={chosen}
          field={field}
          hint={hint}
          isOptional={isOptional}
          label={label}
          nothing={props.nothing}
          onChoose={choose}
          placeholder={props.placeholder}
        />
      </Suspense>
    </Labelled>
  );
}
