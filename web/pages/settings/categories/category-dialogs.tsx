import { useRef } from "react";
import type { Category } from "../../../categories/tree.ts";
import { useCategories } from "../../../categories/use-categories.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { say } from "../../../components/toast.tsx";
import { firstOnPage } from "../../../focus.ts";
import { Form } from "../../../form/form.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTeam } from "../../../team.tsx";
import { menuId } from "./category-item.tsx";
import { CategoryTax } from "./category-tax.tsx";
import { CHANGED } from "./changed.ts";
import { KINDS } from "./kinds.ts";

type DialogProps = { readonly onClose: () => void };
type CategoryProps = DialogProps & { readonly category: Category };

export function NewCategory({ onClose }: DialogProps) {
  const team = useTeam().id;
  const parents = useParents(null);
  return (
    <Dialog isOpen onClose={onClose} title="Add a category">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={CHANGED}
        given={{ team }}
        initial={{ name: "", parent_id: null, kind: "expense" }}
        onDone={({ name }) => {
          onClose();
          say(`${name} is added.`);
        }}
        route="POST /api/teams/:team/categories"
        submit="Add the category"
      >
        {({ field, values }) => {
          const parent = field("parent_id");
          const kind = field("kind");
          // A category below another has that one’s kind.
          const choose = (id: string | null) => {
            parent.set(id);
            kind.set(id === null ? "expense" : undefined);
          };
          return (
            <>
              <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
              <SelectField field={{ ...parent, set: choose }} label="Below" options={parents} />
              {(values.parent_id ?? null) === null ? (
                <SelectField
                  field={kind}
                  hint="Refunds lower an expense or an income; either counts by the sign of the amount."
                  label="Kind"
                  options={KINDS}
                />
              ) : null}
              <TextField
                field={field("description")}
                isOptional
                label="Description"
                maxLength={500}
              />
              <CategoryTax
                code={field("tax_reporting_code")}
                rate={field("tax_rate")}
                type={field("tax_type")}
              />
            </>
          );
        }}
      </Form>
    </Dialog>
  );
}

export function EditCategory({ category, onClose }: CategoryProps) {
  const team = useTeam().id;
  const parents = useParents(category.id);
  const { id, parent_id, description, excluded } = category;
  const { tax_rate, tax_type, tax_reporting_code } = category;
  return (
    <Dialog finalFocus={backTo(id)} isOpen onClose={onClose} title={`Change ${category.name}`}>
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={CHANGED}
        given={{ team, id }}
        initial={{
          name: category.name,
          parent_id,
          description,
          excluded,
          tax_rate,
          tax_type,
          tax_reporting_code,
        }}
        onDone={({ name }) => {
          onClose();
          say(`${name} is saved.`);
        }}
        route="PATCH /api/teams/:team/categories/:id"
        submit="Save the category"
      >
        {({ field }) => (
          <>
            <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
            <SelectField field={field("parent_id")} label="Below" options={parents} />
            <TextField
              field={field("description")}
              isOptional
              label="Description"
              maxLength={500}
            />
            <SelectField
              field={field("excluded")}
              label="In profit and loss"
              options={[
                { value: false, label: "Counted" },
                { value: true, label: "Left out" },
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

export function DeleteCategory({ category: { id, name }, onClose }: CategoryProps) {
  const team = useTeam().id;
  const cancel = useRef<HTMLButtonElement>(null);
  const below = useCategories()?.items.filter(({ parent_id }) => parent_id === id).length ?? 0;
  return (
    <Dialog
      description={`A category that transactions have cannot be deleted. ${below === 0 ? "" : "Those below it stay, at the top level. "}You can undo this for 30 days in Activity.`}
      finalFocus={backTo(id)}
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title={`Delete ${name}?`}
    >
      <Form
        before={
          <Button onClick={onClose} ref={cancel}>
            Cancel
          </Button>
        }
        changes={CHANGED}
        given={{ team, id }}
        kind="danger"
        onDone={() => {
          onClose();
          say(`${name} is deleted.`);
        }}
        route="DELETE /api/teams/:team/categories/:id"
        submit="Delete the category"
      />
    </Dialog>
  );
}

/** Categories that others can stand below: those at the top level. */
function useParents(without: string | null) {
  const tops = useCategories()?.items.filter(
    ({ id, parent_id }) => parent_id === null && id !== without,
  );
  return [
    { value: null, label: "None: at the top level" },
    ...(tops ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** The menu of the category, or the page's title when it is gone. */
function backTo(id: string): () => HTMLElement | null {
  return () => firstOnPage(menuId(id)) ?? document.querySelector("h1");
}
