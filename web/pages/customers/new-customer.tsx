import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import {
  CUSTOMER_FIELDS,
  CUSTOMER_GROUPS,
  type CustomerField,
} from "../../../src/shared/records/customer.ts";
import type { RecordField } from "../../../src/shared/records/field.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { FieldMaker } from "../../form/field.ts";
import { Form } from "../../form/form.tsx";
import { RecordControl } from "../../form/record-control.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { CountryField } from "./country-field.tsx";
import { CUSTOMERS } from "./customer-list.tsx";
import { unfold } from "./unfold.ts";

/** Dialog that needs a name and an e-mail address; more fields unfold. */
export function NewCustomer({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const [isWhole, setIsWhole] = useState(false);
  /** Leaves the page of a customer that is no more. */
  const leave = async (id: string) => {
    if (router.state.location.pathname === `/customers/${id}`)
      await navigate({ to: "/customers", replace: true });
    await queries.invalidateQueries();
    await reloadRows(queries, CUSTOMERS);
  };
  return (
    <Dialog isOpen onClose={onClose} size={isWhole ? "wide" : "narrow"} title="New customer">
      <Form
        before={<Button onClick={onClose}>Cancel</Button>}
        changes={[]}
        given={{ team: team.id }}
        initial={{ name: "", email: "" }}
        onDone={async ({ id, name, event }) => {
          await navigate({ to: "/customers/$id", params: { id } });
          sayWithUndo(`${name} is added.`, { team: team.id, event, after: async () => leave(id) });
          await reloadRows(queries, CUSTOMERS);
        }}
        route="POST /api/teams/:team/customers"
        submit="Add the customer"
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
              <div>
                <Button
                  kind="quiet"
                  onClick={({ currentTarget }) => unfold(currentTarget, () => setIsWhole(true))}
                >
                  <ChevronDown aria-hidden size={16} strokeWidth={1.5} />
                  More fields
                </Button>
              </div>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

type CustomerFieldsProps = { readonly field: FieldMaker<"POST /api/teams/:team/customers"> };

/** All fields that a customer need not have. */
function CustomerFields({ field }: CustomerFieldsProps) {
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
