import assert from "node:assert/strict";
import { after, test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { mailOf } from "../../../test/papers.ts";
import { HOSTING, type PaperValues, Receipts } from "../../../test/receipts.ts";
import { addTransaction } from "../../../test/transactions.ts";
import { PaperReader } from "../../reading/reader-process.ts";

const VAT = { rate: 19, type: "VAT", amount: -19 };
const REMINDER: PaperValues = { ...HOSTING, date: "2026-11-20", tax_minor: 1, tax_rate_bp: 1 };
const EDIT = "PATCH /api/teams/:team/inbox/:id";

const RECEIPT = `Muster GmbH
Invoice RE-2026-0001
Date: 31.10.2026
VAT 19 % EUR 19.00
Total EUR 119.00`;

onEachDatabase((world) => {
  const reader = new PaperReader();
  after(async () => reader.stop());

  const prepared = async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const account = await addAccount(team);
    const receipts = await Receipts.of(team);
    const pay = async (given: object = {}) => {
      world.pass(1);
      const payment = { amount_minor: -11_900, date: "2026-11-03", ...given };
      return (await addTransaction(team, account, payment)).id;
    };
    const works = async () => worked(world, jobsWith(null));
    const namesAt = async (id: string) => {
      const { attachments } = await team.call("transactions_get", { id });
      return attachments.map(({ name }: { name: string }) => name).toSorted();
    };
    const edit = async (id: string, given: object) => {
      world.pass(1);
      return receipts.app.ask(EDIT, { team: team.id, id, ...given });
    };
    return { team, receipts, pay, works, namesAt, edit };
  };

  test("a reminder that comes after the match is attached too, signed by whoever matched, and undo holds", async () => {
    const { team, receipts, pay, works, namesAt } = await prepared();
    const payment = await pay();
    const invoice = await receipts.add(HOSTING, "invoice.txt");
    await receipts.match(invoice, payment);
    const reminder = await receipts.add(REMINDER, "reminder.txt");
    assert.deepEqual(await namesAt(payment), ["invoice.txt"]);
    // Events of one moment have no order.
    world.pass(1);
    await works();
    assert.deepEqual(await namesAt(payment), ["invoice.txt", "reminder.txt"]);
    assert.deepEqual(await receipts.taxOf(payment), VAT);
    const shown = await receipts.get(reminder);
    assert.deepEqual(
      [shown.status, shown.primary_id, shown.transaction?.id],
      ["done", invoice, payment],
    );
    const [own, late] = await team.journalOf("inbox_match");
    const signature = ({ actor_id, credential_kind, credential_id }: any) => [
      actor_id,
      credential_kind,
      credential_id,
    ];
    assert.deepEqual(signature(late), signature(own));
    await receipts.undo("inbox_match");
    await works();
    assert.deepEqual(await namesAt(payment), ["invoice.txt"]);
  });

  test("an e-invoice that joins its PDF leads from then on, and the payment gets its tax", async () => {
    const { receipts, pay, works, namesAt } = await prepared();
    const payment = await pay();
    const pdf = await receipts.add({ ...HOSTING, tax_minor: 1800 }, "invoice.txt");
    await receipts.match(pdf, payment);
    const { document, item_id } = await receipts.upload("invoice.xml", "<Invoice/>");
    await receipts.read(document.id, HOSTING);
    await works();
    assert.equal((await receipts.get(pdf)).primary_id, item_id);
    assert.deepEqual(await namesAt(payment), ["invoice.txt", "invoice.xml"]);
    assert.deepEqual(await receipts.taxOf(payment), VAT);
  });

  test("papers that join leave a tax that a person set, an exported payment's, and two matches of one group", async () => {
    const { team, receipts, pay, works, namesAt, edit } = await prepared();
    const [changed, exported] = [await pay(), await pay()];
    const [one, other] = [
      await receipts.add({ ...HOSTING, tax_minor: 1800 }),
      await receipts.add({ ...HOSTING, number: "7", tax_minor: 1800 }),
    ];
    await receipts.match(one, changed);
    await receipts.setRate(changed, 700);
    await receipts.match(other, exported);
    await team.call("transactions_update_status", { id: exported, status: "exported" });
    const before = [await receipts.taxOf(changed), await receipts.taxOf(exported)];
    for (const number of [HOSTING.number, "7"]) {
      const { document } = await receipts.upload("late.xml", `<Invoice>${number}</Invoice>`);
      await receipts.read(document.id, { ...HOSTING, number: number ?? "" });
    }
    await works();
    assert.deepEqual([(await namesAt(changed)).length, (await namesAt(exported)).length], [2, 2]);
    assert.deepEqual([await receipts.taxOf(changed), await receipts.taxOf(exported)], before);
    const state = await team.state();
    await edit(other, { number: HOSTING.number });
    await receipts.add(REMINDER);
    await works();
    assert.deepEqual(
      (await team.state())["transaction_attachments"],
      state["transaction_attachments"],
    );
  });

  test("the papers of a mail that was matched before it was read are attached when they are", async () => {
    const { team, receipts, pay, namesAt } = await prepared();
    const payment = await pay();
    const mail = mailOf([
      { type: "text/plain", body: "Your receipt is attached." },
      { type: "text/plain", name: "a.txt", body: RECEIPT, disposition: "attachment" },
    ]);
    const { item_id } = await receipts.app.upload(
      "POST /api/teams/:team/files",
      { team: team.id, to: "inbox", name: "mail.eml" },
      mail,
    );
    const matched = await receipts.match(item_id ?? "", payment);
    assert.equal(matched.tax, null);
    await worked(world, jobsWith(null, reader));
    assert.deepEqual(await namesAt(payment), ["a.txt", "mail.eml"]);
    assert.deepEqual(await receipts.taxOf(payment), VAT);
  });

  test("a receipt that is grouped by a person is attached once, and one that leaves stays off", async () => {
    const { team, receipts, pay, works, namesAt } = await prepared();
    const payment = await pay();
    const invoice = await receipts.add(HOSTING, "invoice.txt");
    await receipts.match(invoice, payment);
    const other = await receipts.add({ vendor: "Else" }, "other.txt");
    const at = { team: team.id, id: invoice };
    await receipts.app.ask("POST /api/teams/:team/inbox/:id/group", { ...at, with: [other] });
    const events = await team.journal();
    await works();
    assert.deepEqual(await team.journal(), events);
    assert.deepEqual(await namesAt(payment), ["invoice.txt", "other.txt"]);
    await receipts.app.ask("POST /api/teams/:team/inbox/:id/ungroup", { ...at, id: other });
    await works();
    assert.deepEqual(await namesAt(payment), ["invoice.txt"]);
  });

  test("a corrected tax is that of the payment, and undo takes both back", async () => {
    const { receipts, pay, edit } = await prepared();
    const payment = await pay();
    const id = await receipts.add({ ...HOSTING, tax_minor: 700 });
    await receipts.match(id, payment);
    assert.deepEqual(await receipts.taxOf(payment), { ...VAT, amount: -7 });
    const edited = await edit(id, { tax_minor: 1900 });
    assert.deepEqual([edited.tax_minor, edited.notices], [1900, undefined]);
    assert.deepEqual(await receipts.taxOf(payment), VAT);
    await edit(id, { amount_minor: 23_800, tax_minor: 3800 });
    assert.deepEqual(await receipts.taxOf(payment), VAT, "the rate, as half of it was paid");
    await receipts.undo(EDIT);
    assert.deepEqual(
      [(await receipts.get(id)).tax_minor, await receipts.taxOf(payment)],
      [1900, VAT],
    );
    await edit(id, { tax_minor: null, tax_rate_bp: null, tax_type: null });
    assert.equal(await receipts.taxOf(payment), null);
    await edit(id, { tax_minor: 1900, tax_rate_bp: 1900 });
    assert.deepEqual(await receipts.taxOf(payment), VAT);
  });

  test("a corrected receipt leaves a tax that was set by hand, and says so; its vendor changes no tax", async () => {
    const { receipts, pay, edit } = await prepared();
    const [payment, own] = [await pay(), await pay()];
    const [id, untaxed] = [
      await receipts.add(),
      await receipts.add({ vendor: "Shop", amount_minor: 11_900, currency: "EUR" }),
    ];
    await receipts.match(id, payment);
    await receipts.match(untaxed, own);
    await receipts.setRate(payment, 700);
    await receipts.setRate(own, 700);
    const taxes = [await receipts.taxOf(payment), await receipts.taxOf(own)];
    const edited = await edit(id, { tax_minor: 1800 });
    assert.match(edited.notices?.join() ?? "", /changed by hand/);
    const other = await edit(untaxed, { tax_minor: 1900, tax_rate_bp: 1900 });
    assert.match(other.notices?.join() ?? "", /did not give/);
    assert.deepEqual([await receipts.taxOf(payment), await receipts.taxOf(own)], taxes);
    assert.equal((await edit(id, { vendor: "Hosting AG" })).notices, undefined);
  });

  test("a corrected receipt of an exported payment leaves its tax, and says so", async () => {
    const { team, receipts, pay, edit } = await prepared();
    const payment = await pay();
    const id = await receipts.add();
    await receipts.match(id, payment);
    await team.call("transactions_update_status", { id: payment, status: "exported" });
    const edited = await edit(id, { tax_minor: 1800 });
    assert.match(edited.notices?.join() ?? "", /accountant/);
    assert.deepEqual(await receipts.taxOf(payment), VAT);
  });

  if (world.isSecond) return;

  test("all fifty receipts of October are matched by two calls", async () => {
    const { team, receipts, pay, works } = await prepared();
    const papers = Array.from({ length: 50 }, (_, at) => ({
      ...HOSTING,
      vendor: `Vendor ${at}`,
      vendor_key: `name:vendor ${at}`,
      number: `N-${at}`,
      date: `2026-10-${String(1 + (at % 28)).padStart(2, "0")}`,
      amount_minor: 10_000 + at * 700,
    }));
    const paid = [];
    for (const { vendor: name, date, amount_minor } of papers)
      paid.push(await pay({ name, date, amount_minor: -amount_minor }));
    const added = [];
    for (const paper of papers) added.push(await receipts.add(paper));
    await receipts.add({ ...HOSTING, date: "2026-11-01", number: "November" });
    await works();
    const october = { start: "2026-10-01", end: "2026-10-31", pageSize: 50 };
    const listed = await team.call("inbox_list", { status: "suggested_match", ...october });
    const pairs = listed.items.map(({ id, suggestion }: any) => ({
      id,
      transactionId: suggestion.transaction_id,
    }));
    const [first, ...more] = pairs;
    const { matched } = await team.call("inbox_match", { ...first, more });
    assert.equal(matched.length, 50);
    for (const [at, id] of added.entries())
      assert.equal((await receipts.get(id)).transaction?.id, paid[at]);
    assert.equal((await team.journalOf("inbox_match")).length, 1);
  });
});
