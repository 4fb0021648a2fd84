import { api } from "../../../api.ts";
import type { Category } from "../../../categories/tree.ts";
import { say } from "../../../components/toast.tsx";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { menuId } from "./category-item.tsx";
import { CategoryTax } from "./category-tax.tsx";
import { categoryVersion } from "./category-version.ts";
import { CHANGED } from "./changed.ts";

type SetCategoryProps = { readonly category: Category; readonly onClose: () => void };

/** Dialog for the tax fields of a system category, and for hiding it. */
export function SetCategory({ category, onClose }: SetCategoryProps) {
  const team = useTeam().id;
  const { id, slug, name } = category;
  const before = valuesOf(category);
  const after = useRefetch(CHANGED);
  const back = async (seen: string) => {
    const path = "PATCH /api/teams/:team/category-settings/:slug";
    if ((await told(async () => api(path, { team, slug, ...before, seen }))) === null) return;
    await after();
    say(`${name} is as it was.`, { about: id });
  };
  return (
    <FormDialog
      finalFocus={() => document.getElementById(menuId(id))}
      onClose={onClose}
      title={name}

      changes={CHANGED}
      given={{ team, slug }}
      initial={before}
      onDone={({ version }) => {
        say(`${name} is saved.`, {
          about: id,
          action: { label: "Undo", onPress: () => void back(version) },
        });
      }}
      route="PATCH /api/teams/:team/category-settings/:slug"
      submit="Save the category"
      version={categoryVersion(team, category, valuesOf)}
    >
      {({ field }) => (
        <>
          <SelectField
            field={field("is_hidden")}
            label="In lists of categories"
            options={[
              { value: false, label: "Shown" },
              { value: true, label: "Hidden" },
            ]}
          />
          <CategoryTax
            code={field("tax_reporting_code")}
            rate={field("tax_rate")}
            type={field("tax_type")}
          />
        </>
      )}
    </FormDialog>
  );
}

function valuesOf({ is_hidden, tax_rate, tax_type, tax_reporting_code }: Category) {
  return { is_hidden, tax_rate, tax_type, tax_reporting_code };
}
