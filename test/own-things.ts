import assert from "node:assert/strict";
import type { IdOf } from "../src/core/arguments.ts";
import { domains } from "../src/domains/all.ts";
import { stateBalance } from "../src/domains/bank-accounts/state-balance.ts";
import { setLogo } from "../src/domains/invoice-settings/logo.ts";
import { setMailText } from "../src/domains/invoice-settings/mail-templates.ts";
import { paymentsOf, recordPayment } from "../src/domains/invoices/payments.ts";
import { createPaymentAccount } from "../src/domains/payment-accounts/save-payment-account.ts";
import { timeVersion } from "../src/domains/timesheet/tracked-time.ts";
import { linkTransfer } from "../src/domains/transfers/link-transfer.ts";
import type { Team } from "./app.ts";
import { addAccount } from "./bank-accounts.ts";
import { importTwice } from "./imports.ts";
import { pngOf } from "./invoice-settings.ts";
import { addDraft, sent } from "./invoices.ts";
import { addDocument } from "./papers.ts";
import { addTeamFile, addTeamRate } from "./rates.ts";
import { HOSTING, Receipts } from "./receipts.ts";
import { addRule } from "./rules.ts";
import { addEntry, addProject } from "./tracker.ts";
import { addTransaction, ownerContext } from "./transactions.ts";
import { WebApp } from "./web.ts";

/**
 * One record of each kind that tools and routes of domains name in their examples: here are those that
 * need others beside them, the rest is made by the example of the call that creates it. Files are imported only
 * where the example names an import: each is read in a thread of its own.
 */
export async function ownThings(team: Team, example: Example = ofEverything): Promise<Things> {
  const tag = await team.call("tags_create", { name: "Regular" });
  const other = await team.call("tags_create", { name: "Rare" });
  const customer = await team.call("customers_create", {
    name: "Acme",
    email: "hello@acme.example",
    tag_ids: [tag.id],
  });
  const project_seen = team.world.now;
  const invoice = await team.call("invoices_create_draft", {
    customer_id: customer.id,
    line_items: [{ name: "Consulting", quantity: 2, price: 95 }],
  });
  const kinds = kindsIn(example);
  const needs = (some: readonly string[]) => some.some((kind) => kinds.has(kind));
  const invoices = needs(INVOICES) ? await addInvoices(team, customer.id) : {};
  const project = await addProject(team, { name: "Website", customer_id: customer.id });
  const billable_project = await addProject(team, {
    name: "Consulting",
    customer_id: customer.id,
    billable: true,
    rate_minor: 9500,
    currency: "EUR",
  });
  await addEntry(team, { project_id: billable_project, date: "2026-11-19" });
  const app = await addProject(team, { name: "App" });
  const completed = await addProject(team, { name: "Done", status: "completed" });
  const archived = await team.call("customers_create", { name: "Old", email: "old@old.example" });
  await team.call("customers_update", { id: archived.id, is_archived: true });
  const entry = await team.call("tracker_start_timer", { project_id: project });
  const account = await addAccount(team, { name: "Main account" });
  const empty = await addAccount(team, { name: "Empty account", number: null });
  await stateBalance(ownerContext(team), { id: account, day: "2026-10-01", minor: 0 });
  const transaction = await addTransaction(team, account, { tag_ids: [tag.id] });
  const savings = await addAccount(team, { name: "Savings", number: null });
  const received = await addTransaction(team, savings, { amount_minor: 350 });
  const paid = await addTransaction(team, account, { amount_minor: -200 });
  const got = await addTransaction(team, savings, { amount_minor: 200 });
  await linkTransfer(ownerContext(team), { id: paid.id, other_id: got.id });
  const twin = await addTransaction(team, account);
  // Before the rule, which runs on what is added by hand.
  await addTransaction(team, account, { name: "Hetzner", amount_minor: -1190 });
  const rule = await addRule(team);
  const category = await team.call("categories_create", { name: "Coffee" });
  const imported = kinds.has("import") ? { import: await importTwice(team, savings) } : {};
  const ratesOfFile = kinds.has("rate_file")
    ? { rate_file: await addTeamFile(team, { "2026-11-19": { JPY: "180" } }) }
    : {};
  const rate = await addTeamRate(team, { currency: "USD", day: "2026-11-20", rate: "1.15" });
  const document = await addDocument(team, { name: "rent.txt", content: "Rent of October" });
  const receipts = needs(RECEIPTS) ? await addReceipts(team, account) : {};
  const payable = { label: "Reserve", holder: "Acme", iban: "DE89370400440532013000" };
  await setLogo(ownerContext(team), pngOf(2, 1, [0, 0, 0]));
  const mail = {
    kind: "credit_note",
    language: "en",
    subject: "Correction",
    text: "Hello",
  } as const;
  await setMailText(ownerContext(team), mail);
  return withMade(team, example, {
    bank_account: account,
    payment_account: await createPaymentAccount(ownerContext(team), payable),
    ...imported,
    ...ratesOfFile,
    import_hash: "0".repeat(64),
    document: document.id,
    document_seen: document.updated_at,
    ...receipts,
    empty_account: empty,
    category: category.id,
    customer: customer.id,
    invoice: invoice.id,
    invoice_seen: project_seen,
    ...invoices,
    archived_customer: archived.id,
    customer_seen: customer.updated_at,
    tag: tag.id,
    other_tag: other.id,
    team_rate: rate,
    tracker_project: project,
    project_seen,
    completed_project: completed,
    other_project: app,
    billable_project,
    tracker_entry: entry.id,
    version: timeVersion({
      project_id: project,
      assigned_id: team.userId,
      date: entry.date,
      start: entry.start,
      stop: null,
      duration: null,
      description: null,
    }),
    transaction: transaction.id,
    transaction_seen: transaction.updated_at,
    other_transaction: received.id,
    twin_transaction: twin.id,
    linked_transaction: paid.id,
    rule: rule.id,
    rule_seen: rule.updated_at,
    user: team.userId,
  });
}

