import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import type { Context } from "../../src/db/context.ts";
import type { Dialect } from "../../src/db/dialect.ts";
import { updateSettings } from "../../src/domains/invoice-settings/save-settings.ts";
import { createDraft } from "../../src/domains/invoices/create-draft.ts";
import { exportInvoices } from "../../src/domains/invoices/export-invoices.ts";
import { downloadPdf } from "../../src/domains/invoices/invoice-pdf.ts";
import { sendInvoice } from "../../src/domains/invoices/send-invoice.ts";
import { createTaxRate } from "../../src/domains/tax-rates/save-rate.ts";
import { type InvoiceTotals, invoiceTotals } from "../../src/shared/invoice-totals.ts";
import type { Team } from "../../test/app.ts";
import { LINE } from "../../test/invoices.ts";
import { CHROMIUM } from "../../test/journeys/chromium.ts";
import { signedIn } from "../../test/oauth.ts";
import { ownerContext } from "../../test/transactions.ts";
import { type Filled, onFilled, pick } from "./fill.ts";
import { type Call, type Job, LoadGenerator } from "./load.ts";
import { ServerProcess } from "./server-process.ts";
import { beside, median, number, percentile, table } from "./table.ts";

type Effort = {
  readonly size: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
};

/** Name, longest median in milliseconds or largest ratio, and the values. */
type Measure = readonly [string, number | null, readonly number[]];

/** Measures what people and assistants do with invoices: send, draw, list, export, and edit. */
export async function measureInvoices(dialect: Dialect, effort: Effort): Promise<string> {
  const count = Math.ceil(500 * effort.size);
  const filling = { people: effort.connections, customers: 1000 };
  return onFilled(dialect, filling, async (filled) => {
    const owner = ownerContext(filled.team);
    const taxes = await fillSeller(owner);
    const ids = await addDrafts(owner, filled, { count: count + 20, taxes });
    const measures: readonly Measure[] = [
      ["invoices_send", dialect === "sqlite" ? 12 : null, await sends(filled.team, ids.slice(20))],
      ["20 sends at once", 1000, [await taken(async () => sendAll(owner, ids.slice(0, 20)))]],
      ["PDF, drawn", 60, await draws(owner, ids.slice(20))],
      ["PDF, stored", null, await draws(owner, ids.slice(20))],
      [`ZIP of ${count} stored PDFs`, null, [await taken(async () => zip(owner))]],
      ["totals of 200 lines", 50, totals()],
      ...(dialect === "sqlite" ? await editing(filled, taxes) : []),
      ["invoices_list to customers_list", 1.3, await listRatios(filled, effort)],
    ];
    const rows = measures.map(([name, goal, values]) => [
      name,
      beside(goal, median(values)),
      number(percentile(values, 0.95)),
      goal === null ? "" : number(goal),
    ]);
    const load = number(loadavg()[0] ?? Number.NaN);
    return table([`${dialect}, load ${load}`, "p50", "p95", "goal of p50"], rows);
  });
}

async function taken(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A German seller, whose law asks for the most, and two rates of tax. */
async function fillSeller(owner: Context): Promise<readonly string[]> {
  const place = { address: "Gasse 1", zip: "04109", city: "Leipzig", country_code: "DE" };
  await updateSettings(owner, { ...place, legal_name: "Bench GmbH", vat_number: "DE999000017" });
  const full = { name: "19 %", category: "S", bp: 1900 } as const;
  const reduced = { name: "7 %", category: "S", bp: 700 } as const;
  return [(await createTaxRate(owner, full)).id, (await createTaxRate(owner, reduced)).id];
}

type Drafts = {
  readonly count: number;
  readonly taxes: readonly string[];
  readonly lines?: number;
};

async function addDrafts(
  owner: Context,
  { customerIds }: Filled,
  { count, taxes, lines = 3 }: Drafts,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { row } = await createDraft(owner, {
      customer_id: pick(customerIds, at),
      service_from: "2026-10-01",
      service_to: "2026-10-31",
      lines: Array.from({ length: lines }, (_, line) => ({
        ...LINE,
        id: owner.newId(),
        name: `Work of part ${line + 1}`,
        quantity: `${line + 1}.25`,
        price: "95.5",
        tax_rate_id: pick(taxes, line),
      })),
    });
    ids.push(row.id);
  }
  return ids;
}

/** Calls of the tool, through the whole app in this process. No job draws meanwhile. */
async function sends(team: Team, ids: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const id of ids) times.push(await taken(async () => team.call("invoices_send", { id })));
  return times.slice(WARM);
}

