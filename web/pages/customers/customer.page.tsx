import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Refused } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
import { Status } from "../../components/status.tsx";
import { useOpen } from "../../open.ts";
import { useRemembered } from "../../palette/use-remembered.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { NotFound } from "../not-found.tsx";
import { CustomerActions, DELETE_CUSTOMER } from "./customer-actions.tsx";
import { CustomerTabs } from "./customer-tabs.tsx";
import type { Customer } from "./customer.ts";
import { Figures } from "./figures.tsx";

const DeleteCustomer = lazy(async () =>
  import("./delete-customer.tsx").then(({ DeleteCustomer }) => ({ default: DeleteCustomer })),
);

const BACK = { to: "/customers", label: "Customers" } as const;

/** One customer: what is known of it, its time and its history. */
export function CustomerPage() {
  const { id = "" } = useParams({ strict: false });
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/customers/:id", { id });
  if (query.data === undefined && isUnknown(query.error)) return <NotFound />;
  if (query.data === undefined)
    return (
      <Page title="Customer">
        <Answer query={query} what="the customer">
          {() => null}
        </Answer>
      </Page>
    );
  return <Known customer={query.data} key={id} />;
}

/** An id that is none is refused as invalid. */
function isUnknown(error: Error | null): boolean {
  return error instanceof Refused && [404, 422].includes(error.problem.status);
}

function Known({ customer }: { readonly customer: Customer }) {
  const { open, hide } = useOpen();
  const { id, name, contact, is_archived } = customer;
  useRemembered(name, "Customer", `/customers/${id}`);
  return (
    <Page
      actions={<CustomerActions customer={customer} />}
      back={BACK}
      heading={
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi>{name}</bdi>
          {is_archived ? <Status tone="quiet">Archived</Status> : null}
        </span>
      }
      lead={contact === null ? undefined : <bdi>{contact}</bdi>}
      title={name}
    >
      <Figures customer={customer} />
      <CustomerTabs customer={customer} />
      <Suspense>
        {open === DELETE_CUSTOMER ? <DeleteCustomer customer={customer} onClose={hide} /> : null}
      </Suspense>
    </Page>
  );
}
