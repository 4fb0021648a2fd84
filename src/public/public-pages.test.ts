import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { codeInPage, codeInPdf } from "../../test/codes.ts";
import { extent } from "../../test/extent.ts";
import { isInert, textOf } from "../../test/html.ts";
import { pngOf } from "../../test/invoice-settings.ts";
import {
  addBuyer,
  addDraft,
  addTaxRate,
  sent,
  setInvoice,
  setInvoices,
} from "../../test/invoices.ts";
import { Mailbox } from "../../test/mailbox.ts";
import { mailedInvoice } from "../../test/mailed-invoices.ts";
import { loggedApp, until } from "../../test/mcp.ts";
import { signedIn } from "../../test/oauth.ts";
import { jobsWith, worked } from "../../test/outbox.ts";
import { together } from "../../test/races.ts";
import { ownerContext } from "../../test/transactions.ts";
import type { Counters } from "../core/counters.ts";
import { bitsOfSecret, newSecret } from "../core/secrets.ts";
import { setLogo } from "../domains/invoice-settings/logo.ts";
import { pdfOf } from "../domains/invoices/invoice-pdf.ts";
import { revokeLink } from "../domains/invoices/link.ts";
import { recordPayment, type RecordPayment } from "../domains/invoices/payments.ts";
import { voidInvoice } from "../domains/invoices/void-invoice.ts";
import { createPaymentAccount } from "../domains/payment-accounts/save-payment-account.ts";
import { memoryCounters } from "../http/rate-limit.ts";

const PREFIX = "svc_invoice_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Headers of a browser that opens a link of a mail. */
const READER = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };

/** The tests of a file share an address: its limit has a test of its own. */
const unlimited: Counters = (name, window) => memoryCounters(name, { ...window, limit: 1_000_000 });

type Headers = Readonly<Record<string, string>>;

