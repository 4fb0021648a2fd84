import { useRef } from "react";
import { api } from "../../../api.ts";
import type { Category } from "../../../categories/tree.ts";
import { useCategories } from "../../../categories/use-categories.ts";
import { ButtonLink } from "../../../components/button.tsx";
import { DeleteDialog, KeptDialog } from "../../../components/delete-dialog.tsx";
import { firstOnPage } from "../../../focus.ts";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { NumberField } from "../../../form/number-field.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useOfTeam, useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithWayBack } from "../../../undo.ts";
import { CATEGORY_CHANGES, CATEGORY_KINDS, categoryMenuId } from "./category-item.tsx";

/** The dialog in the address. */
export function CategoryDialog() {
  const { open, about, hide } = useOpen();
  const category = useCategories()?.items.find(({ id }) => id === about);
  if (open === "new") return <NewCategory onClose={hide} />;
  if (category === undefined) return null;
  if (category.system)
    return open === "set" ? <SetCategory category={category} onClose={hide} /> : null;
  if (open === "edit") return <EditCategory category={category} onClose={hide} />;
  return open === "delete" ? <DeleteCategory category={category} onClose={hide} /> : null;
}

type DialogProps = { readonly onClose: () => void };
type CategoryProps = DialogProps & { readonly category: Category };

function NewCategory({ onClose }: DialogProps) {
  const team = useTeam().id;
  const parents = useParents(null);
  const own = useRef<(typeof CATEGORY_KINDS)[number]["value"]>("expense");
  return (
    <FormDialog
      onClose={onClose}
      title="Add a category"
      changes={CATEGORY_CHANGES}
      given={{ team }}
      initial={{ name: "", parent_id: null, kind: "expense" }}
      said={({ name }) => `${name} is added.`}
      route="POST /api/teams/:team/categories"
      submit="Add the category"
    >
      {({ field, values }) => {
        const parent = field("parent_id");
        const kind = field("kind");
        // A category below another has that one’s kind; the chosen one is kept for the top level.
        const choose = (id: string | null) => {
          if (kind.value !== undefined) own.current = kind.value;
          parent.set(id);
          kind.set(id === null ? own.current : undefined);
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
                options={CATEGORY_KINDS}
              />
            ) : null}
            <TextField
              field={field("description")}
              isOptional
              label="Description"
              maxLength={500}
            />
            <CategoryTax field={field} />
          </>
        );
      }}
    </FormDialog>
  );
}

function EditCategory({ category, onClose }: CategoryProps) {
  const team = useTeam().id;
  const parents = useParents(category.id);
  const { id } = category;
  return (
    <FormDialog
      finalFocus={backTo(id)}
      onClose={onClose}
      title={`Change ${category.name}`}
      changes={CATEGORY_CHANGES}
      given={{ team, id }}
      initial={valuesOf(category)}
      said={({ name }) => `${name} is saved.`}
      route="PATCH /api/teams/:team/categories/:id"
      submit="Save the category"
      version={categoryVersion(team, category, valuesOf)}
    >
      {({ field }) => (
        <>
          <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
          <SelectField field={field("parent_id")} label="Below" options={parents} />
          <TextField field={field("description")} isOptional label="Description" maxLength={500} />
          <SelectField
            field={field("excluded")}
            label="In profit and loss"
            options={[
              { value: false, label: "Counted" },
              { value: true, label: "Left out" },
            ]}
          />
          <CategoryTax field={field} />
        </>
      )}
    </FormDialog>
  );
}

function valuesOf(category: Category) {
  const { name, parent_id, description, excluded } = category;
  const { tax_rate, tax_type, tax_reporting_code } = category;
  return { name, parent_id, description, excluded, tax_rate, tax_type, tax_reporting_code };
}

