import type { Category } from "../../../categories/tree.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { useTeam } from "../../../team.tsx";
import { menuId } from "./category-item.tsx";
import { CategoryTax } from "./category-tax.tsx";
import { CHANGED } from "./changed.ts";

type SetCategoryProps = { readonly category: Category; readonly onClose: () => void };

/** Dialog for the tax fields of a system category, and for hiding it. */
export function SetCategory({ category, onClose }: SetCategoryProps) {
  const team = useTeam().id;
  const { id, slug, name, is_hidden, tax_rate, tax_type, tax_reporting_code } = category;
  return (
    <Dialog
      finalFocus={() => document.getElementById(menuId(id))}
      isOpen
      onClose={onClose}
      title={name}
    >
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={CHANGED}
        given={{ team, slug }}
        initial={{ is_hidden, tax_rate, tax_type, tax_reporting_code }}
        onDone={() => {
          onClose();
          say(`${name} is saved.`);
        }}
        route="PATCH /api/teams/:team/category-settings/:slug"
        submit="Save the category"
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
      </Form>
    </Dialog>
  );
}
