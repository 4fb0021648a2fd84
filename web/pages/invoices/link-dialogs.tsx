import { FormDialog } from "../../form/form-dialog.tsx";
import { useTeam } from "../../team.tsx";
import { type Invoice, INVOICE_CHANGES, LINK_BUTTON } from "./invoice.ts";

type LinkDialogProps = { readonly invoice: Invoice; readonly onClose: () => void };

export function LinkMaking({ invoice, onClose }: LinkDialogProps) {
  const team = useTeam().id;
  const { id, number, public_url } = invoice;
  return (
    <FormDialog
      backTo={[LINK_BUTTON]}
      changes={INVOICE_CHANGES}
      description={
        public_url === null
          ? "Whoever has it can open the document and its PDF, without an account."
          : "The link that was sent until now stops working, and never works again."
      }
      given={{ team, id }}
      onClose={onClose}
      route="POST /api/teams/:team/invoices/:id/link"
      said="The new link is ready to be copied."
      submit="Make the link"
      title={`Make a new link for ${number}?`}
    />
  );
}

export function LinkRevocation({ invoice, onClose }: LinkDialogProps) {
  const team = useTeam().id;
  const { id, number } = invoice;
  return (
    <FormDialog
      backTo={[LINK_BUTTON]}
      changes={INVOICE_CHANGES}
      description="It stops working at once, in mails that were sent too, and never works again. The document stays as it is."
      given={{ team, id }}
      kind="danger"
      onClose={onClose}
      route="DELETE /api/teams/:team/invoices/:id/link"
      said="The link is revoked."
      submit="Revoke the link"
      title={`Revoke the link of ${number}?`}
    />
  );
}
