import { Suspense } from "react";
import { later } from "../components/later.tsx";
import { type Choosing, useChoosing } from "./choosable.ts";
import type { Field } from "./field.ts";
import { Labelled, valueText, type Words } from "./labelled.tsx";

const TagsBox = later(async () => import("./tags-box.tsx").then(({ TagsBox }) => TagsBox));

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
