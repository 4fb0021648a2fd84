import assert from "node:assert/strict";
import { after, test } from "node:test";
import { getDocumentProxy } from "unpdf";
import { z } from "zod";
import { invoiceBody } from "../../../../test/invoice-bodies.ts";
import { Failure } from "../../../core/errors.ts";
import { INVOICE_LANGUAGES, type InvoiceBody } from "../invoice-body.ts";
import { documentOf } from "./document.ts";
import { drawInvoice, DrawingThread } from "./draw-invoice.ts";
import { PAGE } from "./look.ts";
import { renderInvoice } from "./render.ts";
import { drawnText } from "./text.ts";

const BOUNDS = { milliseconds: 60_000, megabytes: 256 };
const thread = new DrawingThread(BOUNDS);
after(async () => thread.end());

const Item = z.object({ str: z.string(), transform: z.array(z.number()), width: z.number() });

type Item = z.output<typeof Item>;

type Page = { readonly width: number; readonly height: number; readonly items: readonly Item[] };

async function pagesOf(pdf: Uint8Array): Promise<readonly Page[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_page, at) => {
      const page = await document.getPage(at + 1);
      const [, , width = 0, height = 0] = page.view;
      const { items } = await page.getTextContent();
      return { width, height, items: z.array(Item).parse(items) };
    }),
  );
  await document.loadingTask.destroy();
  return pages;
}

/** Number of each character in the texts, but for white space and places where a word may break. */
function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const character of texts.join("").replaceAll(/[\s\u200b]/g, ""))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

/** Every text of a part of the description, in its order. */
function textsIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "string" ? (name === "text" ? [value] : []) : textsIn(value),
  );
}

/** Draws a body and holds every character of its description to those in the PDF, and each to its place. */
async function drawWhole(body: InvoiceBody): Promise<readonly Page[]> {
  const pages = await pagesOf(await thread.draw({ body, logo: null }));
  const { content, footer } = documentOf(body, null);
  const footers = pages.flatMap((_page, at) => textsIn(footer(at + 1, pages.length)));
  const head = textsIn(content).slice(...headOf(content));
  const drawn = countsOf(pages.flatMap(({ items }) => items.map(({ str }) => str)));
  const repeats = pages.map((_page, times) =>
    countsOf([
      ...textsIn(content),
      ...footers,
      ...Array.from({ length: times }, () => head.join("")),
    ]),
  );
  const isSame = (counts: ReadonlyMap<string, number>) =>
    counts.size === drawn.size && [...drawn].every(([key, count]) => counts.get(key) === count);
  if (!repeats.some(isSame)) assert.deepEqual(drawn, repeats[0]);
  for (const page of pages) checkPlaces(page);
  return pages;
}

/** Nothing stands outside of the margins, or over something else of its line. */
function checkPlaces({ width, height, items }: Page): void {
  const boxes = items.flatMap(({ str, transform, width }) => {
    const [x = 0, y = 0] = transform.slice(4);
    return str.trim() === "" ? [] : [{ str, x, y, end: x + width }];
  });
  for (const { str, x, y, end } of boxes) {
    assert.ok(x >= PAGE.left - 1 && end <= width - PAGE.right + 1, `${str} at ${x}`);
    assert.ok(y >= 20 && y <= height - 20, `${str} at ${y}`);
  }
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      const isApart = one.end < other.x + 1 || other.end < one.x + 1;
      assert.ok(isApart || Math.abs(one.y - other.y) > 4, `${one.str} over ${other.str}`);
    }
}

/** The place of the table's first row among the texts. */
function headOf(content: readonly unknown[]): [number, number] {
  const table = z.object({ table: z.object({ body: z.array(z.unknown()) }) });
  const before = textsIn(content.slice(0, 2)).length;
  return [before, before + textsIn(table.parse(content[2]).table.body[0]).length];
}

function words(length: number): string {
  const text = Array.from({ length: Math.ceil(length / 5) }, (_word, at) => `w${at}`).join(" ");
  return text.slice(0, length);
}

const LINE = { name: "Design", quantity: "12.5", price: "95" };

test("200 lines with descriptions and units lose nothing", async () => {
  const lines = Array.from({ length: 200 }, (_line, at) => ({
    ...LINE,
    name: `Line ${at + 1}`,
    description: at % 3 === 0 ? words(180) : null,
    unit: at % 2 === 0 ? "h" : null,
  }));
  const pages = await drawWhole(invoiceBody(lines));
  assert.ok(pages.length > 5);
});

test("a description of 5,000 characters, in one row or between others, loses nothing", async () => {
  const long = { ...LINE, description: words(5000) };
  await drawWhole(invoiceBody([long]));
  await drawWhole(invoiceBody([LINE, LINE, long, LINE, long]));
  await drawWhole(invoiceBody([{ ...LINE, description: "a\n".repeat(2500) }]));
});

