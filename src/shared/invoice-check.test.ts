import assert from "node:assert/strict";
import { test } from "node:test";
import { presetLegalText } from "./country-taxes.ts";
import { type CheckedInvoice, checkInvoice } from "./invoice-check.ts";
import { invoiceTotals } from "./invoice-totals.ts";

const ID = "0198d2a4-5f0e-4c7b-9a3d-2b1f6e8c4d10";

test("an invoice needs what the law of the seller's country asks for", () => {
  const business = ["seller.name", "seller.address", "seller.zip", "seller.city"];
  const customer = ["customer.address_line_1", "customer.zip", "customer.city"];
  const vat = "seller.vat_number";
  for (const [country, needed, notices] of [
    ["DE", [...business, vat, ...customer], ["service_from"]],
    [
      "FR",
      [...business, vat, "seller.registration", "seller.legal_text", ...customer],
      ["service_from"],
    ],
    ["NL", [...business, vat, ...customer], ["service_from"]],
    ["GB", [...business, vat, ...customer], ["service_from"]],
    ["PL", [...business, vat, ...customer], ["service_from"]],
    [
      "IE",
      ["seller.name", "seller.address", "seller.city", vat, ...customer.toSpliced(1, 1)],
      ["service_from"],
    ],
    ["CH", [...business, vat, ...customer], ["service_from"]],
    ["NO", [...business, vat, ...customer], ["service_from"]],
    ["US", ["seller.name", "seller.address", "seller.city"], []],
    ["JP", ["seller.name", "seller.address", "seller.city"], []],
    [null, [], ["seller.country_code", "seller.name", "seller.address", "seller.city"]],
  ] as const) {
    const faults = checkInvoice({
      ...COMPLETE,
      seller: { ...NOBODY, country_code: country },
      buyer: { ...NOBODY, id: ID, name: "Hansen", country_code: country },
      service_from: null,
      service_to: null,
    });
    assert.deepEqual(pathsOf(faults, true), needed, `needed in ${country}`);
    assert.deepEqual(pathsOf(faults, false), notices, `told in ${country}`);
  }
});

test("a complete invoice lacks nothing in any country", () => {
  for (const country of ["DE", "FR", "NL", "GB", "PL", "CH", "NO", "US", "JP"])
    assert.deepEqual(checkInvoice(within(country)), [], country);
  const { seller } = COMPLETE;
  const withTaxNumber = { ...seller, vat_number: null, tax_number: "12/345/67890" };
  assert.deepEqual(checkInvoice({ ...COMPLETE, seller: withTaxNumber }), []);
});

test("each fault says in a sentence what is missing and where it is entered", () => {
  const { seller, buyer } = COMPLETE;
  assert.ok(buyer !== null);
  for (const [invoice, fault] of [
    [
      { seller: { ...seller, address: "  " } },
      {
        path: "seller.address",
        message:
          "The street and number of your business is missing. Enter it in Settings → Invoices → Seller.",
        page: "/settings/invoices/seller",
        isNeeded: true,
      },
    ],
    [
      { buyer: { ...buyer, city: "" } },
      {
        path: "customer.city",
        message: "The city of Hansen is missing. Enter it on the customer’s page.",
        page: `/customers/${ID}`,
        isNeeded: true,
      },
    ],
    [
      { buyer: null },
      {
        path: "customer_id",
        message: "The invoice has no customer. Choose one.",
        page: null,
        isNeeded: true,
      },
    ],
    [
      { lines: [] },
      {
        path: "lines",
        message: "The invoice has no line. Add what you charge for.",
        page: null,
        isNeeded: true,
      },
    ],
    [
      { lines: [...COMPLETE.lines, { name: " ", tax: STANDARD }] },
      {
        path: "lines.1.name",
        message: "Line 2 of the invoice has no name. Write what you charge for.",
        page: null,
        isNeeded: true,
      },
    ],
    [
      { service_from: null, service_to: null },
      {
        path: "service_from",
        message:
          "No day of service is set, so the issue date is printed. Enter the day or the period if it is another.",
        page: null,
        isNeeded: false,
      },
    ],
    [
      { totals: totalsOf("-1") },
      {
        path: "lines",
        message: "The total is -1.19 EUR. It cannot be below 0.",
        page: null,
        isNeeded: true,
      },
    ],
    [
      { lines: [{ name: "Work", tax: { ...EXEMPT, reason: null } }] },
      {
        path: "tax_rate.reason",
        message:
          "The tax rate “Small business” has no reason for charging no tax. Enter it in Settings → Invoices → Tax.",
        page: "/settings/invoices/tax",
        isNeeded: true,
      },
    ],
    [
      { currency: "USD", hasExchangeRate: false },
      {
        path: "currency",
        message:
          "The tax must be stated in EUR too, and there is no exchange rate for USD. Enter one in Settings → Exchange rates.",
        page: "/settings/rates",
        isNeeded: true,
      },
    ],
  ] as const)
    assert.deepEqual(checkInvoice({ ...COMPLETE, ...invoice }), [fault]);
  const [service] = checkInvoice({ ...COMPLETE, service_from: null, issue_date: null });
  assert.match(service?.message ?? "", /the day of sending is printed/);
});

