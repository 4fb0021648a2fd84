import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { enumerated } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/status.tsx";
import { say } from "../../components/toast.tsx";
import { FormDialog } from "../../form/form-dialog.tsx";
import { AreaField, TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { counted, money } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { AddressesField } from "./addresses-field.tsx";
import {
  CHECK,
  type Invoice,
  INVOICE_CHANGES,
  INVOICE_PATH,
  INVOICES_PATH,
  SEND_BUTTON,
} from "./invoice.ts";

type SendDialogProps = { readonly invoice: Invoice; readonly onClose: () => void };
type Check = Output<typeof CHECK>;

/** Shows what goes out, and sends it. What is missing is told first. */
export function SendDialog({ invoice, onClose }: SendDialogProps) {
  const query = useOfTeam(useTeam(), CHECK, { id: invoice.id });
  const missing = query.data?.items.filter(({ isNeeded }) => isNeeded) ?? [];
  if (query.data === undefined)
    return (
      <Dialog backTo={[SEND_BUTTON]} isOpen onClose={onClose} title="Send the invoice">
        <Answer query={query} what="what goes out">
          {() => null}
        </Answer>
      </Dialog>
    );
  if (missing.length > 0) return <Missing items={missing} onClose={onClose} />;
  return <Sending check={query.data} invoice={invoice} onClose={onClose} />;
}

type MissingProps = { readonly items: Check["items"]; readonly onClose: () => void };

function Missing({ items, onClose }: MissingProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description="The list “Before sending” beside the invoice leads to each of them."
      finalFocus={() => document.querySelector<HTMLElement>("#before-sending ~ ul a")}
      initialFocus={close}
      isOpen
      onClose={onClose}
      title={`It cannot be sent yet: ${counted(items.length, "thing")} missing`}
    >
      <ul className="list-disc ps-5">
        {items.map(({ path, message }) => (
          <li key={path + message}>{message}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button kind="primary" onClick={onClose} ref={close}>
          Back to the draft
        </Button>
      </div>
    </Dialog>
  );
}

type SendingProps = SendDialogProps & { readonly check: Check };

function Sending({ check, invoice, onClose }: SendingProps) {
  const { number, total_minor, mail } = check;
  const team = useTeam().id;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [to, setTo] = useState<readonly string[]>(mail.to);
  const total = money(total_minor, invoice.currency);
  const isMailed = mail.can_mail && to.length > 0;
  return (
    <FormDialog
      backTo={[SEND_BUTTON]}
      changes={INVOICE_CHANGES}
      description={
        <p>
          {total} to <bdi>{invoice.customer?.name}</bdi>, with the number <strong>{number}</strong>.
          A number that was given is never taken back: afterwards the invoice can be voided, not
          changed.
        </p>
      }
      given={{ team, id: invoice.id, seen: invoice.updated_at, total_minor }}
      initial={
        mail.can_mail
          ? { to: [...mail.to], cc: [...mail.cc], subject: mail.subject, text: mail.text }
          : {}
      }
      leave={async (sent) => {
        queries.setQueryData([INVOICE_PATH, { id: sent.id, team }], sent);
        await navigate({ to: "/invoices/$id", params: { id: sent.id }, replace: true });
        say(
          isMailed
            ? `${sent.number} goes out to ${enumerated(to)}.`
            : `${sent.number} has its number. Nothing was mailed.`,
        );
        await reloadRows(queries, { route: INVOICES_PATH });
      }}
      onClose={onClose}
      route="POST /api/teams/:team/invoices/:id/send"
      size="wide"
      submit={isMailed ? `Send to ${enumerated(to)}` : "Give it its number"}
      title={mail.can_mail ? `Send ${number}` : `Give ${number} its number`}
    >
      {({ field }) =>
        mail.can_mail ? (
          <>
            <AddressesField
              field={{
                ...field("to"),
                set: (addresses) => {
                  setTo(addresses);
                  field("to").set(addresses);
                },
              }}
              hint={
                mail.to.length === 0
                  ? "The customer has no e-mail address. Without one, nothing goes out."
                  : undefined
              }
              label="To"
            />
            <AddressesField field={field("cc")} label="Cc" />
            <TextField field={field("subject")} label="Subject" maxLength={300} />
            <AreaField field={field("text")} label="Text" maxLength={10_000} />
            <p className="text-ink2">
              Attached: {number}.pdf, drawn from what is saved.
            </p>
          </>
        ) : (
          <Notice title="Nothing is mailed" tone="warn">
            <p>
              This server has no mail server. The invoice gets its number and its PDF, and you send
              it yourself: its page then has the PDF, and a mail file that your mail program opens
              as a draft.
            </p>
          </Notice>
        )
      }
    </FormDialog>
  );
}
