import { Page } from "../../components/page.tsx";
import { SellerForm } from "../settings/invoices/seller-form.tsx";

const BACK = { to: "/invoices", label: "Invoices" } as const;

/** Before the first invoice of a team: who sends it. The editor follows once that is saved. */
export function FirstSeller() {
  return (
    <Page
      back={BACK}
      lead="Your first invoice: it prints who sends it. You write this once, and can change it in Settings."
      title="Who sends the invoice?"
      width="settings"
    >
      <SellerForm />
    </Page>
  );
}