test("small invoices of DE and GB need no buyer's address, in their own currency and with tax", () => {
  const small = (country: string, currency: string, price: string, tax = STANDARD) => {
    const invoice = within(country);
    return checkInvoice({
      ...invoice,
      buyer: { ...NOBODY, id: ID, name: null, country_code: country, vat_number: "X1" },
      lines: [{ name: "Work", tax }],
      totals: totalsOf(price, currency),
      currency,
    }).length;
  };
  // 250.00 with 19 %.
  for (const [country, currency] of [
    ["DE", "EUR"],
    ["GB", "GBP"],
  ] as const) {
    assert.equal(small(country, currency, "210.08"), 0);
    assert.equal(small(country, currency, "210.09"), 4);
    assert.equal(small(country, "USD", "1"), 4);
    assert.equal(small(country, currency, "1", REVERSE), 4);
  }
  for (const country of ["FR", "NL", "CH", "NO"]) assert.equal(small(country, "EUR", "1"), 4);
});

test("reverse charge and goods within the EU need both VAT numbers, goods an address too", () => {
  const seller = { ...COMPLETE.seller, vat_number: null, tax_number: "12/345" };
  const buyer = { ...NOBODY, id: ID, name: "Hansen", country_code: null };
  const address = ["customer.address_line_1", "customer.city"];
  const numbers = ["seller.vat_number", "customer.vat_number"];
  const of = (country_code: string | null, tax: typeof REVERSE | typeof GOODS) =>
    checkInvoice({
      ...COMPLETE,
      seller: { ...seller, country_code },
      buyer,
      lines: [{ name: "Work", tax }],
    });
  for (const [country, tax, needed] of [
    ["DE", REVERSE, [numbers[0], ...address, numbers[1]]],
    ["DE", GOODS, [numbers[0], ...address, "customer.country_code", numbers[1]]],
    ["JP", REVERSE, numbers],
    ["JP", GOODS, [numbers[0], ...address, "customer.country_code", numbers[1]]],
  ] as const)
    assert.deepEqual(pathsOf(of(country, tax), true), needed);
  assert.deepEqual(pathsOf(of(null, REVERSE), true), []);
  assert.deepEqual(pathsOf(of(null, REVERSE), false), ["seller.country_code", ...numbers]);
});

test("without tax only DE asks for the seller's number", () => {
  for (const [country, needed] of [
    ["DE", ["seller.vat_number"]],
    ["FR", []],
    ["NO", []],
  ] as const) {
    const invoice = within(country);
    const seller = { ...invoice.seller, vat_number: null };
    const faults = checkInvoice({ ...invoice, seller, lines: [{ name: "Work", tax: EXEMPT }] });
    assert.deepEqual(pathsOf(faults, true), needed, country);
  }
});

