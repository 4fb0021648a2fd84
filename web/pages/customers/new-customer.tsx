import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import {
  ALL_CUSTOMER_FIELDS,
  CUSTOMER_GROUPS,
  type CustomerField,
} from "../../../src/shared/records/customer.ts";
import type { RecordField } from "../../../src/shared/records/field.ts";
import type { FieldMaker } from "../../form/field.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
import { RecordControl } from "../../form/record-control.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { CountryField } from "./country-field.tsx";
import { CUSTOMERS } from "./customer-list.tsx";
import { Unfold } from "./unfold.tsx";
import { isWish, RoundingWish, WishControl } from "./wish-control.tsx";

/** Needs a name and an e-mail address; more fields unfold. */
export function NewCustomer({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const [isWhole, setIsWhole] = useState(false);
  const reload = async () => reloadRows(queries, CUSTOMERS);
  return (
    <FormDialog
      afterUndo={async ({ id }) => {
        // The page of a customer that is no more.
        if (router.state.location.pathname === `/customers/${id}`)
          await navigate({ to: "/customers", replace: true });
        await queries.invalidateQueries();
        await reload();
      }}
      changes={[]}
      given={{ team: team.id }}
      initial={{ name: "", email: "" }}
      leave={async ({ id }) => navigate({ to: "/customers/$id", params: { id } })}
      onClose={onClose}
      onDone={reload}
      route="POST /api/teams/:team/customers"
      said={({ name }) => `${name} is added.`}
      size={isWhole ? "wide" : "narrow"}
      submit="Add the customer"
      title="New customer"
    >
      {({ field }) => (
        <>
          <TextField
            autoComplete="off"
            field={field("name")}
            hint="Of the company, or of the person."
            label="Name"
            maxLength={200}
          />
          <TextField autoComplete="off" field={field("email")} label="E-mail" type="email" />
          {isWhole ? (
            <CustomerFields field={field} />
          ) : (
            <Unfold hasIcon label="More fields" onUnfold={() => setIsWhole(true)} />
          )}
        </>
      )}
    </FormDialog>
  );
}

type CustomerFieldsProps = { readonly field: FieldMaker<"POST /api/teams/:team/customers"> };

function CustomerFields({ field }: CustomerFieldsProps) {
  const { contact, address, billing, invoices, note } = CUSTOMER_GROUPS;
  return (
    <>
      <Group field={field} names={contact.filter((name) => !fieldOf(name).isRequired)} />
      <Group field={field} more="Add address lines" names={address} />
      <Group field={field} names={billing} />
      <Group field={field} names={invoices} />
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

function Group({ field, names, more = "" }: GroupProps) {
  const [isWhole, setIsWhole] = useState(more === "");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {names.map((name) =>
        isWhole || fieldOf(name).isRare !== true ? (
          <Control field={field} key={name} name={name} />
        ) : null,
      )}
      {isWhole ? null : (
        <div className="sm:col-span-2">
          <Unfold label={more} onUnfold={() => setIsWhole(true)} />
        </div>
      )}
    </div>
  );
}

type ControlProps = CustomerFieldsProps & { readonly name: CustomerField };

// The code of a country is chosen with its name.
function Control({ field, name }: ControlProps) {
  if (name === "countryCode") return null;
  if (name === "country")
    return (
      <CountryField country={null} field={field("countryCode")} onName={field("country").set} />
    );
  if (isWish(name)) return <WishControl field={field(name)} name={name} />;
  if (name === "rounding") return <RoundingWish field={field(name)} />;
  return <RecordControl field={field(name)} of={ALL_CUSTOMER_FIELDS[name]} />;
}

function fieldOf(name: CustomerField): RecordField {
  return ALL_CUSTOMER_FIELDS[name];
}