/** Kinds that `addReceipts` makes, which takes a person who signs in. */
const RECEIPTS = [
  "inbox_item",
  "other_item",
  "grouped_item",
  "matched_item",
  "copied_item",
  "paid_transaction",
  "attachment",
  "other_document",
];

/** A receipt that waits, another one, two in a group, and one that is matched; a document without a receipt. */
async function addReceipts(team: Team, account: string): Promise<Things> {
  const receipts = await Receipts.of(team);
  const inbox_item = await receipts.add({ ...HOSTING, number: "1", amount_minor: 350 });
  const other_item = await receipts.add({ ...HOSTING, number: "2", amount_minor: 450 });
  const grouped_item = await receipts.add({ ...HOSTING, number: "3" });
  await receipts.add({ ...HOSTING, number: "3" });
  const matched_item = await receipts.add({ ...HOSTING, number: "4", amount_minor: 990 });
  const copied_item = await receipts.add({ ...HOSTING, number: "4", amount_minor: 991 });
  const payment = await addTransaction(team, account, { name: "Hosting", amount_minor: -990 });
  const { attachment_ids } = await receipts.match(matched_item, payment.id);
  const { document } = await receipts.upload("terms.txt", "Terms", "documents");
  return {
    inbox_item,
    other_item,
    grouped_item,
    matched_item,
    copied_item,
    paid_transaction: payment.id,
    attachment: attachment_ids[0],
    other_document: document.id,
  };
}

/** Kinds that `addInvoices` makes, of which two are sent. */
const INVOICES = ["ready_invoice", "sent_invoice", "paid_invoice", "invoice_payment"];

/** A draft that can be sent, one that was sent, and one that was sent and paid in part. */
async function addInvoices(team: Team, customer_id: string): Promise<Things> {
  const [ready_invoice, sent_invoice, paid_invoice] = [
    await addDraft(team, { customer_id }),
    await addDraft(team, { customer_id }),
    await addDraft(team, { customer_id }),
  ];
  for (const id of [sent_invoice, paid_invoice]) await sent(team, id);
  const payment = {
    amount_minor: 1000,
    paid_on: "2026-11-20",
    method: "cash",
    note: null,
  } as const;
  await recordPayment(ownerContext(team), { id: paid_invoice, ...payment });
  const [paid] = await paymentsOf(ownerContext(team), paid_invoice);
  const invoice_payment = paid?.id ?? assert.fail("no payment was recorded");
  return { ready_invoice, sent_invoice, paid_invoice, invoice_payment };
}

type Things = Readonly<Record<string, string>>;

type Example = (idOf: IdOf) => unknown;

/** Every call of a domain, by a tool or a route. */
const CALLS = domains.flatMap(({ tools, routes }) => [
  ...tools.map(({ name, event, example }) => ({ name, event, example, isTool: true })),
  ...routes.map(({ path, event, example }) => ({ name: path, event, example, isTool: false })),
]);

function ofEverything(idOf: IdOf): unknown {
  return CALLS.map(({ example }) => example(idOf));
}

/** Adds the records that an example names and nothing here makes, by the call that creates them. */
export async function withMade(team: Team, example: Example, known: Things): Promise<Things> {
  let things = known;
  for (const kind of kindsIn(example)) {
    const maker = CALLS.find(
      ({ event, example }) =>
        event?.of === kind && event.did === "created" && !kindsIn(example).has(kind),
    );
    if (kind in things || maker === undefined) continue;
    things = await withMade(team, maker.example, things);
    const { name, isTool } = maker;
    const given = maker.example(idIn(things));
    if (isTool) await team.call(name, given);
    else await (await WebApp.of(team)).attempt(name, { ...given, team: team.id });
    const changes = (await team.journalOf(name)).at(-1)?.changes ?? [];
    const made = changes.find(({ subject_type }) => subject_type === kind);
    things = { ...things, [kind]: made?.subject_id ?? assert.fail(`${name} made no ${kind}`) };
  }
  return things;
}

/** Kinds of records that an example names. */
export function kindsIn(example: Example): ReadonlySet<string> {
  const kinds = new Set<string>();
  example((kind) => {
    kinds.add(kind);
    return kind;
  });
  return kinds;
}

/** Looks up the ids that an example asks for. */
export function idIn(things: Things): IdOf {
  return (kind) =>
    things[kind] ?? assert.fail(`no call creates a ${kind}: test/own-things.ts must`);
}
