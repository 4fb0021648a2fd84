import { lazy, Suspense } from "react";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { useChosenCustomer } from "../projects/filters.ts";
import { NewButton } from "../projects/new-button.tsx";
import { INVOICES } from "./invoice-list.tsx";
import { NEW_INVOICE } from "./invoice.ts";

const NewInvoice = lazy(async () =>
  import("./new-invoice.tsx").then(({ NewInvoice }) => ({ default: NewInvoice })),
);

export function Invoices() {
  const { open, hide } = useOpen();
  const customer = useChosenCustomer(INVOICES);
  return (
    <Page
      actions={<NewButton open={NEW_INVOICE}>New invoice</NewButton>}
      lead="What customers owe, and since when."
      title="Invoices"
    >
      <ListView choices={{ customer }} list={INVOICES} />
      <Suspense>
        {open === NEW_INVOICE ? <NewInvoice of={customer} onClose={hide} /> : null}
      </Suspense>
    </Page>
  );
}