/** A body whose texts are all the same. */
function filledWith(text: string, changes: Partial<InvoiceBody> = {}): InvoiceBody {
  const line = { ...LINE, name: text, description: text, unit: text };
  const { seller, buyer, ...body } = invoiceBody([line, LINE], changes);
  const party = { name: text, address: [text, text], zip: text, city: text, state: text };
  const tax = { category: "AE", bp: 0, reason: text, net_minor: 1, tax_minor: 0 } as const;
  return {
    ...body,
    reference: text,
    seller: {
      ...seller,
      ...party,
      vat_number: text,
      tax_number: text,
      registration: text,
      contact: text,
      phone: text,
      email: text,
      legal_text: text,
    },
    buyer: { ...buyer, ...party, vat_number: text },
    taxes: [tax],
    note: text,
    payment: { holder: text, iban: text, bic: text, details: text, url: text },
  };
}

test("a word of 300 characters, or a wide one of 30, loses nothing in any field", async () => {
  const letters = "abcdefghijklmnopqrstuvwxyzäöüß";
  await drawWhole(filledWith(letters.repeat(10)));
  await drawWhole(filledWith("W".repeat(30)));
  await drawWhole(filledWith(`${letters.slice(0, 25)} `.repeat(11)));
  await drawWhole(filledWith("W".repeat(300), { look: { ...LETTER, accent: "#ffffff" } }));
});

const LETTER = { paper: "LETTER", accent: "#115f6f", logo_sha256: null } as const;

test("as many taxes as lines, and blocks higher than a page, lose nothing", async () => {
  const lines = Array.from({ length: 200 }, (_line, at) => ({
    ...LINE,
    tax: { category: "S" as const, bp: at * 10 },
  }));
  await drawWhole(invoiceBody(lines));
  const { payment, ...body } = invoiceBody([LINE]);
  assert.ok(payment);
  await drawWhole({ ...body, payment: { ...payment, details: "Zeile\n".repeat(200) } });
  await drawWhole({ ...body, payment: null, note: "ab ".repeat(20_000) });
});

test("the largest figures of every kind lose nothing", async () => {
  const line = {
    ...LINE,
    quantity: "-999999999.999999",
    price: "999999999.999999",
    unit: "Stunden und Minuten",
    discount: { minor: 99_999_999_999_999 },
    discount_minor: 99_999_999_999_999,
    amount_minor: -99_999_999_999_999,
  };
  for (const currency of ["EUR", "KWD", "CLF"])
    await drawWhole(
      invoiceBody([line], {
        currency,
        language: "fr",
        prices_include_tax: true,
        discount: { bp: 10_000 },
        discount_minor: 99_999_999_999_999,
        total_minor: 99_999_999_999_999,
        tax_in: {
          currency: "GBP",
          tax_minor: 99_999_999_999_999,
          rate: "0.86123456",
          rate_day: "2026-11-11",
        },
      }),
    );
});

/** Fields that are not drawn, or not as they are written. */
const OTHERWISE =
  /^(version|id|type|language|currency|look|.*_code|.*_day|.*_date|service_.*|email|quantity|price|category|bp|.*minor|rate|iban)$/;

function fieldsOf(value: unknown, name = ""): readonly string[] {
  if (typeof value === "string") return OTHERWISE.test(name) ? [] : [value];
  if (typeof value !== "object" || value === null || name === "look") return [];
  return Object.entries(value).flatMap(([key, part]) => fieldsOf(part, key));
}

test("every text of a body is drawn, in all languages, of invoices and credit notes", async () => {
  for (const language of INVOICE_LANGUAGES)
    for (const type of ["invoice", "credit_note"] as const) {
      const { taxes, ...rest } = invoiceBody([{ ...LINE, description: "Two days", unit: "h" }], {
        language,
        type,
        credits: { number: "INV-2026-0031", issue_date: "2026-10-02" },
      });
      const body = {
        ...rest,
        taxes: taxes.map((tax) => ({ ...tax, reason: "Article 196, directive 2006/112/EC" })),
      };
      const pages = await drawWhole(body);
      const drawn = pages.flatMap(({ items }) => items.map(({ str }) => str)).join("");
      const dense = (text: string) => drawnText(text).replaceAll(/[\s\u200b]/g, "");
      for (const text of [...fieldsOf(body), body.payment?.iban ?? "", body.seller.email ?? ""])
        assert.ok(dense(drawn).includes(dense(text)), `${language}: ${text}`);
    }
});

test("a draft says so in its language, and a number is not invented", async () => {
  const said = { en: "Draft", de: "Entwurf", fr: "Brouillon", nl: "Concept" };
  for (const language of INVOICE_LANGUAGES) {
    const pages = await drawWhole(invoiceBody([LINE], { language, number: null }));
    const texts = pages.flatMap(({ items }) => items.map(({ str }) => str)).join(" ");
    assert.ok(texts.includes(said[language]));
  }
});

test("a draft without lines, and a text that the font lacks, are drawn", async () => {
  await drawWhole(invoiceBody([], { number: null, payment: null, note: null }));
  const odd = { ...LINE, name: "漢字 👍🏽", description: "👍".repeat(200) };
  assert.equal((await pagesOf(await renderInvoice(invoiceBody([odd]), null))).length, 1);
});

