import { Eye } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { invoiceTotals } from "../../../../src/shared/invoice-totals.ts";
import { Button, ButtonAnchor } from "../../../components/button.tsx";
import { ActionsMenu, MenuAnchor, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { Page } from "../../../components/page.tsx";
import { Overtaken } from "../../../form/form-summary.tsx";
import { UnsavedGuard } from "../../../form/unsaved-guard.tsx";
import { money } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useTeam } from "../../../team.tsx";
import { useDuplicate } from "../duplicate.ts";
import { ADD_HOURS } from "../hours/hours.ts";
import {
  DELETE_DRAFT,
  fileOf,
  type Invoice,
  INVOICE_MENU,
  nameOfInvoice,
  SEND,
  SEND_BUTTON,
} from "../invoice.ts";
import { BeforeSending } from "./before-sending.tsx";
import { discountOf, pricedLines } from "./lines.ts";
import { Options } from "./options.tsx";
import { Paper } from "./paper.tsx";
import { useBuyer, useRates } from "./rates.ts";
import { SaveState } from "./save-state.tsx";
import { type Editor as Edited, useEditor } from "./use-editor.ts";

const SendDialog = lazy(async () =>
  import("../send-dialog.tsx").then(({ SendDialog }) => ({ default: SendDialog })),
);
const AddHours = lazy(async () =>
  import("../hours/hours-dialogs.tsx").then(({ AddHours }) => ({ default: AddHours })),
);
const DeleteDraft = lazy(async () =>
  import("../invoice-dialogs.tsx").then(({ DeleteDraft }) => ({ default: DeleteDraft })),
);

const BACK = { to: "/invoices", label: "Invoices" } as const;

export function Editor({ invoice }: { readonly invoice: Invoice }) {
  const editor = useEditor(invoice);
  const { form, values, state } = editor;
  const { open, hide } = useOpen();
  const buyer = useBuyer(values.customer_id);
  const rates = useRates(values.lines, buyer?.tax_rate_id ?? null);
  const reading = invoiceTotals({
    currency: values.currency,
    pricesIncludeTax: values.prices_include_tax,
    discount: discountOf(values),
    lines: pricedLines(values.lines, rates.all),
  });
  const total = reading.state === "read" ? money(reading.value.total, values.currency) : null;
  const send = useOnceSaved(editor, SEND);
  const hours = useOnceSaved(editor, ADD_HOURS);
  return (
    <Page
      actions={
        <>
          <SaveState onRetry={editor.save} state={state} why={editor.why} />
          <span className="ms-4 max-sm:hidden">
            <PreviewLink editor={editor} id={invoice.id} />
          </span>
          <DraftMenu editor={editor} invoice={invoice} />
          <span className="contents max-sm:hidden">
            <Button id={SEND_BUTTON} isBusy={send.isWaiting} kind="primary" onClick={send.press}>
              Send…
            </Button>
          </span>
        </>
      }
      back={BACK}
      heading={<bdi>{nameOfInvoice(invoice)}</bdi>}
      title={nameOfInvoice(invoice)}
    >
      <UnsavedGuard isSaving={form.isSending} isUnsaved={form.isChanged && !form.isBusy} />
      {form.other === null ? null : (
        <Overtaken count={form.undecided} other={form.other} ref={null} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_16rem]">
        <Paper editor={editor} hours={hours} invoice={invoice} rates={rates} reading={reading} />
        <div className="grid content-start gap-6 xl:sticky xl:top-4">
          <BeforeSending fieldOf={editor.fieldOf} invoice={invoice.id} lines={values.lines} />
          <Options buyer={buyer} editor={editor} hasTax={rates.shown.length > 0} />
        </div>
      </div>
      <div className="page-foot -mx-4 flex items-center justify-between gap-4 border-t border-line px-4 py-2 sm:hidden">
        <p className="grid">
          <span className="text-caption text-ink2">Total</span>
          <span className="text-section font-semibold">{total ?? "Not known"}</span>
        </p>
        <Button isBusy={send.isWaiting} kind="primary" onClick={send.press}>
          Send…
        </Button>
      </div>
      <Suspense>
        {open === SEND ? <SendDialog invoice={invoice} onClose={hide} /> : null}
        {open === ADD_HOURS && invoice.customer !== null ? (
          <AddHours customer={invoice.customer.id} invoice={invoice} onClose={hide} />
        ) : null}
        {open === DELETE_DRAFT ? <DeleteDraft invoice={invoice} onClose={hide} /> : null}
      </Suspense>
    </Page>
  );
}

/** Opens a dialog once all that was typed is saved: the server works with what it has. */
function useOnceSaved({ form, save, state }: Edited, dialog: string) {
  const { show } = useOpen();
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked && state === "failed") setIsAsked(false);
  const isReady = isAsked && state === "saved";
  useEffect(() => {
    if (!isReady) return;
    setIsAsked(false);
    show(dialog);
    // `show` is another function each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReady]);
  const press = () => {
    setIsAsked(true);
    if (form.isChanged) save();
  };
  return { press, isWaiting: isAsked } as const;
}

type PreviewProps = { readonly editor: Edited; readonly id: string };

/** The PDF shows what is saved: it opens once that is all. */
function PreviewLink({ editor, id }: PreviewProps) {
  const team = useTeam().id;
  if (editor.state !== "saved")
    return (
      <Button kind="quiet" onClick={editor.save}>
        <Eye aria-hidden size={16} strokeWidth={1.5} />
        Save, then preview
      </Button>
    );
  return (
    <ButtonAnchor href={fileOf(team, id, "pdf")} kind="quiet">
      <Eye aria-hidden size={16} strokeWidth={1.5} />
      PDF preview
    </ButtonAnchor>
  );
}

type DraftMenuProps = { readonly editor: Edited; readonly invoice: Invoice };

function DraftMenu({ invoice }: DraftMenuProps) {
  const team = useTeam().id;
  const { show } = useOpen();
  const duplicate = useDuplicate();
  return (
    <ActionsMenu id={INVOICE_MENU} label={`Actions for ${nameOfInvoice(invoice)}`}>
      <MenuAnchor href={fileOf(team, invoice.id, "pdf")}>PDF preview</MenuAnchor>
      <MenuItem onPress={() => void duplicate(invoice.id)}>Duplicate</MenuItem>
      <MenuRule />
      <MenuItem onPress={() => show(DELETE_DRAFT)} tone="bad">
        Delete the draft…
      </MenuItem>
    </ActionsMenu>
  );
}
