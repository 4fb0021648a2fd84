import { needsReason, TAX_CATEGORY_NAMES } from "../../../../src/shared/tax-categories.ts";
import { api } from "../../../api.ts";
import { DeleteDialog } from "../../../components/delete-dialog.tsx";
import { firstOnPage } from "../../../focus.ts";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { NumberField } from "../../../form/number-field.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useOpen } from "../../../open.ts";
import { useTeam } from "../../../team.tsx";
import {
  ADD_TAX_RATE,
  backToTaxRate,
  TAX_CHANGES,
  TAX_PATH,
  type TaxRate,
  taxRateMenuId,
} from "./tax-rate.ts";

/** The dialog in the address. */
export function TaxRateDialog({ rates }: { readonly rates: readonly TaxRate[] }) {
  const { open, about, hide } = useOpen();
  if (open === "new") return <NewTaxRate onClose={hide} />;
  const rate = rates.find(({ id }) => id === about);
  if (rate === undefined) return null;
  if (open === "delete") return <DeleteTaxRate onClose={hide} rate={rate} />;
  if (open !== "edit") return null;
  return rate.is_used ? (
    <RenameTaxRate onClose={hide} rate={rate} />
  ) : (
    <EditTaxRate onClose={hide} rate={rate} />
  );
}

type DialogProps = { readonly onClose: () => void };
type RateProps = DialogProps & { readonly rate: TaxRate };

function NewTaxRate({ onClose }: DialogProps) {
  const team = useTeam().id;
  return (
    <FormDialog
      changes={TAX_CHANGES}
      finalFocus={() => firstOnPage(ADD_TAX_RATE)}
      given={{ team }}
      initial={{ name: "", category: "S", reason: null }}
      onClose={onClose}
      route="POST /api/teams/:team/tax-rates"
      said={({ name }) => `${name} is added.`}
      submit="Add the rate"
      title="Add a tax rate"
    >
      {({ field, values }) => <RateFields category={values.category ?? "S"} field={field} />}
    </FormDialog>
  );
}

function EditTaxRate({ rate, onClose }: RateProps) {
  const team = useTeam().id;
  const { id, name } = rate;
  return (
    <FormDialog
      changes={TAX_CHANGES}
      finalFocus={() => backToTaxRate(id)}
      given={{ team, id }}
      initial={valuesOf(rate)}
      onClose={onClose}
      route="PATCH /api/teams/:team/tax-rates/:id"
      said={({ name }) => `${name} is saved.`}
      submit="Save the rate"
      title={`Change ${name}`}
      version={rateVersion(team, rate, valuesOf)}
    >
      {({ field, values }) => (
        <RateFields category={values.category ?? rate.category} field={field} />
      )}
    </FormDialog>
  );
}

function RenameTaxRate({ rate, onClose }: RateProps) {
  const team = useTeam().id;
  const { id, name } = rate;
  return (
    <FormDialog
      changes={TAX_CHANGES}
      description="Lines of invoices have this rate, so that its kind, percent and reason stay. For another percent, archive it and add a new rate."
      finalFocus={() => backToTaxRate(id)}
      given={{ team, id }}
      initial={nameOf(rate)}
      onClose={onClose}
      route="PATCH /api/teams/:team/tax-rates/:id"
      said={({ name }) => `${name} is saved.`}
      submit="Save the name"
      title={`Rename ${name}`}
      version={rateVersion(team, rate, nameOf)}
    >
      {({ field }) => (
        <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
      )}
    </FormDialog>
  );
}

function DeleteTaxRate({ rate: { id, name }, onClose }: RateProps) {
  const team = useTeam().id;
  return (
    <DeleteDialog
      backTo={[taxRateMenuId(id), ADD_TAX_RATE]}
      changes={TAX_CHANGES}
      description="No line of an invoice has it. You can undo this at once, and for 30 days in Activity."
      given={{ team, id }}
      onClose={onClose}
      route="DELETE /api/teams/:team/tax-rates/:id"
      said={`${name} is deleted.`}
      submit="Delete the rate"
      title={`Delete ${name}?`}
    />
  );
}

type Category = TaxRate["category"];

type RateField = {
  (name: "name"): Field<string | undefined, string>;
  (name: "category"): Field<Category | undefined, Category>;
  (name: "bp"): Field<number | undefined, number>;
  (name: "reason"): Field<string | null | undefined, string | null>;
};

type RateFieldsProps = { readonly field: RateField; readonly category: Category };

function RateFields({ field, category }: RateFieldsProps) {
  const bp = field("bp");
  const kind = field("category");
  return (
    <>
      <TextField
        autoComplete="off"
        field={field("name")}
        hint="As it is chosen in lines, such as 19 % VAT."
        label="Name"
        maxLength={100}
      />
      <SelectField
        field={{
          ...kind,
          set: (value) => {
            kind.set(value);
            if (value !== "S") bp.set(0);
          },
        }}
        hint={HINTS[category]}
        label="Kind"
        options={KINDS}
      />
      {category === "S" ? (
        <div className="max-w-40">
          <NumberField
            decimals={2}
            field={asPercent(bp)}
            label="Percent"
            max={100}
            min={0}
            unit="%"
          />
        </div>
      ) : null}
      {needsReason(category) ? (
        <TextField
          autoComplete="off"
          field={field("reason")}
          hint="Printed on the invoice, in the language of your customers."
          label="Reason"
          maxLength={300}
        />
      ) : null}
    </>
  );
}

const CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O"] as const satisfies readonly Category[];

const KINDS = CATEGORIES.map((value) => ({ value, label: TAX_CATEGORY_NAMES[value] }));

const HINTS: Readonly<Record<Category, string>> = {
  S: "For most goods and services.",
  Z: "Taxed at 0 %, where the law has such a rate.",
  E: "No tax by a law, such as the one for small businesses.",
  AE: "The customer pays the tax to their own tax office.",
  K: "Goods for a company in another EU country.",
  G: "Goods that leave the EU.",
  O: "Outside the scope of the tax. It stands beside no other rate.",
};

/** Percent in the field, hundredths of a percent in the route. */
function asPercent(field: Field<number | undefined, number>): Field<number | undefined, number> {
  const { value, set } = field;
  return {
    ...field,
    value: value === undefined ? undefined : value / 100,
    set: (percent) => set(Math.round(percent * 100)),
  };
}

function valuesOf({ name, category, bp, reason }: TaxRate) {
  return { name, category, bp, reason };
}

function nameOf({ name }: TaxRate) {
  return { name };
}

function rateVersion<Values>(team: string, rate: TaxRate, valuesOf: (rate: TaxRate) => Values) {
  const read = async () => {
    const { items } = await api(TAX_PATH, { team });
    const now = items.find(({ id }) => id === rate.id) ?? rate;
    return { values: valuesOf(now), seen: now.updated_at };
  };
  return { seen: rate.updated_at, read };
}
