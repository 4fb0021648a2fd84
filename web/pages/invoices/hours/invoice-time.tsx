import { Section } from "../../../components/page.tsx";
import { billedWords } from "./hours.ts";
import { type Held, LineHours, useHeldLines } from "./line-hours.tsx";

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
