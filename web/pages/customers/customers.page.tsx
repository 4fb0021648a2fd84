import { Download } from "lucide-react";
import { lazy, Suspense } from "react";
import { ButtonAnchor, ButtonLink } from "../../components/button.tsx";
import { MenuAnchor, MenuLink, NarrowMenu } from "../../components/menu.tsx";
import { Page } from "../../components/page.tsx";
import { useListAddress } from "../../list/address.ts";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { useTags } from "../../tags/use-tags.ts";
import { useTeam } from "../../team.tsx";
import { NewButton } from "../projects/new-button.tsx";
import { CUSTOMERS, NEW_CUSTOMER, TAGS_COLUMN } from "./customer-list.tsx";
import { customerFilter } from "./customer.ts";

const NewCustomer = lazy(async () =>
  import("./new-customer.tsx").then(({ NewCustomer }) => ({ default: NewCustomer })),
);

const CustomerTagsDialog = lazy(async () =>
  import("./customer-tags.tsx").then(({ CustomerTagsDialog }) => ({ default: CustomerTagsDialog })),
);

export function Customers() {
  const tags = useTags();
  const { open, about, show, hide } = useOpen();
  const file = useFile();
  return (
    <Page
      actions={
        <>
          <span className="contents max-sm:hidden">
            <ButtonLink kind="quiet" to="/customers/tags">
              Tags
            </ButtonLink>
            <ButtonLink kind="quiet" to="/customers/import">
              Import
            </ButtonLink>
            <ButtonAnchor href={file} kind="quiet">
              <Download aria-hidden size={16} strokeWidth={1.5} />
              Export CSV
            </ButtonAnchor>
          </span>
          <NewButton open={NEW_CUSTOMER}>New customer</NewButton>
          <NarrowMenu label="More on customers">
            <MenuLink to="/customers/tags">Tags</MenuLink>
            <MenuLink to="/customers/import">Import</MenuLink>
            <MenuAnchor href={file}>Export CSV</MenuAnchor>
          </NarrowMenu>
        </>
      }
      title="Customers"
    >
      <ListView
        choices={{ tag: tags?.map(({ id, name }) => ({ value: id, label: name })) }}
        letters={{ t: ({ id }) => show(TAGS_COLUMN, id) }}
        list={CUSTOMERS}
      />
      <Suspense>
        {open === NEW_CUSTOMER ? <NewCustomer onClose={hide} /> : null}
        {open === TAGS_COLUMN && about !== null ? (
          <CustomerTagsDialog id={about} onClose={hide} />
        ) : null}
      </Suspense>
    </Page>
  );
}

function useFile(): string {
  const team = useTeam();
  const { values } = useListAddress(CUSTOMERS);
  const filter = Object.entries(customerFilter(values)).map(([name, value]) => [
    name,
    String(value),
  ]);
  const query = new URLSearchParams(filter).toString();
  return `/api/teams/${team.id}/customers/export?${query}`;
}