function DeleteCategory({ category: { id, name, slug }, onClose }: CategoryProps) {
  const team = useTeam();
  const below = useCategories()?.items.filter(({ parent_id }) => parent_id === id).length ?? 0;
  const counts = useOfTeam(team, "GET /api/teams/:team/categories/uses", {});
  const uses = counts.data?.items.find((one) => one.slug === slug)?.count ?? 0;
  if (uses > 0)
    return (
      <KeptDialog
        backTo={[categoryMenuId(id)]}
        description="A category that transactions have cannot be deleted. Give them another one first: select them in the list, and choose it for all at once."
        onClose={onClose}
        title={`${counted(uses, "transaction has", "transactions have")} ${name}`}
      >
        <ButtonLink kind="primary" search={{ category: slug }} to="/transactions">
          Show {counted(uses, "transaction")}
        </ButtonLink>
      </KeptDialog>
    );
  return (
    <DeleteDialog
      backTo={[categoryMenuId(id)]}
      changes={CATEGORY_CHANGES}
      description={`No transaction has it. ${below === 0 ? "" : "The categories below it stay, at the top level. "}Rules that would set it are deleted too. You can undo this at once, and for 30 days in Activity.`}
      given={{ team: team.id, id }}
      onClose={onClose}
      route="DELETE /api/teams/:team/categories/:id"
      said={`${name} is deleted.`}
      submit="Delete the category"
      title={`Delete ${name}?`}
    />
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
  return () => firstOnPage(categoryMenuId(id)) ?? document.querySelector("h1");
}

function SetCategory({ category, onClose }: CategoryProps) {
  const team = useTeam().id;
  const { id, slug, name } = category;
  const before = settingsOf(category);
  const after = useRefetch(CATEGORY_CHANGES);
  const back = async (seen: string) => {
    await api("PATCH /api/teams/:team/category-settings/:slug", { team, slug, ...before, seen });
    await after();
  };
  return (
    <FormDialog
      finalFocus={() => document.getElementById(categoryMenuId(id))}
      onClose={onClose}
      title={name}
      changes={CATEGORY_CHANGES}
      given={{ team, slug }}
      initial={before}
      onDone={({ version }) => {
        sayWithWayBack(`${name} is saved.`, {
          about: id,
          back: async () => back(version),
          undone: `${name} is as it was.`,
        });
      }}
      route="PATCH /api/teams/:team/category-settings/:slug"
      submit="Save the category"
      version={categoryVersion(team, category, settingsOf)}
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
          <CategoryTax field={field} />
        </>
      )}
    </FormDialog>
  );
}

function settingsOf({ is_hidden, tax_rate, tax_type, tax_reporting_code }: Category) {
  return { is_hidden, tax_rate, tax_type, tax_reporting_code };
}

type Optional<Value> = Field<Value | null | undefined, Value | null>;

/** The fields of tax that a new and a known category have in common. */
type TaxField = {
  (name: "tax_rate"): Optional<number>;
  (name: "tax_type" | "tax_reporting_code"): Optional<string>;
};

/** Tax that transactions get with the category, unless they say one of their own. */
function CategoryTax({ field }: { readonly field: TaxField }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5">
        <NumberField
          decimals={2}
          field={field("tax_rate")}
          isOptional
          label="Tax rate"
          max={100}
          min={0}
          unit="%"
        />
        <TextField
          field={field("tax_type")}
          isOptional
          label="Tax type"
          maxLength={50}
          placeholder="VAT"
        />
      </div>
      <TextField
        field={field("tax_reporting_code")}
        hint="Of your accountant or your tax return. Exports have it."
        isOptional
        label="Reporting code"
        maxLength={100}
      />
    </>
  );
}

/** Version of a category that a form shows, and how the fields of the form are read again. */
function categoryVersion<Values>(
  team: string,
  category: Category,
  valuesOf: (category: Category) => Values,
) {
  const read = async () => {
    const { items } = await api("GET /api/teams/:team/categories", { team });
    const now = items.find(({ id }) => id === category.id) ?? category;
    return { values: valuesOf(now), seen: now.version };
  };
  return { seen: category.version, read };
}
