import { useState } from "react";
import {
  CUSTOMER_FIELDS,
  CUSTOMER_GROUPS,
  type CustomerField,
} from "../../../src/shared/records/customer.ts";
import type { RecordField } from "../../../src/shared/records/field.ts";
import { Button } from "../../components/button.tsx";
import type { FieldMaker } from "../../form/field.ts";
import { RecordControl } from "../../form/record-control.tsx";
import { CountryField } from "./country-field.tsx";
import { unfold } from "./unfold.ts";

type CustomerFieldsProps = { readonly field: FieldMaker<"POST /api/teams/:team/customers"> };

/** All fields that a customer need not have. */
export function CustomerFields({ field }: CustomerFieldsProps) {
  const { contact, address, billing, note } = CUSTOMER_GROUPS;
  return (
    <>
      <Group field={field} names={contact.filter((name) => !fieldOf(name).isRequired)} />
      <Group field={field} more="Add address lines" names={address} />
      <Group field={field} names={billing} />
      {note.map((name) => (
        <Control field={field} key={name} name={name} />
      ))}
    </>
  );
}

type GroupProps = CustomerFieldsProps & {
  readonly names: readonly CustomerField[];
  /** Shows the rare fields, which are folded. */
  readonly more?: string;
};

function Group({ field, names, more }: GroupProps) {
  const [isWhole, setIsWhole] = useState(more === undefined);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {names.map((name) =>
        isWhole || fieldOf(name).isRare !== true ? (
          <Control field={field} key={name} name={name} />
        ) : null,
      )}
      {isWhole ? null : (
        <div className="sm:col-span-2">
          <Button
            kind="quiet"
            onClick={({ currentTarget }) => unfold(currentTarget, () => setIsWhole(true))}
          >
            {more}
          </Button>
        </div>
      )}
    </div>
  );
}

type ControlProps = CustomerFieldsProps & { readonly name: CustomerField };

/** The code of a country is chosen with its name. */
function Control({ field, name }: ControlProps) {
  if (name === "countryCode") return null;
  if (name === "country")
    return (
      <CountryField country={null} field={field("countryCode")} onName={field("country").set} />
    );
  return <RecordControl field={field(name)} of={CUSTOMER_FIELDS[name]} />;
}

function fieldOf(name: CustomerField): RecordField {
  return CUSTOMER_FIELDS[name];
}
