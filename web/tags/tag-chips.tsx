import { TagsField } from "../form/combobox-field.tsx";
import type { Field } from "../form/field.ts";
import { useTagSearch } from "./use-tags.ts";

type TagChipsProps = {
  readonly field: Field<readonly string[] | undefined, string[]>;
  readonly known: readonly { readonly id: string; readonly name: string }[];
  readonly isLabelHidden?: boolean;
  readonly placeholder?: string;
};

/** Tags as chips, each with a button that removes it. Typing finds more, or makes one. */
export function TagChips({ field, known, ...rest }: TagChipsProps) {
  const { search, create } = useTagSearch();
  return (
    <TagsField
      create={create}
      field={field}
      known={known.map(({ id, name }) => ({ value: id, label: name }))}
      label="Tags"
      nothing="No tag of that name."
      search={search}
      {...rest}
    />
  );
}
