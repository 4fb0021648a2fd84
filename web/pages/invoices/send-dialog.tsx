import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { enumerated } from "../../../src/shared/words.ts";
import { type Output, Refused } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/status.tsx";
import { say } from "../../components/toast.tsx";
import type { FieldMaker } from "../../form/field.ts";
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
import { previewOfMail } from "./mail-preview.ts";

const SEND_PATH = "POST /api/teams/:team/invoices/:id/send";

type SendDialogProps = { readonly invoice: Invoice; readonly onClose: () => void };
type Check = Output<typeof CHECK>;

/** Shows what goes out, and sends it. What is missing is told first. */
export function SendDialog({ invoice, onClose }: SendDialogProps) {
  const query = useOfTeam(useTeam(), CHECK, { id: invoice.id });
  if (query.data === undefined)
    return (
      <Dialog backTo={[SEND_BUTTON]} isOpen onClose={onClose} title="Send the invoice">
        <Answer query={query} what="what goes out">
          {() => null}
        </Answer>
      </Dialog>
    );
  const missing = query.data.items.filter(({ is_needed }) => is_needed);
  if (missing.length > 0) return <Missing items={missing} onClose={onClose} />;
  return <Sending check={query.data} invoice={invoice} onClose={onClose} />;
}

type MessagesProps = { readonly items: Check["items"] };

function Messages({ items }: MessagesProps) {
  const [only] = items.length === 1 ? items : [];
  if (only !== undefined) return <p>{only.message}</p>;
  return (
    <ul className="list-disc ps-5">
      {items.map(({ path, message }) => (
        <li key={path + message}>{message}</li>
      ))}
    </ul>
  );
}

function Missing({ items, onClose }: MessagesProps & Pick<SendDialogProps, "onClose">) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description="The list “Before sending” leads to each field."
      finalFocus={() => document.querySelector<HTMLElement>("#before-sending ~ ul a")}
      initialFocus={close}
      isOpen
      onClose={onClose}
      title={`It cannot be sent yet: ${counted(items.length, "thing is", "things are")} missing`}
    >
      <Messages items={items} />
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
  const { items, number, total_minor, mail } = check;
  const team = useTeam().id;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [to, setTo] = useState<readonly string[]>(mail.to);
  const isMailed = mail.can_mail && to.length > 0;
  return (
    <FormDialog
      backTo={[SEND_BUTTON]}
      changes={INVOICE_CHANGES}
      description={
        <p>
          {money(total_minor, invoice.currency)} for <bdi>{invoice.customer?.name}</bdi>. After
          this, the invoice can be voided, but not changed, and it keeps the number {number}.
        </p>
      }
      given={{ team, id: invoice.id, total_minor }}
      initial={mail.can_mail ? { to: [...mail.to], cc: [...mail.cc] } : {}}
      leave={async (sent) => {
        queries.setQueryData([INVOICE_PATH, { id: sent.id, team }], sent);
        await navigate({ to: "/invoices/$id", params: { id: sent.id }, replace: true });
        say(
          isMailed
            ? `${sent.number} goes out to ${enumerated(to)}.`
            : `${sent.number} is issued. Nothing was mailed.`,
        );
        await reloadRows(queries, { route: INVOICES_PATH });
      }}
      onClose={onClose}
      route={SEND_PATH}
      size="wide"
      submit={isMailed ? `Send to ${enumerated(to)}` : `Issue ${number}`}
      title={mail.can_mail ? `Send ${number}` : `Issue ${number}`}
      // A draft that was changed meanwhile is not sent again by itself: nobody has seen it.
      version={{ seen: invoice.updated_at, read: refuseChanged }}
    >
      {({ field }) => (
        <>
          {items.length === 0 ? null : (
            <Notice title="Look at this first" tone="warn">
              <Messages items={items} />
            </Notice>
          )}
          {mail.can_mail ? (
            <>
              <AddressesField
                field={{
                  ...field("to"),
                  set: (addresses) => {
                    setTo(addresses);
                    field("to").set(addresses);
                  },
                }}
                hint={to.length === 0 ? "Without an address, nothing goes out." : null}
                label="To"
              />
              <AddressesField field={field("cc")} label="Cc" />
              <Letter check={check} field={field} invoice={invoice} />
            </>
          ) : (
            <Notice title="Nothing is mailed" tone="quiet">
              <p>
                This server cannot send mail, so you send the invoice yourself. The next page has
                its PDF, and a mail file that your mail program opens as a draft.
              </p>
            </Notice>
          )}
        </>
      )}
    </FormDialog>
  );
}

async function refuseChanged(): Promise<never> {
  throw new Refused(CHANGED);
}

const CHANGED = {
  type: "about:blank",
  status: 409,
  code: "changed_meanwhile",
  title: "The draft was changed meanwhile.",
  detail: "Nothing was sent. Close this, and look at the draft once more.",
  errors: [],
} as const;

type LetterProps = Omit<SendingProps, "onClose"> & {
  readonly field: FieldMaker<typeof SEND_PATH>;
};

/** Subject and text as they will read; their templates once somebody wants to change them. */
function Letter({ check, invoice, field }: LetterProps) {
  const [isEdited, setIsEdited] = useState(false);
  const { number, mail } = check;
  const { language } = invoice.body;
  const subject = field("subject");
  const text = field("text");
  const template = { subject: subject.value ?? mail.subject, text: text.value ?? mail.text };
  const preview = previewOfMail(template, mail.values ?? {});
  if (isEdited)
    return (
      <>
        <TextField
          field={{ ...subject, value: template.subject }}
          hint={`It will read: ${preview.subject}`}
          label="Subject"
          maxLength={300}
        />
        <AreaField
          field={{ ...text, value: template.text }}
          hint="Names in braces, such as {number} and {total}, are filled in when it goes out."
          label="Text"
          maxLength={10_000}
        />
      </>
    );
  return (
    <section aria-label="The mail" className="grid gap-3">
      <div className="grid gap-3 border border-line bg-canvas p-4" lang={language}>
        <p className="font-medium">
          <bdi>{preview.subject}</bdi>
        </p>
        <p className="whitespace-pre-line">
          <bdi>{preview.text}</bdi>
        </p>
        <p className="border-t border-line pt-2 text-small text-ink2">{number}.pdf</p>
      </div>
      <div>
        <Button kind="quiet" onClick={() => setIsEdited(true)}>
          Change subject and text
        </Button>
      </div>
    </section>
  );
}
