import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { dayWords } from "../../../dates.ts";
import { hours } from "../../../numbers.ts";
import { useMe } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { type Entry, entryTimes, NOT_YOURS, onInvoice } from "./entry.ts";

/** Tells if the reader may change the time of an entry's person. */
export function useReach(): (entry: Pick<Entry, "person">) => boolean {
  const { user } = useMe();
  const isLeading = leads(useTeam());
  return ({ person }) => isLeading || person.id === user.id;
}

/** Reason for which the reader cannot change an entry; null for one that they can change. */
export function useWhyLocked(): (entry: Entry) => string | null {
  const reaches = useReach();
  return (entry) => {
    if (!reaches(entry)) return NOT_YOURS;
    return entry.invoice === null ? null : onInvoice(entry.invoice);
  };
}

type InvoiceLockProps = {
  readonly invoice: NonNullable<Entry["invoice"]>;
  /** Shows the lock alone where its `@container` is narrow. */
  readonly isBrief?: boolean;
};

/** Lock of time that is on an invoice, which leads there. */
export function InvoiceLock({ invoice: { id, number }, isBrief = false }: InvoiceLockProps) {
  return (
    <Link
      className="relative z-1 inline-flex min-h-6 min-w-6 shrink-0 items-center justify-center gap-1 text-caption"
      params={{ id }}
      title={onInvoice({ number })}
      to="/invoices/$id"
    >
      <Lock aria-hidden className="shrink-0" size={14} strokeWidth={1.5} />
      <span className="sr-only">On </span>
      <span className={isBrief ? "@max-[36rem]:sr-only" : ""}>{number ?? "Draft invoice"}</span>
    </Link>
  );
}

type LockedDialogProps = {
  readonly entry: Entry;
  readonly why: string;
  readonly onClose: () => void;
};

/** Stands in the place of the form where an entry cannot be changed. */
export function LockedDialog({ entry, why, onClose }: LockedDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  const { project, description, person, seconds, invoice } = entry;
  return (
    <Dialog description={why} initialFocus={close} isOpen onClose={onClose} title="Time entry">
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 [&_dt]:text-ink2">
        <dt>Project</dt>
        <dd>
          <bdi>{project.name}</bdi>
        </dd>
        <dt>Description</dt>
        <dd>{description === null ? "None" : <bdi>{description}</bdi>}</dd>
        <dt>Person</dt>
        <dd>
          <bdi>{person.name}</bdi>
        </dd>
        <dt>Day</dt>
        <dd>{dayWords(entry.day, "")}</dd>
        <dt>Time</dt>
        <dd className="tabular-nums">
          {[entryTimes(entry), seconds === null ? null : hours(seconds)]
            .filter((part) => part !== null)
            .join(", ")}
        </dd>
        {invoice === null ? null : (
          <>
            <dt>Invoice</dt>
            <dd>
              <InvoiceLock invoice={invoice} />
            </dd>
          </>
        )}
      </dl>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={close}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
