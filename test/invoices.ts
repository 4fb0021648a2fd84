import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Updateable } from "kysely";
import { record } from "../src/activity/journal.ts";
import { Refusal } from "../src/core/errors.ts";
import type { InvoiceLine } from "../src/db/schema/invoices.ts";
import type { Schema } from "../src/db/schema/schema.ts";
import { transaction } from "../src/db/transaction.ts";
import { type SettingsColumns, writeSettings } from "../src/domains/invoice-settings/settings.ts";
import { createDraft } from "../src/domains/invoices/create-draft.ts";
import { DraftChanges } from "../src/domains/invoices/draft.ts";
import { type SendInvoice, sendInvoice } from "../src/domains/invoices/send-invoice.ts";
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
  await transaction(ownerContext(team), async (context) => {
    const changes = await writeSettings(context, columns);
    if (changes.length > 0) await record(context, changes);
  });
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

/** Creates a draft without a customer by the verb, with one line over 100 unless others are given. @returns its id */
export async function addPlainDraft(team: Team, given: Readonly<Record<string, unknown>> = {}) {
  const lines = [lineOf(team, { name: "Consulting", price: "100" })];
  const input = DraftChanges.parse({ lines, ...given });
  const { row } = await createDraft({ ...ownerContext(team), tool: "test" }, input);
  return row.id;
}

/** A line of the editor. */
export function lineOf(team: Team, given: object = {}) {
  return { id: team.auditContext.newId(), name: "Work", quantity: "1", price: "10", ...given };
}

/** Adds a tax rate as it is stored. @returns its id */
export async function addTaxRate(
  team: Team,
  {
    name,
    bp,
    category = "S",
  }: { readonly name: string; readonly bp: number; readonly category?: "S" | "Z" },
): Promise<string> {
  const id = team.auditContext.newId();
  const { now } = team.world;
  await team.world.database.begin((db) =>
    db
      .insertInto("tax_rates")
      .values({
        team_id: team.id,
        id,
        name,
        name_key: name.toLowerCase(),
        category,
        bp,
        reason: null,
        archived_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
  return id;
}

/** Gives a draft's row the columns that sending and paying it would, for what only reads them. */
export async function setInvoice(
  team: Team,
  id: string,
  columns: Updateable<Schema["invoices"]>,
): Promise<void> {
  await team.world.database.begin((db) =>
    db
      .updateTable("invoices")
      .set(columns)
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .execute(),
  );
}

/** Columns of a number, as the first of a series. */
export function numbered(number: string, sequence: number) {
  const series = { series: "invoice" as const, period: "2026", sequence };
  return { ...series, number, sent_at: "2026-11-20T09:00:00.000Z", status: "unpaid" as const };
}
