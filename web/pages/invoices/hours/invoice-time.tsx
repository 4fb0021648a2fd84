import { billedWords } from "./hours.ts";
import { type Held, LineHours, useHeldLines } from "./line-hours.tsx";

/** Tracked time behind a document that was sent. */
export function InvoiceTime({ invoice }: { readonly invoice: Held }) {
  const held = useHeldLines(invoice);
  if (held.length === 0) return null;
  return (
    <section aria-labelledby="tracked-time" className="grid content-start gap-2">
      <h2 className="text-section font-semibold" id="tracked-time">
        Tracked time
      </h2>
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
    </section>
  );
}
