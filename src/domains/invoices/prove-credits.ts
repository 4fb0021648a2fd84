import type { AuditContext } from "../../db/context.ts";
import type { InvoiceLine } from "../../db/schema/invoices.ts";
import { type Credit, type CreditTotals, creditTotals } from "../../shared/credit-totals.ts";
import type { Instant } from "../../shared/time.ts";
import { creditedBy } from "./credit-note.ts";
import { InvoiceBody } from "./invoice-body.ts";

type Place = Pick<AuditContext, "db" | "team">;

/** Sums of a credit note as they follow from its invoice and from the notes before it; null where they do not. */
export type ProvenCredits = ReadonlyMap<string, CreditTotals | null>;

/** Computes the credit notes of some invoices once more, by their ids. */
export async function proveCredits(
  context: Place,
  invoices: readonly string[],
): Promise<ProvenCredits> {
  const documents = invoices.length === 0 ? [] : await readDocuments(context, invoices);
  const notes = documents.filter(({ credits_id }) => credits_id !== null);
  return new Map(
    notes.map((note) => {
      const invoice = documents.find(({ id }) => id === note.credits_id);
      const earlier = notes.filter(
        ({ credits_id, created_at }) =>
          credits_id === note.credits_id && created_at < note.created_at,
      );
      return [note.id, invoice === undefined ? null : totalsOf(note, invoice, earlier)];
    }),
  );
}

type Document = {
  readonly id: string;
  readonly credits_id: string | null;
  readonly created_at: Instant;
  readonly lines: readonly InvoiceLine[];
  readonly total_minor: number;
  /** Null where it cannot be read. */
  readonly body: InvoiceBody | null;
};

async function readDocuments(
  { db, team }: Place,
  invoices: readonly string[],
): Promise<readonly Document[]> {
  const rows = await db
    .selectFrom("invoices as invoice")
    .innerJoin("invoice_documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "invoice.team_id")
        .onRef("document.invoice_id", "=", "invoice.id"),
    )
    .select(["invoice.id", "invoice.credits_id", "invoice.created_at", "invoice.lines"])
    .select(["invoice.total_minor", "document.body"])
    .where("invoice.team_id", "=", team.id)
    .where((row) => row.or([row("id", "in", invoices), row("credits_id", "in", invoices)]))
    .execute();
  return rows.map((row) => ({ ...row, body: bodyIn(row.body) }));
}

/** Null for a text that is no body. */
export function bodyIn(text: string): InvoiceBody | null {
  try {
    return InvoiceBody.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function totalsOf(
  note: Document,
  { body, lines }: Document,
  earlier: readonly Document[],
): CreditTotals | null {
  const before = earlier.flatMap(({ body, ...row }) => (body === null ? [] : [{ ...row, body }]));
  if (body === null || before.length < earlier.length) return null;
  const reading = creditTotals(body, creditedBy(before, { body, lines }), creditIn(note, lines));
  return reading.state === "read" ? reading.value : null;
}

/** A credit note over an amount has lines of its own. */
function creditIn(note: Document, lines: readonly InvoiceLine[]): Credit {
  const quantities = new Map(note.lines.map(({ id, quantity }) => [id, quantity]));
  const isOfLines = note.lines.every(({ id }) => lines.some((line) => line.id === id));
  return isOfLines
    ? { quantities: lines.map(({ id }) => quantities.get(id) ?? "0") }
    : { amount_minor: note.total_minor };
}
