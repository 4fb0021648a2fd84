import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import {
  addBuyer,
  addDraft,
  addTaxRate,
  LINE,
  numbered,
  sent,
  setInvoices,
} from "../../../test/invoices.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { unzipped } from "../../core/unzip.ts";
import { MOST_ZIPPED } from "../../core/zip.ts";
import { BYTE_ORDER_MARK } from "../../shared/csv.ts";
import { NEW_DRAFT } from "./create-draft.ts";
import { recordPayment } from "./payments.ts";
import { voidInvoice } from "./void-invoice.ts";

const EXPORT = "GET /api/teams/:team/invoices/export";

type Given = Readonly<Record<string, string>>;

onEachDatabase((world) => {
  /** A German team: a paid invoice, an overdue one with a credit note, and a draft; today is 21 November 2026. */
  async function opened() {
    world.at("2026-08-03T09:00:00Z");
    const team = await world.team();
    await setSeller(team);
    const [full, reduced] = [
      await addTaxRate(team, { name: "19 % USt", bp: 1900 }),
      await addTaxRate(team, { name: "7 % USt", bp: 700 }),
    ];
    const customer_id = await addBuyer(team, { ...BUYER, name: "=Acme & Söhne", vatNumber: "DE1" });
    const paid = await addDraft(team, {
      customer_id,
      reference: "PO 7",
      service_from: "2026-07-01",
      service_to: "2026-07-31",
      lines: [
        { name: "Work", quantity: "12.5", price: "95", tax_rate_id: full },
        { name: "Book", quantity: "1", price: "50", tax_rate_id: reduced },
      ],
    });
    await sent(team, paid);
    world.at("2026-08-20T09:00:00Z");
    const payment = { id: paid, paid_on: "2026-08-20", amount_minor: 146_663 };
    await recordPayment(ownerContext(team), { ...payment, method: "transfer", note: null });
    world.at("2026-10-05T09:00:00Z");
    const late = await addDraft(team, { customer_id, lines: [{ tax_rate_id: full }] });
    await sent(team, late);
    world.at("2026-10-06T09:00:00Z");
    const gone = await addDraft(team, { customer_id, lines: [{ tax_rate_id: full }] });
    await sent(team, gone);
    world.at("2026-10-07T09:00:00Z");
    const { creditNote } = await voidInvoice(ownerContext(team), { id: gone });
    world.at("2026-11-21T09:00:00Z");
    const draft = await addDraft(team, { customer_id, lines: [{ tax_rate_id: full }] });
    const app = await WebApp.of(team);
    const ids = { paid, late, gone, draft, note: creditNote?.id ?? "" };
    return { team, app, ids, customer_id };
  }

  async function responseTo({ id }: Team, { browser }: WebApp, given: Given): Promise<Response> {
    const query = new URLSearchParams(given).toString();
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const path = `/api/teams/${id}/invoices/export?${query}`;
    const response = await browser.site.request(path, { headers: { Cookie: cookies } });
    assert.equal(response.status, 200);
    return response;
  }

  async function bytesOf(team: Team, app: WebApp, given: Given): Promise<Buffer> {
    return Buffer.from(await (await responseTo(team, app, given)).arrayBuffer());
  }

  async function filesOf(team: Team, app: WebApp, given: Given = {}) {
    const bytes = await bytesOf(team, app, { format: "zip", ...given });
    const files = await unzipped(bytes, { largest: 2 ** 20, mostFiles: 100 });
    if (typeof files === "string") throw new Error(files);
    return new Map(files.map(({ name, bytes }) => [name, bytes]));
  }

  test("the list as a file has all that a document says, and credit notes with minus signs", async () => {
    const { team, app, ids } = await opened();
    const text = (await bytesOf(team, app, {})).toString();
    assert.ok(text.startsWith(BYTE_ORDER_MARK));
    const [titles = "", ...lines] = text.slice(1).split("\r\n");
    const rows = lines.slice(0, -1).map((line) => {
      const cells = line.split(",");
      const named = titles
        .split(",")
        .map((title, at) => [title, cells[at]?.replaceAll('"', "") ?? ""]);
      return Object.fromEntries(named.filter(([, cell]) => cell !== ""));
    });
    const shared = {
      Kind: "Invoice",
      Customer: "'=Acme & Söhne",
      "VAT number": "DE1",
      Currency: "EUR",
      Mail: "Not sent",
    };
    const hundred = {
      Net: "100.00",
      Tax: "19.00",
      Total: "119.00",
      "Tax rates": "19 % of 100.00: 19.00",
    };
    const none = { Credited: "0.00", Paid: "0.00", Refunded: "0.00", "To refund": "0.00" };
    const { Mail: _mail, "VAT number": _number, ...unsent } = shared;
    assert.deepEqual(rows, [
      {
        ...shared,
        ...none,
        Number: "INV-2026-0001",
        Status: "Paid",
        Order: "PO 7",
        Issued: "2026-08-03",
        Due: "2026-09-02",
        "Service from": "2026-07-01",
        "Service to": "2026-07-31",
        Net: "1237.50",
        Tax: "229.13",
        Total: "1466.63",
        "Tax rates": "19 % of 1187.50: 225.63; 7 % of 50.00: 3.50",
        Paid: "1466.63",
        Open: "0.00",
        "Sent on": "2026-08-03",
        "Paid on": "2026-08-20",
        Id: ids.paid,
      },
      {
        ...shared,
        ...hundred,
        ...none,
        Number: "INV-2026-0002",
        Status: "Overdue",
        Issued: "2026-10-05",
        Due: "2026-11-04",
        Open: "119.00",
        "Days overdue": "17",
        "Sent on": "2026-10-05",
        Id: ids.late,
      },
      {
        ...shared,
        ...hundred,
        ...none,
        Number: "INV-2026-0003",
        Status: "Canceled",
        Issued: "2026-10-06",
        Due: "2026-11-05",
        Credited: "119.00",
        Open: "0.00",
        "Sent on": "2026-10-06",
        "Canceled on": "2026-10-07",
        Id: ids.gone,
      },
      {
        ...unsent,
        "VAT number": "DE1",
        Kind: "Credit note",
        Number: "CN-2026-0001",
        Status: "Issued",
        Corrects: "INV-2026-0003",
        Issued: "2026-10-07",
        Net: "-100.00",
        Tax: "-19.00",
        Total: "-119.00",
        "Tax rates": "19 % of -100.00: -19.00",
        "Sent on": "2026-10-07",
        Id: ids.note,
      },
      {
        ...unsent,
        Status: "Draft",
        Net: "100.00",
        Tax: "19.00",
        Total: "119.00",
        Id: ids.draft,
      },
    ]);
  });

  test("it follows the filters of the list, and a status leaves credit notes out", async () => {
    const { team, app, customer_id } = await opened();
    const other = await addDraft(team, { customer_id: await addBuyer(team, { name: "Zenith" }) });
    const numbersIn = async (given: Given) => {
      const text = (await bytesOf(team, app, given)).toString();
      return text
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(",")[0]);
    };
    const counted = async (given: Given) => {
      const asked = { team: team.id, ...given };
      const { invoices, credit_notes, drafts } = await app.ask(`${EXPORT}/found`, asked);
      return [invoices, credit_notes, drafts];
    };
    for (const [given, numbers, count] of [
      [{ status: "overdue" }, ["INV-2026-0002"], [1, 0, 0]],
      [{ status: "canceled" }, ["INV-2026-0003"], [1, 0, 0]],
      [{ from: "2026-10-06", to: "2026-10-07" }, ["INV-2026-0003", "CN-2026-0001"], [1, 1, 0]],
      [{ q: "cn-2026" }, ["CN-2026-0001"], [0, 1, 0]],
      [{ q: "zenith" }, [""], [1, 0, 1]],
      [{ status: "draft", customer: customer_id }, [""], [1, 0, 1]],
    ] as const) {
      assert.deepEqual(await numbersIn(given), numbers);
      assert.deepEqual(await counted(given), count);
    }
    // A draft that was voided has no number either.
    await voidInvoice(ownerContext(team), { id: other });
    assert.deepEqual(await counted({ q: "zenith" }), [1, 0, 1]);
    assert.deepEqual(await counted({}), [5, 1, 2]);
  });

  test("semicolons come with decimal commas", async () => {
    const { team, app } = await opened();
    const text = (await bytesOf(team, app, { format: "csv_semicolon" })).toString();
    const [titles = "", first = ""] = text.split("\r\n");
    const at = titles.split(";").indexOf("Net");
    assert.equal(first.split(";")[at], "1237,50");
  });

  test("a ZIP file has the PDFs by their numbers, and the list beside them", async () => {
    const { team, app, ids } = await opened();
    const files = await filesOf(team, app);
    assert.deepEqual(
      [...files.keys()],
      [
        "INV-2026-0001.pdf",
        "INV-2026-0002.pdf",
        "INV-2026-0003.pdf",
        "CN-2026-0001.pdf",
        "index.csv",
      ],
    );
    const stored = (await team.state())["invoice_documents"] ?? [];
    for (const [id, name] of [
      [ids.paid, "INV-2026-0001.pdf"],
      [ids.note, "CN-2026-0001.pdf"],
    ] as const) {
      const row: any = stored.find((document: any) => document.invoice_id === id);
      assert.deepEqual(files.get(name), Buffer.from(row.pdf));
    }
    const list = (await bytesOf(team, app, {})).toString().split("\r\n");
    const index = (files.get("index.csv") ?? "").toString().split("\r\n");
    const named = ["File", ...[...files.keys()].slice(0, -1), ""];
    assert.deepEqual(
      index,
      list.map((line, at) => (line === "" ? line : `${line},${named[at]}`)),
    );
    const two = await Promise.all([filesOf(team, app), filesOf(team, app)]);
    assert.deepEqual(two, [files, files]);
  });

  test("a browser that leaves has no more PDFs drawn", async () => {
    const { team, app } = await opened();
    const { body } = await responseTo(team, app, { format: "zip" });
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const { invoice_documents = [] } = await team.state();
    assert.equal(invoice_documents.filter(({ pdf }: any) => pdf !== null).length, 1);
  });

  test("a PDF that cannot be drawn is named, and the others are there", async () => {
    if (world.isSecond) return;
    const { team, app, ids } = await opened();
    const { invoice_documents = [] } = await team.state();
    const row: any = invoice_documents.find(({ invoice_id }: any) => invoice_id === ids.late);
    const body = JSON.parse(row.body);
    // More than a drawing may have of memory.
    body.lines = Array.from({ length: 20_000 }, () => body.lines[0]);
    await world.database.begin((db) =>
      db
        .updateTable("invoice_documents")
        .set({ body: JSON.stringify(body) })
        .where("team_id", "=", team.id)
        .where("invoice_id", "=", ids.late)
        .execute(),
    );
    const files = await filesOf(team, app);
    assert.deepEqual(
      [...files.keys()],
      ["INV-2026-0001.pdf", "INV-2026-0003.pdf", "CN-2026-0001.pdf", "missing.txt", "index.csv"],
    );
    const missing = (files.get("missing.txt") ?? "").toString();
    assert.equal(missing, "INV-2026-0002: its PDF could not be drawn\r\n");
    const index = (files.get("index.csv") ?? "").toString().split("\r\n");
    assert.ok(index[2]?.startsWith("INV-2026-0002,") && index[2].endsWith(`${ids.late},`));
  });

  test("numbers that would be one name get two files", async () => {
    const { team, app, customer_id } = await opened();
    for (const [invoice_pattern, invoice_reset, next] of [
      ["R/{YYYY}-{####}", "never", "R/2026-0001"],
      ["R-{YYYY}-{####}", "month", "R-2026-0001"],
    ] as const) {
      await setInvoices(team, { invoice_pattern, invoice_reset });
      const { row } = await sent(team, await addDraft(team, { customer_id }));
      assert.equal(row.number, next);
    }
    const files = await filesOf(team, app, { q: "0001" });
    assert.deepEqual([...files.keys()].slice(2, 4), ["R-2026-0001.pdf", "R-2026-0001 (2).pdf"]);
  });

  test("more PDFs than one file takes are refused before the first, and the list is not", async () => {
    const { team, app, ids, customer_id } = await opened();
    const { lines, ...columns } = NEW_ROW;
    const rows = Array.from({ length: MOST_ZIPPED }, (_, at) => ({
      ...columns,
      ...numbered(`X-${at}`, 100 + at),
      lines: JSON.stringify(lines),
      team_id: team.id,
      id: team.auditContext.newId(),
      customer_id,
      created_by: team.userId,
      issue_date: "2026-05-01",
    }));
    await world.database.begin(async (db) => {
      for (let at = 0; at < rows.length; at += 250)
        await db
          .insertInto("invoices")
          .values(rows.slice(at, at + 250))
          .execute();
    });
    const refused = await app.refused(EXPORT, { team: team.id, format: "zip" });
    assert.deepEqual([refused.code, refused.status], ["too_many", 409]);
    assert.match(refused.title, /2004 PDFs match, and one file takes 2000 PDFs/);
    const { invoice_documents = [] } = await team.state();
    assert.ok(invoice_documents.every(({ pdf }: any) => pdf === null));
    const text = (await bytesOf(team, app, {})).toString();
    assert.equal(text.split("\r\n").length, MOST_ZIPPED + 5 + 2);
    assert.ok(text.includes(ids.paid));
    const files = await filesOf(team, app, { from: "2026-08-01" });
    assert.equal(files.size, 5);
  });

  test("nothing of another team is exported", async () => {
    const { customer_id } = await opened();
    const other = await world.team();
    const app = await WebApp.of(other);
    const text = (await bytesOf(other, app, { customer: customer_id })).toString();
    assert.equal(text.split("\r\n").length, 2);
    assert.deepEqual([...(await filesOf(other, app)).keys()], ["index.csv"]);
    const found = await app.ask(`${EXPORT}/found`, { team: other.id, customer: customer_id });
    assert.deepEqual(found, { invoices: 0, credit_notes: 0, drafts: 0, most: MOST_ZIPPED });
  });
});

const BUYER = { addressLine1: "Weg 1", zip: "04109", city: "Leipzig", countryCode: "DE" };

async function setSeller(team: Team): Promise<void> {
  const seller = { legal_name: "Mara GmbH", address: "Gasse 2", zip: "04109", city: "Leipzig" };
  await setInvoices(team, { ...seller, vat_number: "DE999", void_issues_credit_note: true });
}

const NEW_ROW = {
  ...NEW_DRAFT,
  currency: "EUR",
  terms_days: 30,
  prices_include_tax: false,
  lines: [LINE],
  created_at: "2026-05-01T09:00:00.000Z",
  updated_at: "2026-05-01T09:00:00.000Z",
};
