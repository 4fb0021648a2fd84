import { Suspense } from "react";
import { later } from "../components/later.tsx";
import { type Choosable, type Choosing, useChoosing } from "./choosable.ts";
import type { Field } from "./field.ts";
import { Labelled, valueText, type Words } from "./labelled.tsx";

const load = async () => import("./combobox-box.tsx");
const ComboboxBox = later(async () => load().then(({ ComboboxBox }) => ComboboxBox));
const TagsBox = later(async () => load().then(({ TagsBox }) => TagsBox));

/** Id of a record. An optional field without one sends null. */
type Chosen =
  | { readonly isOptional?: false; readonly field: Field<string | null | undefined, string> }
  | { readonly isOptional: true; readonly field: Field<string | null | undefined, string | null> };

type ComboboxFieldProps = Words &
  Chosen &
  Choosing & {
    readonly nothing: string;
    readonly placeholder?: string;
    /** Takes Enter while the list is closed. */
    readonly onEnter?: () => void;
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
          onEnter={props.onEnter}
          placeholder={props.placeholder}
        />
      </Suspense>
    </Labelled>
  );
}

type TagsFieldProps = Words &
  Choosing & {
    readonly field: Field<readonly string[] | undefined, string[]>;
    readonly nothing: string;
    readonly placeholder?: string;
  };

export function TagsField(props: TagsFieldProps) {
  const { field, label, hint } = props;
  const choosing = useChoosing(props, field);
  const chosen = (field.value ?? []).map(choosing.optionOf);
  return (
    <Labelled
      {...props}
      textOf={(ids) => valueText((ids ?? []).map((id) => choosing.optionOf(id).label).join(", "))}
    >
      <Suspense fallback={<span aria-busy className="line-control block" />}>
        <TagsBox
          choosing={choosing}
          chosen={chosen}
          field={field}
          hint={hint}
          label={label}
          nothing={props.nothing}
          placeholder={props.placeholder}
        />
      </Suspense>
    </Labelled>
  );
}
