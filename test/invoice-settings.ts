import type { Team } from "./app.ts";

type Given = { readonly tax_rate_id?: string; readonly payment_account_id?: string };

/** A draft with one line, as a row: the settings of invoices stand below the invoices. */
export async function invoiceWith(
  { world, id: team_id, auditContext }: Team,
  { tax_rate_id, payment_account_id }: Given,
): Promise<string> {
  const id = auditContext.newId();
  const line = {
    id: "1",
    name: "Work",
    description: null,
    quantity: "1",
    unit: null,
    price: "100",
    discount_bp: null,
    discount_minor: null,
    tax_rate_id: tax_rate_id ?? null,
  };
  await world.database.begin(async (db) =>
    db
      .insertInto("invoices")
      .values({
        team_id,
        id,
        type: "invoice",
        status: "draft",
        currency: "EUR",
        prices_include_tax: false,
        lines: JSON.stringify([line]),
        payment_account_id: payment_account_id ?? null,
        net_minor: 10_000,
        tax_minor: 0,
        total_minor: 10_000,
        credited_minor: 0,
        paid_minor: 0,
        refunded_minor: 0,
        search_text: "",
        created_at: world.now,
        updated_at: world.now,
      })
      .execute(),
  );
  return id;
}
