import { useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button } from "../../components/button.tsx";
import { MenuItem, NarrowMenu } from "../../components/menu.tsx";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { useChosenCustomer } from "../projects/filters.ts";
import { NewButton } from "../projects/new-button.tsx";
import { CREDIT_NOTE_STATUS, CREDIT_NOTES, INVOICES } from "./invoice-list.tsx";
import { NEW_INVOICE } from "./invoice.ts";

const NewInvoice = lazy(async () =>
  import("./new-invoice.tsx").then(({ NewInvoice }) => ({ default: NewInvoice })),
);

const ExportInvoicesDialog = lazy(async () =>
  import("./export-dialog.tsx").then(({ ExportInvoicesDialog }) => ({
    default: ExportInvoicesDialog,
  })),
);

const EXPORT = "export";

export function Invoices() {
  const { open, show, hide } = useOpen();
  const customer = useChosenCustomer(INVOICES);
  const { status } = useSearch({ strict: false });
  return (
    <Page
      actions={
        <>
          <span className="contents max-sm:hidden">
            <Button kind="quiet" onClick={() => show(EXPORT)}>
              <Download aria-hidden size={16} strokeWidth={1.5} />
              Export
            </Button>
          </span>
          <NewButton open={NEW_INVOICE}>New invoice</NewButton>
          <NarrowMenu label="More on invoices">
            <MenuItem onPress={() => show(EXPORT)}>Export</MenuItem>
          </NarrowMenu>
        </>
      }
      lead="What customers owe, and since when."
      title="Invoices"
    >
      <ListView
        choices={{ customer }}
        list={status === CREDIT_NOTE_STATUS ? CREDIT_NOTES : INVOICES}
      />
      <Suspense>
        {open === NEW_INVOICE ? <NewInvoice of={customer} onClose={hide} /> : null}
        {open === EXPORT ? <ExportInvoicesDialog onClose={hide} /> : null}
      </Suspense>
    </Page>
  );
}
