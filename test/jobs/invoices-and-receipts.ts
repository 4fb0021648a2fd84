import assert from "node:assert/strict";
import { sql } from "kysely";
import { inOrder, OCTOBER } from "./customers-and-time.ts";
import type { Job } from "./job.ts";

export const INVOICES_AND_RECEIPTS: readonly Job[] = [
  {
    asks: "Invoice Hotel Miradouro for October's hours, and send it.",
    fewest: 3,
    work: async (assistant) => {
      const { items } = await assistant.call("customers_list", { name: "Hotel Miradouro" });
      const draft = { customer_id: items[0].id, tracked_time: OCTOBER };
      const { id } = await assistant.call("invoices_create_draft", draft);
      return assistant.call("invoices_send", { id });
    },
    check: async (ledger, { id, number }) => {
      const [invoice] = await ledger.rows(
        (team) =>
          sql`select number, status, net_minor from invoices where team_id = ${team} and id = ${id}`,
      );
      assert.ok(number !== null && invoice.number === number && invoice.status === "unpaid");
      const hours = await ledger.rows(
        (team) => sql`select sum(entry.duration) as seconds from tracker_entries as entry
          join tracker_projects as project on project.id = entry.project_id
          join customers as customer on customer.id = project.customer_id
          where entry.team_id = ${team} and customer.name = 'Hotel Miradouro'
            and entry.date between '2026-10-01' and '2026-10-31'`,
      );
      const held = await ledger.rows(
        (
          team,
        ) => sql`select sum(seconds) as seconds, sum(billed_seconds) as billed from invoice_time
          where team_id = ${team} and invoice_id = ${id}`,
      );
      assert.equal(+held[0].seconds, +hours[0].seconds);
      // 105 EUR an hour.
      assert.ok(Math.abs(+invoice.net_minor - (+held[0].billed * 10_500) / 3600) < 100);
    },
    journal: [
      "invoices_create_draft: 1 invoice added",
      "invoices_create_draft: 16 invoice_time added",
      "invoices_send: 1 invoice changed",
    ],
  },
  {
    asks: "Which invoices are overdue, how much is open, and since when?",
    fewest: 1,
    work: async (assistant) => {
      const { invoices } = await assistant.read("ledgerport://invoices/overdue");
      return invoices.map(({ number, amount_due, currency, days_overdue }: any) => [
        number,
        amount_due,
        currency,
        days_overdue,
      ]);
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (
          team,
        ) => sql`select number, total_minor - credited_minor - paid_minor + refunded_minor as minor, currency,
          due_date from invoices where team_id = ${team} and type = 'invoice' and status = 'unpaid'
            and due_date < '2026-11-21'`,
      );
      assert.equal(rows.length, 5);
      const expected = rows.map(({ number, minor, currency, due_date }) => [
        number,
        minor / 100,
        currency,
        (Date.parse("2026-11-21") - Date.parse(due_date)) / 86_400_000,
      ]);
      assert.deepEqual(inOrder(told), inOrder(expected));
    },
  },
  {
    asks: "Käthe Brandt has paid her overdue invoice. Book it from the bank.",
    fewest: 3,
    work: async (assistant) => {
      const asked = { q: "Käthe Brandt", direction: "in", from: "2026-11-01", to: "2026-11-21" };
      const { items } = await assistant.call("transactions_list", asked);
      const { id, suggested_invoices } = await assistant.call("transactions_get", {
        id: items[0].id,
      });
      const invoice_ids = suggested_invoices.map((invoice: any) => invoice.id);
      await assistant.call("transactions_update_category", { id, invoice_ids });
      return { id, invoice: invoice_ids[0] };
    },
    check: async (ledger, { id, invoice }) => {
      const [paid] = await ledger.rows(
        (team) => sql`select number, status, total_minor - paid_minor as open from invoices
          where team_id = ${team} and id = ${invoice}`,
      );
      assert.deepEqual(paid, { number: "INV-2026-0030", status: "paid", open: 0 });
      const payments = await ledger.rows(
        (team) =>
          sql`select transaction_id from invoice_payments where team_id = ${team} and invoice_id = ${invoice}`,
      );
      assert.deepEqual(payments, [{ transaction_id: id }]);
    },
    journal: [
      "transactions_update_category: 1 invoice_payment added",
      "transactions_update_category: 1 transaction changed",
    ],
  },
  {
    asks: "Cancel our last invoice to Fundación Raíces Vivas: they never ordered.",
    fewest: 2,
    work: async (assistant) => {
      const { items } = await assistant.call("invoices_list", { status: "unpaid", limit: 100 });
      const { id } = items.find(({ customer }: any) => /Raíces/.test(customer.name));
      return assistant.call("invoices_void", { id });
    },
    check: async (ledger, { id }) => {
      const rows = await ledger.rows(
        (team) => sql`select invoice.number as number, invoice.status as status, note.type as type,
          note.total_minor - invoice.total_minor as rest from invoices as invoice
          join invoices as note on note.team_id = invoice.team_id and note.credits_id = invoice.id
          where invoice.team_id = ${team} and invoice.id = ${id}`,
      );
      const credited = { type: "credit_note", rest: 0 };
      assert.deepEqual(rows, [{ number: "INV-2026-0032", status: "canceled", ...credited }]);
    },
    journal: [
      "invoices_void: 1 invoice added",
      "invoices_void: 1 invoice changed",
      "invoices_void: 28 invoice_time removed",
    ],
  },
  {
    asks: "Match the receipts whose payment is found.",
    fewest: 2,
    work: async (assistant) => {
      const { items } = await assistant.call("inbox_list", { status: "suggested_match" });
      const [first, ...more] = items.map(({ id, suggestion }: any) => ({
        id,
        transactionId: suggestion.transaction_id,
      }));
      await assistant.call("inbox_match", { ...first, more });
      return items.map(({ id }: any) => id);
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) => sql`select item.status as status, paid.name as name, paid.amount_minor as minor
          from inbox_items as item
          join transaction_attachments as link on link.team_id = item.team_id and link.inbox_id = item.id
          join transactions as paid on paid.team_id = link.team_id and paid.id = link.transaction_id
          where item.team_id = ${team} and item.id in (${sql.join(told)})`,
      );
      assert.deepEqual(rows, [{ status: "done", name: "Büromarkt Böttcher", minor: -5375 }]);
    },
    journal: ["inbox_match: 1 attachment added", "inbox_match: 1 transaction changed"],
  },
  {
    asks: "Which receipts are still without a payment?",
    fewest: 1,
    readsMemos: true,
    work: async (assistant) => {
      const { items } = await assistant.call("inbox_list", { status: "pending" });
      return items.map(({ id }: any) => id);
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) => sql`select item.id as id from inbox_items as item where item.team_id = ${team}
          and item.status = 'pending' and not exists (select 1 from transaction_attachments as link
            where link.team_id = item.team_id and link.inbox_id = item.id)`,
      );
      assert.equal(rows.length, 2);
      assert.deepEqual(inOrder(told), inOrder(rows.map(({ id }) => id)));
    },
  },
  {
    asks: "One receipt is there twice. Delete the copy.",
    fewest: 2,
    readsMemos: true,
    work: async (assistant) => {
      const { items } = await assistant.call("inbox_list", { limit: 100 });
      const { id } = items.find(({ duplicate_of }: any) => duplicate_of !== undefined);
      return { id, ...(await assistant.call("inbox_delete", { id })) };
    },
    check: async (ledger, { id, deleted }) => {
      assert.equal(deleted, true);
      const rows = await ledger.rows(
        (team) =>
          sql`select id, name, status from inbox_items where team_id = ${team} and name like '%Grundmann%'`,
      );
      const gone = rows.find((row) => row.id === id);
      assert.deepEqual([gone.name, gone.status], ["Receipt of Café Grundmann", "deleted"]);
      const kept = rows.find((row) => row.id !== id);
      assert.deepEqual([kept.name, kept.status], ["Receipt 261108-084 of Café Grundmann", "done"]);
    },
    journal: ["inbox_delete: 1 inbox_item changed"],
  },
  {
    asks: "What exactly does Telekom charge us for on its last bill?",
    fewest: 2,
    readsMemos: true,
    work: async (assistant) => {
      const { items } = await assistant.call("documents_search", { q: "Telekom" });
      const { text } = await assistant.call("documents_get", { id: items[0].id });
      return text;
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) => sql`select text.text as text from documents as document
          join document_texts as text on text.team_id = document.team_id and text.document_id = document.id
          where document.team_id = ${team} and document.name like 'Telekom%' order by document.shown_date desc limit 1`,
      );
      assert.equal(told, rows[0].text);
    },
  },
];
