import { z } from "zod";
import { createKey } from "../../src/accounts/api-keys.ts";
import { createInvitation } from "../../src/accounts/invitations.ts";
import { startSession } from "../../src/accounts/sessions.ts";
import type { IdOf } from "../../src/core/arguments.ts";
import { transaction } from "../../src/db/transaction.ts";
import { stateBalance } from "../../src/domains/bank-accounts/state-balance.ts";
import { createCategory } from "../../src/domains/categories/create-category.ts";
import { parseImportOptions, readImportFile } from "../../src/domains/imports/import-file.ts";
import { previewImport } from "../../src/domains/imports/preview-import.ts";
import { paymentsOf, recordPayment } from "../../src/domains/invoices/payments.ts";
import { createPaymentAccount } from "../../src/domains/payment-accounts/save-payment-account.ts";
import { createTag } from "../../src/domains/tags/create-tag.ts";
import { timeVersion } from "../../src/domains/timesheet/tracked-time.ts";
import { linkTransfer } from "../../src/domains/transfers/link-transfer.ts";
import { addDays } from "../../src/shared/calendar.ts";
import type { Team } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";
import { importTwice } from "../../test/imports.ts";
import { addDraft, addTaxRate, sent } from "../../test/invoices.ts";
import { throughApp } from "../../test/oauth.ts";
import { addDocument } from "../../test/papers.ts";
import { addTeamFile, addTeamRate } from "../../test/rates.ts";
import { HOSTING, Receipts } from "../../test/receipts.ts";
import { addRule, containing } from "../../test/rules.ts";
import { addEntry, addProject } from "../../test/tracker.ts";
import { addTransaction, addTransactions, ownerContext } from "../../test/transactions.ts";
import { type Filled, words } from "./fill.ts";

type Example = (idOf: IdOf) => unknown;

/** Gives a person's call ids that no call had before, of the kinds that its example names. */
export type IdsFor = (person: Team, example: Example, file?: string) => Promise<IdOf>;

/** Ids by kind. */
type Records = Readonly<Record<string, string>>;

type Maker = (call: {
  readonly person: Team;
  readonly file: string;
  /** Made for this call so far. */
  readonly made: Records;
}) => Promise<Records>;

const Matched = z.object({ attachment_ids: z.array(z.string()) });

const NONE = "00000000-0000-0000-0000-000000000000";

