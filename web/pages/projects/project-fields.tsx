import { PROJECT_FIELDS } from "../../../src/shared/records/project.ts";
import type { Choosable, Create } from "../../form/choosable.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import type { Field } from "../../form/field.ts";
import { MoneyField } from "../../form/money-field.tsx";
import { NumberField } from "../../form/number-field.tsx";
import { RoundingField } from "../../form/rounding-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { AreaField, TextField } from "../../form/text-field.tsx";
import { currencies } from "../../numbers.ts";
import { useTeam } from "../../team.tsx";
import { customerSearch } from "./filters.ts";

type Optional<Value> = Field<Value | null | undefined, Value | null>;

/** The fields that a new and a known project have in common. */
type ProjectField = {
  (name: "name"): Field<string | undefined, string>;
  (name: "customer_id" | "currency" | "description" | "rounding"): Optional<string>;
  (name: "estimate" | "rate_minor"): Optional<number>;
  (name: "billable"): Field<boolean | undefined, boolean>;
};

type ProjectFieldsProps = {
  readonly field: ProjectField;
  readonly values: {
    readonly billable?: boolean | undefined;
    readonly currency?: string | null | undefined;
  };
  readonly create: Create;
  /** The customer that the form starts with. */
  readonly known: readonly Choosable[];
};

export function ProjectFields({ field, values, create, known }: ProjectFieldsProps) {
  const team = useTeam();
  const { name, description } = PROJECT_FIELDS;
  return (
    <>
      <TextField field={field("name")} label={name.label} maxLength={name.longest} />
      <ComboboxField
        create={create}
        field={field("customer_id")}
        isOptional
        known={known}
        label={PROJECT_FIELDS.customer_id.label}
        nothing="No customer of that name."
        search={customerSearch(team.id)}
      />
      <NumberField
        decimals={2}
        field={field("estimate")}
        isOptional
        label={PROJECT_FIELDS.estimate.label}
        min={0.01}
        unit="hours"
      />
      <SelectField
        field={field("billable")}
        label={PROJECT_FIELDS.billable.label}
        options={[
          { value: false, label: "No" },
          { value: true, label: "Yes" },
        ]}
      />
      {values.billable === true ? (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <MoneyField
              currency={values.currency ?? team.baseCurrency}
              field={field("rate_minor")}
              isOptional
              label="Rate per hour"
            />
            <SelectField
              field={field("currency")}
              label={PROJECT_FIELDS.currency.label}
              options={currencies()}
            />
          </div>
          <RoundingField
            field={field("rounding")}
            label={PROJECT_FIELDS.rounding.label}
            wider={{ words: "As the customer or the team does it", code: undefined }}
          />
        </>
      ) : null}
      <AreaField
        field={field("description")}
        isOptional
        label={description.label}
        maxLength={description.longest}
      />
    </>
  );
}
