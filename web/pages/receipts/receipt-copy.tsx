import { Button, ButtonLink } from "../../components/button.tsx";
import { Notice } from "../../components/status.tsx";
import { shortDay } from "../../dates.ts";
import { money } from "../../numbers.ts";
import { PagePicture } from "../documents/page-picture.tsx";
import { nameOf, type ReceiptRow, type ShownReceipt } from "./receipt.ts";
import type { ReceiptActs } from "./use-receipt-acts.ts";

type ReceiptCopyProps = { readonly receipt: ShownReceipt; readonly acts: ReceiptActs };

/** A receipt beside the one of which it is probably a copy, with both choices. */
export function ReceiptCopy({ receipt, acts }: ReceiptCopyProps) {
  const { duplicate } = receipt;
  if (duplicate === null) return null;
  return (
    <Notice
      actions={
        <>
          <Button onClick={() => void acts.keep(receipt)}>Keep both</Button>
          <Button kind="danger" onClick={() => void acts.remove(receipt)}>
            Delete this one
          </Button>
          <ButtonLink to={`/receipts/${duplicate.id}`}>Open the other one</ButtonLink>
        </>
      }
      title="Is this a copy?"
      tone="warn"
    >
      <p>
        The same number, or the same amount and day, is here already. No payment is suggested until
        you decide.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-3 pt-2">
        <Paper receipt={receipt} title="This one" />
        <Paper receipt={duplicate} title="The other one" />
      </div>
    </Notice>
  );
}

type PaperProps = { readonly title: string; readonly receipt: ReceiptRow | ShownReceipt };

function Paper({ title, receipt }: PaperProps) {
  const { document_id, kind, name, number, date, amount_minor, currency } = receipt;
  const facts = [
    ...(amount_minor === null || currency === null ? [] : [money(amount_minor, currency)]),
    ...(date === null ? [] : [shortDay(date)]),
    ...(number === null ? [] : [number]),
  ];
  return (
    <figure className="grid min-w-0 content-start gap-1">
      <figcaption className="wrap-anywhere">
        <span className="font-semibold">{title}: </span>
        <bdi>{nameOf(receipt)}</bdi>
        <span className="block text-small">{facts.join(" · ")}</span>
        <bdi className="block text-small">{name}</bdi>
      </figcaption>
      <span aria-hidden className="receipt-copy">
        <PagePicture document={{ id: document_id, kind }} page={1} width={320} />
      </span>
    </figure>
  );
}