/** Calls change and delete records: each gets others, the next of the team's or new ones. */
export function recordsOf({ team, customerIds, projectIds, account: giro }: Filled): IdsFor {
  const { reader } = team.world.database;
  const owner = ownerContext(team);
  const savings = addAccount(team, { name: "Spare savings", number: null });
  const kept = new Set([customerIds[0], projectIds[0]]);
  const last = new Map<string, string>();
  const grants = new Set<string>();
  let count = 0;

  async function next(
    table: "customers" | "tracker_projects" | "tracker_entries",
  ): Promise<{ id: string; seen: string }> {
    const row = await reader
      .selectFrom(table)
      .selectAll()
      .where("team_id", "=", team.id)
      .where("id", ">", last.get(table) ?? NONE)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    last.set(table, row?.id ?? NONE);
    if (row === undefined) return next(table);
    if (kept.has(row.id) || ("status" in row && row.status === "completed")) return next(table);
    return { id: row.id, seen: "updated_at" in row ? row.updated_at : timeVersion(row) };
  }

  /** Each with an amount that no other has, so that only its own twin and other side are found. */
  async function spend(account: string, sign: number, amount = 1_000_000 + count) {
    const name = `Spare ${words(count)}`;
    return addTransaction(team, account, { name, date: "2023-09-01", amount_minor: sign * amount });
  }

  let signedIn: Promise<Receipts> | undefined;

  async function receipts(): Promise<Receipts> {
    return (signedIn ??= Receipts.of(team));
  }

  /** Receipts of one kind and count are one paper, unless their amounts differ. */
  async function spareReceipt(kind: string, more = 0): Promise<string> {
    const amount_minor = 1000 + count + more;
    return (await receipts()).add({ ...HOSTING, number: `${kind} ${count}`, amount_minor });
  }

  async function matchedReceipt(): Promise<Records> {
    const [id, payment] = [await spareReceipt("matched"), await spend(giro, -1)];
    const { attachment_ids } = Matched.parse(await (await receipts()).match(id, payment.id));
    const [attachment = ""] = attachment_ids;
    return { matched_item: id, paid_transaction: payment.id, attachment };
  }

  async function draft(): Promise<string> {
    return addDraft(team, { customer_id: (await next("customers")).id });
  }

  async function sentDraft(): Promise<string> {
    const id = await draft();
    await sent(team, id);
    return id;
  }

  async function buyerOf(invoice: string): Promise<string | null> {
    const buyer = reader.selectFrom("invoices").select("customer_id").where("id", "=", invoice);
    return (await buyer.executeTakeFirstOrThrow()).customer_id;
  }

  /** In the order in which they need each other. */
  const makers: Readonly<Record<string, Maker>> = {
    user: async ({ person }) => ({ user: person.userId }),
    customer: async () => {
      const { id, seen } = await next("customers");
      return { customer: id, customer_seen: seen };
    },
    tracker_project: async () => {
      const { id, seen } = await next("tracker_projects");
      return { tracker_project: id, project_seen: seen };
    },
    archived_customer: async () => {
      const { id } = await next("customers");
      await team.call("customers_update", { id, is_archived: true });
      return { archived_customer: id };
    },
    completed_project: async () => {
      const done = { name: `Done ${count}`, status: "completed" } as const;
      return { completed_project: await addProject(team, done), project_seen: team.world.now };
    },
    other_project: async () => ({ other_project: (await next("tracker_projects")).id }),
    tracker_entry: async () => {
      const { id, seen } = await next("tracker_entries");
      return { tracker_entry: id, version: seen };
    },
    tag: async () => ({ tag: (await createTag(owner, { name: `Tag ${count}` })).id }),
    other_tag: async () => ({ other_tag: (await createTag(owner, { name: `Other ${count}` })).id }),
    category: async () => ({
      category: (await createCategory(owner, { name: `Category ${count}` })).id,
    }),
    bank_account: async () => {
      const id = await addAccount(team, { name: `Account ${count}`, number: null });
      await stateBalance(owner, { id, day: "2026-10-01", minor: 100_00 });
      // As many as an example has read.
      await addTransactions(team, id, 4);
      return { bank_account: id };
    },
    empty_account: async () => ({
      empty_account: await addAccount(team, { name: `Empty ${count}`, number: null }),
    }),
    import_hash: async ({ file, made: { bank_account: account = "" } }) => {
      const sent = { account, name: "march.csv", bytes: Buffer.from(file) };
      const read = await readImportFile(owner, sent, parseImportOptions(""));
      return { import_hash: (await previewImport(owner, read, account)).hash ?? "" };
    },
    import: async () => {
      // Of its own: the same file again would bring nothing.
      const account = await addAccount(team, { name: `Imported ${count}`, number: null });
      return { import: await importTwice(team, account) };
    },
    transaction: async () => {
      const { id, updated_at } = await spend(giro, -1);
      return { transaction: id, transaction_seen: updated_at };
    },
    twin_transaction: async () => ({ twin_transaction: (await spend(giro, -1)).id }),
    other_transaction: async () => ({ other_transaction: (await spend(await savings, 1)).id }),
    linked_transaction: async () => {
      const [{ id }, other] = [await spend(giro, -1), await spend(await savings, 1)];
      await linkTransfer(owner, { id, other_id: other.id });
      return { linked_transaction: id };
    },
    tax_rate: async () => ({
      tax_rate: await addTaxRate(team, { name: `Rate ${count}`, bp: 100 }),
    }),
    payment_account: async () => {
      const account = { label: `Bank ${count}`, holder: "Acme", iban: "DE89370400440532013000" };
      return { payment_account: await createPaymentAccount(owner, account) };
    },
    rate_file: async () => ({
      rate_file: await addTeamFile(team, { "2026-11-19": { JPY: String(180 + count) } }),
    }),
    invoice: async () => ({ invoice: await draft(), invoice_seen: team.world.now }),
    billable_project: async ({ made: { customer, invoice = "" } }) => {
      const rate = { billable: true, rate_minor: 9500, currency: "EUR" };
      const customer_id = customer ?? (await buyerOf(invoice));
      const id = await addProject(team, { name: `Billable ${count}`, customer_id, ...rate });
      await addEntry(team, { project_id: id });
      return { billable_project: id };
    },
    ready_invoice: async () => ({ ready_invoice: await draft() }),
    sent_invoice: async () => ({ sent_invoice: await sentDraft() }),
    paid_invoice: async () => {
      const id = await sentDraft();
      const given = { amount_minor: 1000, paid_on: "2026-11-20", method: "cash" } as const;
      await recordPayment(owner, { id, ...given, note: null });
      const [payment] = await paymentsOf(owner, id);
      return { paid_invoice: id, invoice_payment: payment?.id ?? "" };
    },
    inbox_item: async () => ({ inbox_item: await spareReceipt("item") }),
    other_item: async () => ({ other_item: await spareReceipt("other") }),
    matched_item: matchedReceipt,
    attachment: matchedReceipt,
    grouped_item: async () => {
      const id = await spareReceipt("grouped");
      await spareReceipt("grouped");
      return { grouped_item: id };
    },
    copied_item: async () => {
      await spareReceipt("copied");
      return { copied_item: await spareReceipt("copied", 1) };
    },
    other_document: async () => {
      const { document } = await (await receipts()).upload("terms.txt", `${count}`, "documents");
      return { other_document: document.id };
    },
    rule: async () => {
      const payee = `payee ${words(count)}`;
      await addTransaction(team, giro, { name: payee });
      const { id, updated_at } = await addRule(team, { conditions: containing(payee) });
      return { rule: id, rule_seen: updated_at };
    },
    team_rate: async () => {
      const day = addDays("2026-11-20", -count);
      return { team_rate: await addTeamRate(team, { currency: "AED", day, rate: "4.2310" }) };
    },
    document: async () => {
      const { id, updated_at } = await addDocument(team, { name: `Paper ${count}.txt` });
      return { document: id, document_seen: updated_at };
    },
    member: async () => ({ member: (await team.member("member")).userId }),
    invitation: async () => {
      const email = `invited${count}@example.com`;
      return { invitation: (await createInvitation(owner, { email, role: "member" })).id };
    },
    api_key: async ({ person: { userId } }) => {
      const key = { userId, name: `Key ${count}`, preset: "read" } as const;
      return { api_key: (await createKey(team.auditContext, key)).id };
    },
    oauth_grant: async ({ person }) => {
      await throughApp(person);
      const rows = await reader.selectFrom("oauth_grants").select("id").execute();
      const id = rows.find((row) => !grants.has(row.id))?.id ?? "";
      grants.add(id);
      return { oauth_grant: id };
    },
    session: async ({ person: { userId } }) => {
      const device = `Device ${count}`;
      await transaction(owner, async (context) => startSession(context, userId, device));
      const sessions = reader.selectFrom("sessions").select("id").where("device", "=", device);
      return { session: (await sessions.executeTakeFirstOrThrow()).id };
    },
    event: async () => {
      const { id } = await createTag(owner, { name: `Undone ${count}` });
      const changes = reader.selectFrom("activity_changes").select("event_id");
      const change = changes.where("team_id", "=", team.id).where("subject_id", "=", id);
      return { event: (await change.executeTakeFirstOrThrow()).event_id };
    },
  };

  return async (person, example, file = "") => {
    const kinds = new Set<string>();
    example((kind) => {
      kinds.add(kind);
      return kind;
    });
    count += 1;
    const made: Record<string, string> = {};
    for (const [kind, make] of Object.entries(makers))
      if (kinds.has(kind)) Object.assign(made, await make({ person, file, made }));
    return (kind) => {
      const id = made[kind];
      if (id === undefined) throw new Error(`scripts/bench/records.ts makes no ${kind}`);
      return id;
    };
  };
}
