import { Download } from "lucide-react";
import { lazy, Suspense } from "react";
import { ButtonAnchor, ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { useListAddress } from "../../list/address.ts";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { useTags } from "../../tags/use-tags.ts";
import { useTeam } from "../../team.tsx";
import { CUSTOMERS } from "./customer-list.tsx";
import { filterOf } from "./customer.ts";
import { NEW_CUSTOMER, NewCustomerButton } from "./new-customer-button.tsx";

const NewCustomer = lazy(async () =>
  import("./new-customer.tsx").then(({ NewCustomer }) => ({ default: NewCustomer })),
);

/** The team's customers. */
export function Customers() {
  const tags = useTags();
  const { open, hide } = useOpen();
  return (
    <Page
      actions={
        <>
          <ButtonLink kind="quiet" to="/customers/tags">
            Tags
          </ButtonLink>
          <ButtonLink kind="quiet" to="/customers/import">
            Import
          </ButtonLink>
          <Export />
          <NewCustomerButton />
        </>
      }
      title="Customers"
    >
      <ListView
        choices={{ tag: tags?.map(({ id, name }) => ({ value: id, label: name })) }}
        list={CUSTOMERS}
      />
      <Suspense>{open === NEW_CUSTOMER ? <NewCustomer onClose={hide} /> : null}</Suspense>
    </Page>
  );
}

/** Saves all customers that the filters show. */
function Export() {
  const team = useTeam();
  const { values } = useListAddress(CUSTOMERS);
  const filter = Object.entries(filterOf(values)).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(filter).toString();
  return (
    <ButtonAnchor href={`/api/teams/${team.id}/customers/export?${query}`} kind="quiet">
      <Download aria-hidden size={16} strokeWidth={1.5} />
      Export CSV
    </ButtonAnchor>
  );
}
