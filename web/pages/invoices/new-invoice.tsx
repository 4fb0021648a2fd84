import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Choosable } from "../../form/choosable.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { FormDialog } from "../../form/form-dialog.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useTeam } from "../../team.tsx";
import { customerSearch } from "../projects/filters.ts";
import { useNewCustomer } from "../projects/new-customer.tsx";
import { INVOICE_CHANGES, INVOICES_PATH } from "./invoice.ts";

type NewInvoiceProps = {
  readonly onClose: () => void;
  /** The customer that the list is filtered by; undefined until its name is known. */
  readonly of: readonly Choosable[] | undefined;
};

/** Asks for the customer first: currency, terms, language and tax of the draft follow from them. */
export function NewInvoice({ of, onClose }: NewInvoiceProps) {
  const team = useTeam().id;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const made = useNewCustomer();
  const [chosen] = of ?? [];
  return (
    <FormDialog
      below={made.dialog}
      changes={INVOICE_CHANGES}
      description="Currency, terms and language are taken from the customer. All of it can be changed in the draft."
      given={{ team }}
      initial={{ customer_id: chosen?.value ?? null }}
      leave={async ({ id }) => {
        await navigate({ to: "/invoices/$id/edit", params: { id } });
        await reloadRows(queries, { route: INVOICES_PATH });
      }}
      onClose={onClose}
      route="POST /api/teams/:team/invoices"
      submit="Write the invoice"
      title="New invoice"
    >
      {({ field }) => (
        <ComboboxField
          create={made.create}
          field={field("customer_id")}
          hint="You can also choose one later."
          isOptional
          known={of ?? []}
          label="Customer"
          nothing="No customer of that name."
          search={customerSearch(team)}
        />
      )}
    </FormDialog>
  );
}