test("an address for payment is a link only where a browser opens it as a page", async () => {
  const { payment, ...body } = invoiceBody([LINE]);
  assert.ok(payment);
  const linksOf = async (url: string) => {
    const pdf = await renderInvoice({ ...body, payment: { ...payment, url } }, null);
    return new Set(
      Buffer.from(pdf)
        .toString("latin1")
        .match(/\/URI \(.*\)/g),
    );
  };
  assert.deepEqual(
    [...(await linksOf("https://pay.example/i/1"))],
    ["/URI (https://pay.example/i/1)"],
  );
  assert.deepEqual([...(await linksOf("javascript:alert(1)"))], []);
});

test("the same body gives the same bytes, of its own dates, from any thread", async () => {
  const body = invoiceBody([LINE]);
  const first = await drawInvoice(body, null);
  const other = new DrawingThread(BOUNDS);
  const second = await other.draw({ body, logo: null });
  await other.end();
  assert.deepEqual(Buffer.from(first), Buffer.from(second));
  assert.deepEqual(Buffer.from(first), Buffer.from(await drawInvoice(body, null)));
  assert.deepEqual(Buffer.from(first), Buffer.from(await renderInvoice(body, null)));
  const written = Buffer.from(first).toString("latin1");
  assert.match(written, /^%PDF-1\.7/);
  assert.match(written, /<pdfaid:part>3<.*<pdfaid:conformance>B</s);
  assert.match(written, /\(D:20261112000000Z\)/);
  assert.doesNotMatch(written, /ModDate|\(D:(?!20261112000000Z)/);
});

test("drawings take turns, each gets its own, and nothing else waits", async () => {
  const numbers = ["INV-1", "INV-2", "INV-3", "INV-4"];
  const lines = Array.from({ length: 60 }, () => LINE);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const drawn = await Promise.all(
    numbers.map(async (number) =>
      thread.draw({ body: invoiceBody(lines, { number }), logo: null }),
    ),
  );
  isDone = true;
  assert.ok(turns > 100);
  for (const [at, pdf] of drawn.entries()) {
    const [page] = await pagesOf(pdf);
    assert.ok(page?.items.some(({ str }) => str.includes(numbers[at] ?? "?")));
  }
});

/** Words of one letter take the longest. */
function short(length: number): string {
  return "a ".repeat(length / 2);
}

test("the largest invoices that the limits allow are drawn in memory, and each time is printed", async (t) => {
  const line = { ...LINE, unit: "h", price: "1234.567891" };
  const many = Array.from({ length: 200 }, () => ({ ...line, name: short(300) }));
  const [{ payment }, long] = [invoiceBody([]), short(99_000)];
  assert.ok(payment);
  const bodies = {
    "200 lines, all with descriptions": invoiceBody(
      many.map((line) => ({ ...line, description: short(200) })),
    ),
    "200 lines, 8 of them long": invoiceBody(
      many.map((line, at) => ({ ...line, description: at < 8 ? short(5000) : null })),
    ),
    "a note of 99,000 characters": invoiceBody([line], { note: long }),
    "a note of 49,500 lines": invoiceBody([line], { note: long.replaceAll(" ", "\n") }),
    "bank details of 99,000 characters": invoiceBody([line], {
      payment: { ...payment, details: long },
    }),
  };
  for (const [name, body] of Object.entries(bodies)) {
    const start = performance.now();
    const pdf = await thread.draw({ body, logo: null });
    t.diagnostic(`${name}: ${Math.round(performance.now() - start)} ms, ${pdf.length} bytes`);
    assert.ok(pdf.length > 50_000);
  }
  const times: number[] = [];
  for (let drawn = 0; drawn < 20; drawn += 1) {
    const start = performance.now();
    await drawInvoice(invoiceBody([line]), null);
    times.push(performance.now() - start);
  }
  const median = times.toSorted((one, other) => one - other)[10] ?? 0;
  t.diagnostic(`one page, warm: ${Math.round(median)} ms at the median`);
});

async function failureOf(drawing: Promise<unknown>): Promise<unknown> {
  return drawing.then(
    () => "drawn",
    (error: unknown) => error,
  );
}

test("too much time or memory ends the drawing with a failure that may pass", async () => {
  const large = invoiceBody(Array.from({ length: 200 }, () => ({ ...LINE, name: words(300) })));
  for (const bounds of [
    { ...BOUNDS, milliseconds: 1 },
    { ...BOUNDS, megabytes: 12 },
  ]) {
    const narrow = new DrawingThread(bounds);
    const failure = await failureOf(narrow.draw({ body: large, logo: null }));
    await narrow.end();
    assert.ok(failure instanceof Failure, String(failure));
    assert.match(failure.message, /too long or too much memory/);
    assert.equal(failure.isFinal, false);
  }
});

test("an error while drawing is told as it is, and the next drawing has a new thread", async () => {
  const body = invoiceBody([LINE]);
  const error = await failureOf(thread.draw({ body, logo: Buffer.from("no picture") }));
  assert.ok(error instanceof Error && !(error instanceof Failure));
  assert.match(error.message, /Invalid image/);
  assert.ok((await thread.draw({ body, logo: null })).length > 1000);
});