test("France asks for SIREN, penalties and the fee, in any language of the invoice", () => {
  const invoice = within("FR");
  const faultsOf = (registration: string, legal_text: string) =>
    pathsOf(checkInvoice({ ...invoice, seller: { ...invoice.seller, registration, legal_text } }));
  for (const legal of [
    presetLegalText("FR") ?? "",
    "Late payment: interest of 12 % and a fee of EUR 40.",
    "Verzugszinsen von 12 %, Pauschale 40,00 €.",
  ])
    assert.deepEqual(faultsOf("RCS Paris 732 829 320", legal), []);
  for (const legal of ["", "Pénalités : 12 %.", "Indemnité de 40 €.", "Pénalités 12 %, 140 €."])
    assert.deepEqual(faultsOf("73282932000074", legal), ["seller.legal_text"], legal);
  assert.deepEqual(faultsOf("RCS Paris", presetLegalText("FR") ?? ""), ["seller.registration"]);
  assert.equal(presetLegalText("DE"), null);
});

test("GB states its tax in pounds whatever the team's currency, and the US in no other", () => {
  for (const [country, currency, teamCurrency, needed] of [
    ["GB", "EUR", "EUR", ["currency"]],
    ["GB", "GBP", "EUR", []],
    ["DE", "USD", "EUR", ["currency"]],
    ["DE", "EUR", "EUR", []],
    ["JP", "USD", "JPY", ["currency"]],
    ["US", "EUR", "USD", []],
  ] as const) {
    const invoice = { ...within(country), currency, teamCurrency };
    const without = checkInvoice({ ...invoice, hasExchangeRate: false });
    assert.deepEqual(pathsOf(without, true), needed, `${country} ${currency}`);
    assert.deepEqual(checkInvoice({ ...invoice, hasExchangeRate: true }), []);
    const lines = [{ name: "Work", tax: EXEMPT }];
    assert.deepEqual(checkInvoice({ ...invoice, lines, hasExchangeRate: false }), []);
  }
});

test("taxes that do not go together are refused or told", () => {
  const outside = { category: "O", bp: 0, name: "Outside", reason: "Not taxable" } as const;
  const faultsOf = (...taxes: readonly CheckedInvoice["lines"][number]["tax"][]) =>
    checkInvoice({ ...COMPLETE, lines: taxes.map((tax) => ({ name: "Work", tax })) });
  assert.deepEqual(faultsOf(outside, outside), []);
  assert.deepEqual(pathsOf(faultsOf(outside, STANDARD), true), ["lines"]);
  assert.deepEqual(pathsOf(faultsOf(outside, null), true), ["lines"]);
  assert.deepEqual(faultsOf(null, null), []);
  const [fault, ...others] = faultsOf(STANDARD, null, EXEMPT, null);
  assert.deepEqual(others, []);
  assert.equal(fault?.message, "Lines 2 and 4 of the invoice have no tax rate. Choose one.");
  assert.equal(fault.isNeeded, false);
});

test("tax for a business in another country of the EU is told, and may go out", () => {
  const { buyer } = COMPLETE;
  assert.ok(buyer !== null);
  const faultsOf = (country_code: string, vat_number: string | null, tax = STANDARD) =>
    checkInvoice({
      ...COMPLETE,
      buyer: { ...buyer, country_code, vat_number },
      lines: [{ name: "Work", tax }],
    });
  const [fault, ...others] = faultsOf("FR", "FR83404833048");
  assert.deepEqual(others, []);
  assert.match(fault?.message ?? "", /^Hansen is in another country of the EU/);
  assert.deepEqual([fault?.path, fault?.isNeeded], ["lines.0.tax_rate_id", false]);
  assert.deepEqual(faultsOf("FR", null), []);
  assert.deepEqual(faultsOf("DE", "DE136695976"), []);
  assert.deepEqual(faultsOf("FR", "FR83404833048", REVERSE), []);
});

