import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { SellerForm } from "../settings/invoices/seller-form.tsx";
import type { Settings } from "../settings/invoices/settings.ts";

const BACK = { to: "/invoices", label: "Invoices" } as const;

type FirstSellerProps = { readonly settings: Settings; readonly onDone: () => void };

/** Before the first invoice of a team: who sends it. The editor follows. */
export function FirstSeller({ settings, onDone }: FirstSellerProps) {
  return (
    <Page
      actions={
        <Button kind="quiet" onClick={onDone}>
          Fill it in later
        </Button>
      }
      back={BACK}
      lead="Each invoice prints who sends it. You write this once, and can change it in Settings."
      title="Who sends your invoices?"
      width="settings"
    >
      <SellerForm isShort onDone={onDone} settings={settings} submit="Go on to the invoice" />
    </Page>
  );
}
