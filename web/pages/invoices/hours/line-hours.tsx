import { Lock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Section } from "../../../components/page.tsx";
import { counted, hours } from "../../../numbers.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { Invoice } from "../invoice.ts";
import { billedWords, type HeldLine, INVOICED_TIME } from "./hours.ts";

const Evidence = lazy(async () =>
  import("./evidence.tsx").then(({ Evidence }) => ({ default: Evidence })),
);

type Held = Pick<Invoice, "id" | "lines">;

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
        <Lock aria-hidden className="shrink-0" size={14} strokeWidth={1.5} />
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

/** Tracked time behind a document that was sent. */
export function InvoiceTime({ invoice }: { readonly invoice: Held }) {
  const held = useHeldLines(invoice);
  if (held.length === 0) return null;
  return (
    <Section id="tracked-time" title="Tracked time">
      <ul className="grid gap-2">
        {held.map((line) => (
          <li className="grid" key={line.line_id}>
            <span className="flex items-baseline justify-between gap-3">
              <bdi className="min-w-0 wrap-anywhere">
                {invoice.lines.find(({ id }) => id === line.line_id)?.name}
              </bdi>
              <span className="tabular-nums">{billedWords(line)}</span>
            </span>
            <span>
              <LineHours held={held} invoice={invoice} line={line} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
