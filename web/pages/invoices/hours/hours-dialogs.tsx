import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { dayIn } from "../../../../src/shared/time.ts";
import { api } from "../../../api.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useMe, useNow } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { months } from "../../reports/ranges.ts";
import { type Invoice, INVOICE_PATH, INVOICES_PATH } from "../invoice.ts";
import { HoursFields } from "./hours-fields.tsx";
import { ADD_HOURS_BUTTON, HOURS_CHANGES } from "./hours.ts";

type InvoiceHoursProps = {
  readonly customer: { readonly id: string; readonly name: string };
  /** Currency of the rates; an invoice has one. */
  readonly currency: string;
  /** Only project that is chosen first. */
  readonly project?: string | undefined;
  readonly onClose: () => void;
};

/** Makes a draft of a customer's hours, first those of the last month, and opens it. */
export function InvoiceHours({ customer, currency, project, onClose }: InvoiceHoursProps) {
  const team = useTeam().id;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const firstProjects = project === undefined ? undefined : [project];
  return (
    <FormDialog
      changes={HOURS_CHANGES}
      given={{ team, customer_id: customer.id }}
      initial={{
        ...useLastMonth(),
        currency,
        ...(firstProjects === undefined ? {} : { project_ids: firstProjects }),
      }}
      leave={async ({ id }) => {
        await navigate({ to: "/invoices/$id/edit", params: { id } });
        await reloadRows(queries, { route: INVOICES_PATH });
      }}
      onClose={onClose}
      route="POST /api/teams/:team/invoices/from-time"
      size="wide"
      submit="Write the invoice"
      title={`Invoice the hours of ${customer.name}`}
    >
      {({ field, values }) => (
        <HoursFields
          currency={values.currency ?? currency}
          customer={customer.id}
          draft={null}
          firstProjects={firstProjects}
          from={field("from")}
          onCurrency={field("currency").set}
          projects={field("project_ids")}
          to={field("to")}
        />
      )}
    </FormDialog>
  );
}

type AddHoursProps = {
  /** As it is saved, with a customer. */
  readonly invoice: Invoice;
  readonly customer: string;
  readonly onClose: () => void;
};

/** Adds hours of the customer to a draft: a line for each project. */
export function AddHours({ invoice, customer, onClose }: AddHoursProps) {
  const team = useTeam().id;
  const { id, currency, lines: before } = invoice;
  return (
    <FormDialog
      backTo={[ADD_HOURS_BUTTON]}
      changes={HOURS_CHANGES}
      given={{ team, id }}
      initial={useLastMonth()}
      onClose={onClose}
      route="POST /api/teams/:team/invoices/:id/time"
      said={({ lines }) => `${counted(lines.length - before.length, "line")} of hours added.`}
      size="wide"
      submit="Add the hours"
      title="Add unbilled time"
      version={{
        seen: invoice.updated_at,
        read: async () => ({
          values: {},
          seen: (await api(INVOICE_PATH, { team, id })).updated_at,
        }),
      }}
    >
      {({ field }) => (
        <HoursFields
          currency={currency}
          customer={customer}
          draft={id}
          firstProjects={undefined}
          from={field("from")}
          projects={field("project_ids")}
          to={field("to")}
        />
      )}
    </FormDialog>
  );
}

function useLastMonth() {
  const { user } = useMe();
  return months(dayIn(user.timeZone, useNow()), -1, 1);
}