test("a tax for a customer in another country is told once, and may go out", () => {
  const { seller, buyer } = COMPLETE;
  assert.ok(buyer !== null);
  const ZERO = { category: "Z", bp: 0, name: "0 %", reason: null } as const;
  const faultsOf = (from: string | null, to: string | null, tax = STANDARD) =>
    checkInvoice({
      ...within(from ?? "JP"),
      seller: { ...seller, country_code: from },
      buyer: { ...buyer, country_code: to },
      lines: [{ name: "Work", tax }],
    }).filter(({ path }) => path.startsWith("lines"));
  for (const [from, to] of [
    ["DE", "CH"],
    ["CH", "DE"],
    ["GB", "FR"],
    ["US", "JP"],
  ] as const)
    assert.deepEqual(faultsOf(from, to), [
      {
        path: "lines.0.tax_rate_id",
        message: `Hansen is in another country, and line 1 has the tax rate “${STANDARD?.name}”. Choose another one if that tax is not due.`,
        page: null,
        isNeeded: false,
      },
    ]);
  for (const [from, to] of [
    ["CH", "CH"],
    ["DE", "FR"],
    ["DE", null],
    [null, "CH"],
  ] as const)
    assert.deepEqual(faultsOf(from, to), [], `${from} ${to}`);
  for (const tax of [EXEMPT, ZERO, null]) assert.deepEqual(faultsOf("DE", "CH", tax), []);
});

const STANDARD: CheckedInvoice["lines"][number]["tax"] = {
  category: "S",
  bp: 1900,
  name: "19 %",
  reason: null,
};
const EXEMPT = { category: "E", bp: 0, name: "Small business", reason: "§ 19 UStG" } as const;
const REVERSE = { category: "AE", bp: 0, name: "Reverse", reason: "Reverse charge" } as const;
const GOODS = { category: "K", bp: 0, name: "Goods", reason: "Within the EU" } as const;

const NOBODY = {
  name: null,
  address: null,
  address_line_1: null,
  city: null,
  zip: null,
  vat_number: null,
  tax_number: null,
  registration: null,
  legal_text: null,
};

const COMPLETE: CheckedInvoice = {
  seller: {
    name: "Vogel & Söhne",
    address: "Alter Markt 1",
    city: "Köln",
    zip: "50667",
    country_code: "DE",
    vat_number: "DE136695976",
    tax_number: null,
    registration: null,
    legal_text: null,
  },
  buyer: {
    id: ID,
    name: "Hansen",
    address_line_1: "Hafen 7",
    city: "Kiel",
    zip: "24103",
    country_code: "DE",
    vat_number: null,
  },
  lines: [{ name: "Work", tax: STANDARD }],
  totals: totalsOf("1000"),
  currency: "EUR",
  teamCurrency: "EUR",
  hasExchangeRate: true,
  service_from: "2026-11-02",
  service_to: null,
  issue_date: "2026-11-24",
};

/** Buyer and seller stand in one country. */
function within(country_code: string): CheckedInvoice {
  const { seller, buyer } = COMPLETE;
  const isFrench = country_code === "FR";
  return {
    ...COMPLETE,
    seller: {
      ...seller,
      country_code,
      registration: isFrench ? "732 829 320 RCS Paris" : null,
      legal_text: presetLegalText(country_code),
    },
    buyer: buyer === null ? null : { ...buyer, country_code },
  };
}

function totalsOf(quantity: string, currency = "EUR") {
  const tax = { category: "S", bp: 1900 } as const;
  return invoiceTotals({
    currency,
    pricesIncludeTax: false,
    discount: null,
    lines: [{ quantity, price: "1", discount: null, tax }],
  });
}

function pathsOf(faults: ReturnType<typeof checkInvoice>, isNeeded?: boolean) {
  return faults
    .filter((fault) => isNeeded === undefined || fault.isNeeded === isNeeded)
    .map(({ path }) => path);
}