onEachDatabase((world) => {
  function server() {
    const { app } = loggedApp(world, { counters: unlimited });
    const get = async (path: string, headers: Headers = {}) => app.request(path, { headers });
    const read = async (path: string) => (await get(path)).text();
    return { app, get, read };
  }

  /** Sends a German invoice over 119.00 EUR. */
  async function invoiced(team: Team, draft: Parameters<typeof addDraft>[1] = {}): Promise<string> {
    const rate = await addTaxRate(team, {
      name: `19 % ${randomBytes(4).toString("hex")}`,
      bp: 1900,
    });
    const lines = [{ tax_rate_id: rate }];
    const id = await addDraft(team, { language: "de", lines, ...draft });
    await sent(team, id);
    return id;
  }

  async function pathOf(team: Team, id: string): Promise<string> {
    const { url } = await team.call("invoices_get", { id });
    return new URL(url).pathname;
  }

  async function bank(team: Team, given: object = {}): Promise<void> {
    await createPaymentAccount(ownerContext(team), {
      label: "House bank",
      holder: "Lindqvist & Søn",
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
      ...given,
    });
  }

  async function pay(team: Team, id: string, amount_minor: number): Promise<void> {
    const payment: RecordPayment = {
      id,
      amount_minor,
      paid_on: world.now.slice(0, 10),
      method: "transfer",
      note: null,
    };
    await recordPayment(ownerContext(team), payment);
  }

  describe("the page of a document", () => {
    it("shows whoever has its link what is due and how to pay, then all that it says", async () => {
      const team = await world.team();
      await bank(team, { payment_url: "https://pay.example/acme" });
      await setInvoices(team, { legal_name: "Lindqvist & Søn", legal_text: "Zeile 1\nZeile 2" });
      const id = await invoiced(team, { note: "Vielen Dank", reference: "PO 7" });
      const path = await pathOf(team, id);
      const { get } = server();
      const response = await get(path);
      assert.equal(response.status, 200);
      const source = await response.text();
      assert.ok(isInert(source) && source.includes('<html lang="de">'));
      const text = textOf(source);
      const told = [
        "Lindqvist & Søn",
        "Rechnung INV-2026-0001",
        "Offener Betrag",
        "119,00 €",
        "Bitte zahlen Sie bis zum 21.12.2026.",
        "PDF herunterladen",
        "So zahlen Sie",
        "DE89 3704 0044 0532 0130 00",
        "Verwendungszweck INV-2026-0001",
        "Online zahlen",
        "An Acme",
        "Ihre Referenz PO 7",
        "Consulting",
        "USt. 19 %",
        "Gesamtbetrag",
        "Vielen Dank",
        "Zeile 1 Zeile 2",
      ];
      let at = 0;
      for (const part of told) {
        const found = text.indexOf(part, at);
        assert.ok(found >= at, `${part} after ${text.slice(0, at)} in ${text}`);
        at = found;
      }
    });

    it("runs nothing, asks no other host, and stays out of caches, referrers and search engines", async () => {
      const team = await world.team();
      await bank(team);
      await setLogo(ownerContext(team), pngOf(4, 2, [0, 0, 0]));
      const path = await pathOf(team, await invoiced(team));
      const { get } = server();
      const { headers, ...page } = await get(path).then(async (response) => ({
        headers: response.headers,
        source: await response.text(),
      }));
      assert.equal(headers.get("Referrer-Policy"), "no-referrer");
      assert.equal(headers.get("Cache-Control"), "no-store");
      assert.match(headers.get("X-Robots-Tag") ?? "", /noindex/);
      assert.match(page.source, /<meta name="robots" content="noindex, nofollow"/);
      const policy = headers.get("Content-Security-Policy") ?? "";
      assert.ok(policy.includes("default-src 'none'") && !policy.includes("script-src"), policy);
      assert.ok(!/<script|\son\w+=|style=/.test(page.source));
      const addresses = [...page.source.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, one]) => one);
      assert.ok(addresses.length >= 5);
      for (const address of addresses) assert.match(address ?? "", /^\/(assets|i)\//);
      const logo = await get(`${path}/logo`);
      assert.deepEqual([logo.status, logo.headers.get("Content-Type")], [200, "image/png"]);
    });

    it("gives the PDF, with its size once it is drawn", async () => {
      const team = await world.team();
      const id = await invoiced(team);
      const path = await pathOf(team, id);
      const { get, read } = server();
      assert.doesNotMatch(await read(path), /PDF herunterladen \(/);
      const file = await get(`${path}/pdf`);
      assert.equal(file.headers.get("Content-Type"), "application/pdf");
      assert.match(
        file.headers.get("Content-Disposition") ?? "",
        /^attachment.*INV-2026-0001\.pdf/,
      );
      const bytes = Buffer.from(await file.arrayBuffer());
      assert.deepEqual(bytes, Buffer.from(await pdfOf(ownerContext(team), id)));
      const size = Math.ceil(bytes.length / 1024);
      assert.ok((await read(path)).includes(`PDF herunterladen (${size} KB)`));
    });

    it("tells each state, and asks for money only while something is due", async () => {
      const team = await world.team();
      await bank(team);
      await setInvoices(team, { void_issues_credit_note: true });
      const { read } = server();
      const id = await invoiced(team);
      const path = await pathOf(team, id);
      const told = async () => textOf(await read(path));
      await pay(team, id, 1900);
      const part = await told();
      for (const words of ["Offener Betrag 100,00 €", "Gezahlt −19,00 €", "Bitte zahlen Sie"])
        assert.ok(part.includes(words), `${words} in ${part}`);
      const was = world.now;
      world.at("2027-01-05T09:00:00Z");
      assert.match(await told(), /Überfällig: fällig war sie am 21\.12\.2026/);
      world.at(was);
      await pay(team, id, 11_900);
      const paid = await told();
      assert.match(
        paid,
        /Bezahlt am 21\.11\.2026 Es ist nichts zu zahlen\..*Sie erhalten 19,00.€ zurück/,
      );
      assert.doesNotMatch(paid, /So zahlen Sie|DE89/);
      const { creditNote } = await voidInvoice(ownerContext(team), { id });
      const canceled = await told();
      assert.match(canceled, /Storniert Bitte zahlen Sie diese Rechnung nicht\./);
      assert.doesNotMatch(canceled, /So zahlen Sie|DE89|Offener Betrag/);
      const note = await read(await pathOf(team, creditNote?.id ?? ""));
      assert.match(textOf(note), /Rechnungskorrektur CN-2026-0001 Gesamtbetrag 119,00/);
      assert.match(textOf(note), /Korrigiert Rechnung INV-2026-0001/);
      assert.doesNotMatch(textOf(note), /So zahlen Sie|Bitte zahlen|Offener Betrag/);
      const refunded = { status: "refunded", credited_minor: 11_900, paid_minor: 11_900 } as const;
      const other = await invoiced(team);
      await setInvoice(team, other, { ...refunded, refunded_minor: 11_900 });
      assert.match(
        textOf(await read(await pathOf(team, other))),
        /Erstattet Es ist nichts zu zahlen/,
      );
    });

    it("shows what strangers wrote as text, each in its own direction", async () => {
      const team = await world.team();
      const hostile = `"><script>alert(1)</script>`;
      const customer_id = await addBuyer(team, { name: `Acme ${hostile}` });
      const lines = [{ name: hostile, description: `a\n${hostile}`, unit: "<b>" }];
      const id = await addDraft(team, { customer_id, lines, note: `'x' onclick=y ${hostile}` });
      await sent(team, id);
      const source = await server().read(await pathOf(team, id));
      assert.ok(isInert(source));
      assert.equal(source.match(/&lt;script&gt;/g)?.length, 4);
      assert.ok(source.includes("<bdi>&lt;b&gt;</bdi>"));
      assert.ok(!/undefined|\[object|NaN/.test(source));
    });
  });

  describe("the code", () => {
    const lines = ["BCD", "002", "1", "SCT", "COBADEFFXXX", "Lindqvist & Søn"];
    const code = (amount: string, number: string) =>
      [...lines, "DE89370400440532013000", `EUR${amount}`, "", "", number].join("\n");

    it("fills in a transfer of the open amount, and on the PDF of all that was asked for", async () => {
      const team = await world.team();
      await bank(team);
      const id = await invoiced(team);
      const path = await pathOf(team, id);
      const { get, read } = server();
      assert.equal(codeInPage(await read(path)), code("119.00", "INV-2026-0001"));
      await pay(team, id, 1901);
      assert.equal(codeInPage(await read(path)), code("99.99", "INV-2026-0001"));
      const pdf = new Uint8Array(await (await get(`${path}/pdf`)).arrayBuffer());
      assert.equal(codeInPdf(pdf), code("119.00", "INV-2026-0001"));
    });

    for (const [words, account, draft] of [
      ["another currency", {}, { currency: "CHF" }],
      ["an account outside of SEPA", { iban: "TR330006100519786457841326" }, {}],
      ["an account without an IBAN", { iban: null, details: "ABA 026009593" }, {}],
      ["a larger amount than a transfer may have", {}, { lines: [{ price: "999999999.99" }, {}] }],
    ] as const)
      it(`is left out for ${words}`, async () => {
        const team = await world.team();
        await bank(team, account);
        const id = await invoiced(team, draft);
        const path = await pathOf(team, id);
        const { get, read } = server();
        const source = await read(path);
        assert.match(source, /So zahlen Sie/);
        assert.equal(codeInPage(source), null);
        const pdf = new Uint8Array(await (await get(`${path}/pdf`)).arrayBuffer());
        assert.equal(codeInPdf(pdf), null);
      });
  });

  describe("a link that opens nothing", () => {
    it("answers the same bytes, whatever it is", async () => {
      const team = await world.team();
      const { get, read } = server();
      const [revoked, moved, other, draft] = [
        await invoiced(team),
        await invoiced(team),
        await invoiced(team),
        await addDraft(team),
      ];
      const path = await pathOf(team, revoked);
      const ofDraft = await pathOf(team, moved);
      const { link_id } = await rowOf(team, moved);
      await setInvoice(team, moved, { link_id: null });
      await setInvoice(team, draft, { link_id });
      assert.match(await read(path), /INV-2026-0001/);
      await revokeLink(ownerContext(team), { id: revoked });
      const mixed = [path, await pathOf(team, other)].map((one) =>
        bitsOfSecret(PREFIX, one.slice(3)),
      );
      const bits = [mixed[0]?.subarray(0, 16) ?? [], mixed[1]?.subarray(16) ?? []];
      const dead = {
        unknown: "/i/x",
        "well-formed": `/i/${newSecret(PREFIX, randomBytes)}`,
        revoked: path,
        "of a draft": ofDraft,
        "of one id and another proof": `/i/${newSecret(PREFIX, () => Uint8Array.from(bits.flatMap((some) => [...some])))}`,
        "with a query": `${path}?x=1`,
        "too long": `/i/${"x".repeat(4000)}`,
        "not decodable": "/i/%E0%A4%A",
        "of a PDF": `${path}/pdf`,
        "of a logo": `${path}/logo`,
        "without a logo": `${await pathOf(team, other)}/logo`,
      };
      const expected = await (await get("/i/unknown")).text();
      assert.match(expected, /This link does not work.*Ask whoever sent it/s);
      for (const [what, one] of Object.entries(dead)) {
        const response = await get(one, READER);
        assert.equal(response.status, 404, what);
        assert.equal(await response.text(), expected, what);
      }
      assert.deepEqual((await rowOf(team, moved)).opened_at, null);
    });

    const tries = extent(10_000, 100_000);

    it(`is each of ${tries} altered tokens`, async () => {
      if (world.isSecond) return;
      const team = await world.team();
      const path = await pathOf(team, await invoiced(team));
      const token = path.slice("/i/".length);
      const { get } = server();
      const expected = await (await get("/i/unknown")).text();
      const bits = bitsOfSecret(PREFIX, token) ?? assert.fail("no bits");
      for (let count = 0; count < tries; count += 1) {
        const altered = count % 2 === 0 ? withOtherDigit(token) : withOtherBit(bits, count);
        const response = await get(`/i/${altered}`);
        assert.equal(response.status, 404, altered);
        assert.equal(await response.text(), expected, altered);
      }
      assert.equal((await get(path)).status, 200);
    });

    it("is asked for sixty times a minute at most, as every other", async () => {
      if (world.isSecond) return;
      const team = await world.team();
      const path = await pathOf(team, await invoiced(team));
      const { app } = loggedApp(world, { trustedProxies: ["0.0.0.0/0", "::/0"] });
      for (let count = 0; count < 60; count += 1)
        assert.equal(
          (await app.request(count % 2 === 0 ? path : "/i/x")).status,
          count % 2 === 0 ? 200 : 404,
        );
      for (const one of [path, `${path}/pdf`, `${path}/logo`, "/i/x"]) {
        const refused = await app.request(one);
        assert.equal(refused.status, 429);
        assert.ok(Number(refused.headers.get("Retry-After")) > 0);
        assert.doesNotMatch(await refused.text(), /INV-/);
      }
    });

    it("takes no other method", async () => {
      const team = await world.team();
      const path = await pathOf(team, await invoiced(team));
      for (const method of ["POST", "PUT", "DELETE"]) {
        const response = await server().app.request(path, { method });
        assert.deepEqual([response.status, response.headers.get("Allow")], [405, "GET, HEAD"]);
      }
    });
  });

  describe("probably opened", () => {
    const MINUTE = 60_000;

    /** Mails an invoice, and hands the mail over. */
    async function handedOver() {
      const team = await world.team();
      const id = await mailedInvoice(team);
      await worked(world, jobsWith(new Mailbox()));
      return { team, id, path: await pathOf(team, id), ...server() };
    }

    it("is noted once, of the first reader later than a minute after the mail was handed over", async () => {
      const { team, id, path, get } = await handedOver();
      await get(path, READER);
      world.pass(MINUTE);
      await get(path, READER);
      assert.equal((await team.call("invoices_get", { id })).opened_at, null);
      const before = { row: await rowOf(team, id), journal: await team.journal() };
      world.pass(1);
      const at = world.now;
      assert.equal((await get(path, READER)).status, 200);
      await isOpened(team, id);
      assert.equal((await team.call("invoices_get", { id })).opened_at, at);
      world.pass(MINUTE);
      await get(path, READER);
      assert.deepEqual(await rowOf(team, id), { ...before.row, opened_at: at });
      assert.deepEqual(await team.journal(), before.journal);
    });

    it("is not noted of scanners, prefetching browsers, requests of the head alone, and files", async () => {
      const { team, id, path, get, app } = await handedOver();
      world.pass(MINUTE + 1);
      await get(path);
      await get(path, { "Sec-Fetch-Dest": "empty" });
      await get(path, { "Sec-Fetch-Dest": "iframe" });
      for (const ahead of [
        { "Sec-Purpose": "prefetch" },
        { "Sec-Purpose": "prefetch;prerender" },
        { Purpose: "prefetch" },
        { "X-Moz": "prefetch" },
        { "X-Purpose": "preview" },
      ])
        await get(path, { ...READER, ...ahead });
      const head = await app.request(path, { method: "HEAD", headers: READER });
      assert.deepEqual([head.status, await head.text()], [200, ""]);
      await get(`${path}/pdf`, READER);
      await get(`${path}/logo`, READER);
      assert.equal((await rowOf(team, id)).opened_at, null);
      await get(path, READER);
      await isOpened(team, id);
      assert.equal((await rowOf(team, id)).opened_at, world.now);
    });

    it("is not noted of a person of the team, and is of one of another", async () => {
      const { team, id, path, get, app } = await handedOver();
      world.pass(MINUTE + 1);
      const visit = async (visitor: Team) => {
        const { cookies } = await signedIn(visitor, { app });
        const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        await get(path, { ...READER, Cookie });
      };
      await visit(team);
      await visit(await team.member("member"));
      assert.equal((await rowOf(team, id)).opened_at, null);
      await visit(await world.team());
      await isOpened(team, id);
      assert.equal((await rowOf(team, id)).opened_at, world.now);
    });

    it("waits while a mail is being handed over, and a minute after each", async () => {
      const { team, id, path, get } = await handedOver();
      world.pass(MINUTE + 1);
      const mails = world.database.begin.bind(world.database);
      const set = async (columns: { state: "sending" | "sent"; sent_at: string | null }) =>
        mails((db) =>
          db.updateTable("invoice_mails").set(columns).where("invoice_id", "=", id).execute(),
        );
      await set({ state: "sending", sent_at: null });
      await get(path, READER);
      await set({ state: "sent", sent_at: world.now });
      await get(path, READER);
      assert.equal((await rowOf(team, id)).opened_at, null);
      world.pass(MINUTE + 1);
      await get(path, READER);
      await isOpened(team, id);
      assert.equal((await rowOf(team, id)).opened_at, world.now);
    });

    it("is noted once of twenty at the same time, from a minute after an invoice that nobody mailed", async () => {
      const team = await world.team();
      const id = await invoiced(team);
      const path = await pathOf(team, id);
      const { get } = server();
      world.pass(MINUTE + 1);
      const pages = await together(20, async () => (await get(path, READER)).text());
      assert.equal(new Set(pages).size, 1);
      await isOpened(team, id);
      assert.equal((await rowOf(team, id)).opened_at, world.now);
    });
  });
});

/** A page is shown half a second after the visit that is not noted by then. */
async function isOpened(team: Team, id: string): Promise<void> {
  await until(async () => (await rowOf(team, id)).opened_at !== null);
}

async function rowOf(team: Team, id: string) {
  return team.world.database.reader
    .selectFrom("invoices")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** One character is another one: the checksum does not fit. */
function withOtherDigit(token: string): string {
  const [place = 0, other = 0] = randomBytes(2);
  const at = PREFIX.length + (place % (token.length - PREFIX.length));
  const digit = DIGITS.replace(token.charAt(at), "").charAt(other % (DIGITS.length - 1));
  return token.slice(0, at) + digit + token.slice(at + 1);
}

/** One bit of id or proof is another one, and the checksum fits. */
function withOtherBit(bits: Buffer, count: number): string {
  const altered = Buffer.from(bits);
  const at = count % (8 * bits.length);
  altered[at >> 3] = (altered[at >> 3] ?? 0) ^ (1 << (at & 7));
  return newSecret(PREFIX, () => altered);
}
