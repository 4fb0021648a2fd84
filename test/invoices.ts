import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { record } from "../src/activity/journal.ts";
import { Refusal } from "../src/core/errors.ts";
import type { Context } from "../src/db/context.ts";
import type { InvoiceLine } from "../src/db/schema/invoices.ts";
import { transaction } from "../src/db/transaction.ts";
import { type SettingsColumns, writeSettings } from "../src/domains/invoice-settings/settings.ts";
import { createDraft } from "../src/domains/invoices/create-draft.ts";
import type { DraftChanges } from "../src/domains/invoices/draft.ts";
import { SendInvoice, sendInvoice } from "../src/domains/invoices/send-invoice.ts";
import type { Team } from "./app.ts";
import { assertUntouched } from "./mcp.ts";
import { ownerContext } from "./transactions.ts";

export const LINE: Omit<InvoiceLine, "id"> = {
  name: "Consulting",
  description: null,
  quantity: "1",
  unit: "h",
  price: "100",
  discount_bp: null,
  discount_minor: null,
  tax_rate_id: null,
};

type Line = Partial<InvoiceLine>;

type Draft = Omit<DraftChanges, "lines"> & { readonly lines?: readonly Line[] };

/** The customer of drafts that name none. */
export async function addBuyer(team: Team, given: object = {}): Promise<string> {
  const customer = { name: "Acme", email: "anna@acme.example", ...given };
  return (await team.call("customers_create", customer)).id;
}

/** Creates a draft of one line over 100.00 by the verb. @returns its id */
export async function addDraft(team: Team, given: Draft = {}): Promise<string> {
  const { lines = [{}], customer_id = await addBuyer(team), ...rest } = given;
  const { row } = await createDraft(ownerContext(team), {
    ...rest,
    customer_id,
    lines: lines.map((line) => ({ ...LINE, id: randomUUID(), ...line })),
  });
  return row.id;
}

/** Sends a draft by the verb, as its owner. */
export async function sent(team: Team, id: string, given: Partial<SendInvoice> = {}) {
  return sendInvoice(ownerContext(team), { id, ...given });
}

/** Sets the team's settings of invoices. */
export async function setInvoices(team: Team, columns: Partial<SettingsColumns>): Promise<void> {
  await transaction<Context, void>(ownerContext(team), async (context) => {
    const changes = await writeSettings(context, columns);
    if (changes.length > 0) await record(context, changes);
  });
}

/** Adds a tax rate of 19 % as a row. @returns its id */
export async function addRate(team: Team): Promise<string> {
  const { world, id: team_id, auditContext } = team;
  const id = auditContext.newId();
  const row = {
    team_id,
    id,
    name: "19 % VAT",
    name_key: `19 % vat ${id}`,
    category: "S",
    bp: 1900,
    reason: null,
    archived_at: null,
    created_at: world.now,
    updated_at: world.now,
  } as const;
  await world.database.begin((db) => db.insertInto("tax_rates").values(row).execute());
  return id;
}

/** Makes a call that must be refused, and asserts that nothing happened. */
export async function refusedCall(team: Team, call: () => Promise<unknown>): Promise<Refusal> {
  const error = await assertUntouched(team, () =>
    call().then(
      () => assert.fail("it was not refused"),
      (error: unknown) => error,
    ),
  );
  if (!(error instanceof Refusal)) throw error;
  return error;
}