/** The first calls warm up, and do not count. */
const WARM = 5;

async function sendAll(owner: Context, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map(async (id) => sendInvoice(owner, { id })));
}

async function draws(owner: Context, ids: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const id of ids) times.push(await taken(async () => downloadPdf(owner, { id })));
  return times.slice(WARM);
}

async function zip(owner: Context): Promise<void> {
  const { content } = await exportInvoices(owner, { format: "zip", status: "unpaid" });
  if (typeof content === "string" || content instanceof Uint8Array) throw new Error("no stream");
  await Array.fromAsync(content);
}

function totals(): readonly number[] {
  const lines = Array.from({ length: 200 }, (_, at) => ({
    quantity: `${at + 1}.125`,
    price: "95.505",
    discount: at % 7 === 0 ? { bp: 250 } : null,
    tax: { category: "S", bp: at % 2 === 0 ? 1900 : 700 } as const,
  }));
  const invoice = { currency: "EUR", pricesIncludeTax: false, discount: { bp: 300 }, lines };
  const results: InvoiceTotals[] = [];
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now();
    const reading = invoiceTotals(invoice);
    if (reading.state === "read") results.push(reading.value);
    return performance.now() - start;
  });
  if (results.length !== 50) throw new Error("the totals were refused");
  return times.slice(WARM);
}

const SLOWER = [1, 4];

/** Keys in a quantity of a draft of 200 lines, until the next paint, with the totals in it. */
async function editing(filled: Filled, taxes: readonly string[]): Promise<readonly Measure[]> {
  const owner = ownerContext(filled.team);
  const [id = ""] = await addDrafts(owner, filled, { count: 1, taxes, lines: 200 });
  const server = await ServerProcess.ours(filled.team.world.url);
  await server.ask(filled.team.key, { method: "tools/list" });
  const found = CHROMIUM === undefined ? {} : { executablePath: CHROMIUM };
  const browser = await chromium.launch({ ...found, args: ["--no-sandbox"] });
  try {
    const origin = `http://localhost:${server.port}`;
    const value = (await signedIn(filled.team)).cookies.get("session") ?? "";
    const measures: Measure[] = [];
    for (const slower of SLOWER) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addCookies([{ name: "session", value, url: origin }]);
      await context.addInitScript(OBSERVE);
      const page = await context.newPage();
      const answer = await page.goto(`${origin}/invoices/${id}/edit`);
      if (answer?.ok() !== true)
        throw new Error("the editor was refused: npm run build comes first");
      await page.getByLabel("Quantity of line 1", { exact: true }).click();
      const protocol = await context.newCDPSession(page);
      await protocol.send("Emulation.setCPUThrottlingRate", { rate: slower });
      await page.keyboard.type("12345678", { delay: 400 });
      const times = await page.evaluate<number[]>("window.keys");
      const name = `a key in the editor, 200 lines${slower === 1 ? "" : `, CPU ${slower} × slower`}`;
      measures.push([name, slower === 1 ? 50 : null, times]);
      await context.close();
    }
    return measures;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Script for the page, as text: it is outside our types. */
const OBSERVE = `
  window.keys = [];
  new PerformanceObserver((list) => list.getEntries().forEach(({ name, duration }) => {
    if (name === "keydown") window.keys.push(duration);
  })).observe({ type: "event", buffered: true, durationThreshold: 16 });
`;

/** Rounds in turns on one server: how much longer a call of invoices takes. */
async function listRatios(
  { team, people }: Filled,
  { rounds, seconds }: Effort,
): Promise<readonly number[]> {
  const server = await ServerProcess.ours(team.world.url);
  const load = new LoadGenerator();
  try {
    await server.ask(team.key, { method: "tools/list" });
    const keys = people.map(({ key }) => key);
    const job = (name: string): Job => {
      const call: Call = { method: "tools/call", params: { name, arguments: {} } };
      return { port: server.port, sequences: [[call]], keys, seconds };
    };
    const names = ["customers_list", "invoices_list"] as const;
    const jobs = new Map(names.map((name) => [name, job(name)] as const));
    const measured = await load.inTurns(jobs, rounds);
    const invoices = measured.get("invoices_list") ?? [];
    return (measured.get("customers_list") ?? []).map(
      ({ callsPerSecond }, round) =>
        callsPerSecond / (invoices[round]?.callsPerSecond ?? Number.NaN),
    );
  } finally {
    load.stop();
    await server.stop();
  }
}
