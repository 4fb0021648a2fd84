import assert from "node:assert/strict";
import type { PaperFields, ReadField } from "../src/shared/paper.ts";
import { Activity } from "./activity.ts";
import type { Team } from "./app.ts";
import { saveRead, UPLOAD } from "./papers.ts";
import { WebApp } from "./web.ts";

/** Values of fields as a reader finds them, all sure. */
export type PaperValues = {
  readonly [Name in Exclude<keyof PaperFields, "taxes">]?: NonNullable<PaperFields[Name]>["value"];
};

export const HOSTING: PaperValues = {
  type: "invoice",
  vendor: "Hosting GmbH",
  vendor_key: "vat:DE811111111",
  number: "RE-2026-0001",
  date: "2026-10-31",
  currency: "EUR",
  amount_minor: 11_900,
  tax_minor: 1900,
  tax_rate_bp: 1900,
  tax_type: "VAT",
};

export function fieldsFrom(values: PaperValues): PaperFields {
  const field = <T>(value: T): ReadField<T> => ({ value, sure: "high", from: "text", place: null });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, field(value)]));
}

/** Receipts of a team, uploaded as a person does it, and what a reader finds in them. */
export class Receipts {
  readonly team: Team;
  readonly app: WebApp;
  #uploaded = 0;

  private constructor(team: Team, app: WebApp) {
    this.team = team;
    this.app = app;
  }

  static async of(team: Team): Promise<Receipts> {
    return new Receipts(team, await WebApp.of(team));
  }

  async upload(
    name = "receipt.txt",
    content = `Receipt ${(this.#uploaded += 1)}`,
    to: "inbox" | "documents" = "inbox",
  ) {
    // Of two files of one moment, neither came first.
    this.team.world.pass(1);
    return this.app.upload(UPLOAD, { team: this.team.id, to, name }, Buffer.from(content));
  }

  /** Uploads a file, and saves what was read in it. @returns the id of its item */
  async add(values: PaperValues = HOSTING, name?: string): Promise<string> {
    const { item_id, document } = await this.upload(name);
    await this.read(document.id, values);
    return item_id ?? assert.fail("it is not in the inbox");
  }

  async read(documentId: string, values: PaperValues): Promise<void> {
    await saveRead(this.team, documentId, { text: "A paper", fields: fieldsFrom(values) });
  }

  async get(id: string) {
    return this.app.ask("GET /api/teams/:team/inbox/:id", { team: this.team.id, id });
  }

  /** Undoes the last event of a tool or route, as Activity does. */
  async undo(tool: string) {
    const activity = new Activity(this.app, this.team);
    return activity.undo(await activity.latest(tool));
  }

  /** Asserts that the last event of a tool or route is not undone. @returns why */
  async notUndone(tool: string): Promise<string> {
    const activity = new Activity(this.app, this.team);
    return activity.refused(await activity.latest(tool));
  }

  async match(id: string, transactionId: string) {
    // Events of one moment have no order.
    this.team.world.pass(1);
    return this.team.call("inbox_match", { id, transactionId });
  }

  /** Changes the rate of a transaction's tax by hand. */
  async setRate(id: string, tax_rate_bp: number | null): Promise<void> {
    this.team.world.pass(1);
    const at = { team: this.team.id, id };
    const { updated_at } = await this.app.ask("GET /api/teams/:team/transactions/:id", at);
    const given = { ...at, tax_rate_bp, seen: updated_at };
    await this.app.ask("PATCH /api/teams/:team/transactions/:id", given);
  }

  /** Tax of a transaction as tools tell it. */
  async taxOf(id: string) {
    return (await this.team.call("transactions_get", { id })).tax;
  }
}
