import { lazy, Suspense, useState } from "react";
import { counted, hours } from "../../../numbers.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { Invoice } from "../invoice.ts";
import { type HeldLine, INVOICED_TIME } from "./hours.ts";

const Evidence = lazy(async () =>
  import("./evidence.tsx").then(({ Evidence }) => ({ default: Evidence })),
);

export type Held = Pick<Invoice, "id" | "lines">;

/** Lines of an invoice with tracked time, in the order of the document. */
export function useHeldLines({ id, lines }: Held): readonly HeldLine[] {
  const { data } = useOfTeam(useTeam(), INVOICED_TIME, { id });
  const held = data?.lines ?? NONE;
  return lines.flatMap((line) => held.find(({ line_id }) => line_id === line.id) ?? []);
}

const NONE: readonly HeldLine[] = [];

type LineHoursProps = {
  readonly invoice: Held;
  readonly held: readonly HeldLine[];
  readonly line: HeldLine;
};

/** Tracked time behind a line, which is locked; the button lists its entries. */
export function LineHours({ invoice, held, line: { seconds, entries } }: LineHoursProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        className="inline-flex min-h-6 cursor-pointer items-center gap-1 text-caption text-ink2 underline hover:text-ink max-sm:min-h-11"
        onClick={() => setIsOpen(true)}
        type="button"
      >
        {hours(seconds)} tracked, {counted(entries, "entry", "entries")}
      </button>
      <Suspense>
        {isOpen ? (
          <Evidence held={held} invoice={invoice} onClose={() => setIsOpen(false)} />
        ) : null}
      </Suspense>
    </>
  );
}
