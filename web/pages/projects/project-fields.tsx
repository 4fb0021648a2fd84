import { PROJECT_FIELDS } from "../../../src/shared/records/project.ts";
import { AreaField } from "../../form/area-field.tsx";
import type { Choosable, Create } from "../../form/choosable.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import type { Field } from "../../form/field.ts";
import { MoneyField } from "../../form/money-field.tsx";
import { NumberField } from "../../form/number-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { currencies } from "../../numbers.ts";
import { useTeam } from "../../team.tsx";
import { customerSearch } from "./customer-search.ts";

type Optional<Value> = Field<Value | null | undefined, Value | null>;

/** The fields that a new and a known project have in common. */
type Fields = {
  readonly name: Field<string | undefined, string>;
  readonly customer_id: Optional<string>;
  readonly estimate: Optional<number>;
  readonly billable: Field<boolean | undefined, boolean>;
  readonly rate_minor: Optional<number>;
  readonly currency: Optional<string>;
  readonly description: Optional<string>;
};

type ProjectFieldsProps = {
  readonly fields: Fields;
  readonly isBillable: boolean;
  readonly currency: string;
  /** Makes a new customer. */
  readonly create: Create;
  /** The customer that the form starts with. */
  readonly known: readonly Choosable[];
};

/** Fields of a project, new or not. */
export function ProjectFields(props: ProjectFieldsProps) {
  const { fields, isBillable, currency, create, known } = props;
  const team = useTeam();
  const { name, description } = PROJECT_FIELDS;
  return (
    <>
      <TextField field={fields.name} label={name.label} maxLength={name.longest} />
      <ComboboxField
        create={create}
        field={fields.customer_id}
        isOptional
        known={known}
        label={PROJECT_FIELDS.customer_id.label}
        nothing="No customer of that name."
        search={customerSearch(team.id)}
      />
      <NumberField
        decimals={2}
        field={fields.estimate}
        isOptional
        label={PROJECT_FIELDS.estimate.label}
        min={0.01}
        unit="hours"
      />
      <SelectField
        field={fields.billable}
        label={PROJECT_FIELDS.billable.label}
        options={[
          { value: false, label: "No" },
          { value: true, label: "Yes" },
        ]}
      />
      {isBillable ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField
            currency={currency}
            field={fields.rate_minor}
            isOptional
            label="Rate per hour"
          />
          <SelectField
            field={fields.currency}
            label={PROJECT_FIELDS.currency.label}
            options={currencies()}
          />
        </div>
      ) : null}
      <AreaField
        field={fields.description}
        isOptional
        label={description.label}
        maxLength={description.longest}
      />
    </>
  );
}
