import { useCategorySearch, useKnownCategories } from "../../../categories/use-categories.ts";
import { AreaField } from "../../../form/area-field.tsx";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { type Field, looseField } from "../../../form/field.ts";
import { NumberField } from "../../../form/number-field.tsx";
import { usePartFields } from "../../../form/part-fields.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { TagChips } from "../../../tags/tag-chips.tsx";
import { useTags } from "../../../tags/use-tags.ts";
import type { Actions } from "./rule.ts";

type ActionFieldsProps = { readonly field: Field<Actions | undefined, Actions> };

const STATUSES = [
  { value: null, label: "Leave it" },
  { value: "completed", label: "Completed" },
  { value: "excluded", label: "Excluded" },
] as const;

/** Values that a rule sets. Those left empty stay as they are. */
export function ActionFields({ field }: ActionFieldsProps) {
  const { value = {} } = field;
  const { set, part } = usePartFields(field);
  const change = (some: Partial<Actions>) => set({ ...value, ...some });
  const search = useCategorySearch();
  const known = useKnownCategories();
  const knownTags = useTags() ?? [];
  const rate = value.tax_rate_bp ?? null;
  return (
    <fieldset className="grid gap-4 outline-none" id={field.id} tabIndex={-1}>
      <legend className="pb-2 font-semibold">Set</legend>
      <ComboboxField
        field={looseField<string | null>("rule-category", value.category_slug ?? null, (slug) =>
          change({ category_slug: slug }),
        )}
        isOptional
        known={known}
        label="Category"
        nothing="No category of that name."
        search={search}
      />
      <TextField
        field={looseField<string | null>("rule-new-name", value.name ?? null, (name) =>
          change({ name }),
        )}
        isOptional
        label="Name of the transaction"
        maxLength={300}
      />
      <TagChips
        field={looseField<string[]>("rule-tags", value.tag_ids ?? [], (tag_ids) =>
          change({ tag_ids }),
        )}
        known={knownTags}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          decimals={2}
          field={part<number | null>({
            name: "rule-tax-rate",
            label: "Tax rate",
            value: rate === null ? null : rate / 100,
            wholeOf: (percent) => ({
              ...value,
              tax_rate_bp: percent === null ? null : Math.round(percent * 100),
            }),
          })}
          isOptional
          label="Tax rate"
          max={100}
          min={0}
          unit="%"
        />
        <TextField
          field={looseField<string | null>("rule-tax-type", value.tax_type ?? null, (tax_type) =>
            change({ tax_type }),
          )}
          isOptional
          label="Tax type"
          maxLength={50}
        />
        <SelectField
          field={looseField<"completed" | "excluded" | null>(
            "rule-status",
            value.status ?? null,
            (status) => change({ status }),
          )}
          label="Status"
          options={STATUSES}
        />
      </div>
      <AreaField
        field={looseField<string | null>("rule-note", value.note ?? null, (note) =>
          change({ note }),
        )}
        isOptional
        label="Note"
        maxLength={2000}
      />
    </fieldset>
  );
}
