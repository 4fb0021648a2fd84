import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { ALL_CUSTOMER_FIELDS, CUSTOMER_FILE_FIELDS, CUSTOMER_GROUPS } from "./customer.ts";
import { optionalNames } from "./field.ts";

test("the page and the form of a customer show every field once", () => {
  const shown = Object.values(CUSTOMER_GROUPS).flat();
  assert.deepEqual(shown.toSorted(), Object.keys(ALL_CUSTOMER_FIELDS).toSorted());
});

/** Files that may spell optional fields of customers, with their reason. */
const SPELLED: Readonly<Record<string, readonly string[]>> = {
  // The type of the table.
  "src/db/schema/customers.ts": ["*"],
  // Titles of other programs, in many languages.
  "src/domains/customers/import/columns.ts": ["*"],
  // A person's name in two columns, and a country by its name or code.
  "src/domains/customers/import/read-rows.ts": ["contact", "country", "countryCode"],
  // The copy of the contact in which text is searched.
  "src/domains/customers/customer.ts": ["contact"],
  "src/domains/customers/journal.ts": ["contact"],
  // Lists show a few columns.
  "src/domains/customers/find-customers.ts": [
    "contact",
    "countryCode",
    "preferred_currency",
    "vatNumber",
  ],
  "src/domains/customers/tool-answers.ts": ["countryCode", "preferred_currency", "vatNumber"],
  "src/domains/customers/page-answers.ts": ["contact"],
  // The search of everything compares texts that the list does not.
  "src/domains/customers/search-customers.ts": ["note", "preferred_currency", "vatNumber"],
  "web/pages/customers/customer-list.tsx": ["contact"],
  "web/pages/customers/customer.page.tsx": ["contact"],
  // One choice for a country's name and its code.
  "web/pages/customers/country-field.tsx": ["country"],
  "web/pages/customers/overview.tsx": [
    "contact",
    "country",
    "countryCode",
    "invoice_language",
    "note",
    "phone",
  ],
  // Prose for people and assistants.
  "src/domains/customers/prompts.ts": ["contact", "state"],
  "web/pages/customers/import.page.tsx": ["contact", "country", "note", "phone", "website"],
  // The state of a project, a preview or the router.
  "web/pages/customers/import/preview-of.tsx": ["state"],
  "web/pages/customers/new-customer.tsx": ["contact", "country", "countryCode", "note", "state"],
  // An invoice takes its defaults from the customer, and says who buys.
  "src/domains/invoices/bill-time.ts": ["preferred_currency"],
  "src/domains/invoices/create-draft.ts": ["default_payment_terms", "preferred_currency"],
  "src/domains/invoices/update-draft.ts": ["default_payment_terms", "preferred_currency"],
  "src/domains/invoices/export-invoices.ts": ["vatNumber"],
  "src/domains/invoices/mail-draft.ts": ["billingEmail"],
  "src/domains/invoices/mails.ts": ["billingEmail"],
  "src/domains/invoices/written-body.ts": ["vatNumber"],
  "src/public/document.ts": ["vatNumber"],
  "src/shared/invoice-check.ts": ["addressLine1", "vatNumber"],
  "web/pages/invoices/letter.tsx": ["addressLine1", "addressLine2", "vatNumber"],
  "src/domains/invoices/body-of.ts": [
    "addressLine1",
    "addressLine2",
    "invoice_language",
    "invoice_name",
    "vatNumber",
  ],
  "src/domains/invoices/create-by-tool.ts": [
    "default_payment_terms",
    "invoice_language",
    "preferred_currency",
  ],
  // The note of a payment, on a statement.
  "src/domains/customers/export-statement.ts": ["note"],
  "src/domains/customers/find-moves.ts": ["note"],
  "src/domains/customers/statement.ts": ["note"],
  "web/pages/customers/statement.tsx": ["note"],
  // Sentences about numbers and countries that do not fit together.
  "src/domains/customers/country-code.ts": ["country"],
  "src/domains/customers/create-customer.ts": ["country", "countryCode"],
  "src/domains/customers/customer-notices.ts": ["country", "countryCode", "vatNumber"],
  // Each with a control of its own.
  "web/pages/customers/wish-control.tsx": ["invoice_language", "invoice_name"],
  "web/pages/invoices/editor/options.tsx": ["invoice_language"],
  "web/pages/invoices/editor/paper.tsx": ["invoice_language"],
  // The seller has a VAT number too.
  ...Object.fromEntries(
    [
      "src/db/schema/invoices.ts",
      "src/domains/invoice-settings/journal.ts",
      "src/domains/invoice-settings/page-answers.ts",
      "src/domains/invoice-settings/save-settings.ts",
      "src/domains/invoice-settings/settings.ts",
      "src/domains/invoices/invoice-body.ts",
      "src/domains/invoices/pdf/document.ts",
      "src/domains/invoices/pdf/languages.ts",
      "src/jobs/read-document.ts",
      "web/pages/invoices/document.tsx",
      "web/pages/settings/invoices/seller-form.tsx",
      "web/pages/settings/invoices/seller.page.tsx",
    ].map((path) => [path, ["vatNumber"]]),
  ),
};

// Tax rates and roundings have the same names elsewhere.
test("an optional field of customers is spelled in the table of fields alone, and where it is special", async () => {
  const found: Record<string, string[]> = {};
  for await (const path of glob("{src,web}/**/*.{ts,tsx}")) {
    if (/\.test\.ts$|^src\/demo\/|^src\/shared\/records\//.test(path)) continue;
    const code = (await readFile(path, "utf8")).replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, "");
    const words = new Set(code.match(/\w+/g));
    const spelled = optionalNames(CUSTOMER_FILE_FIELDS).filter((name) => {
      const { column } = CUSTOMER_FILE_FIELDS[name];
      const isCommon = !/[A-Z_]/.test(name) || name === "countryCode";
      if (isCommon && !path.includes("/customers")) return false;
      return words.has(name) || words.has(column);
    });
    const isAll = SPELLED[path]?.[0] === "*" && spelled.length > 0;
    if (spelled.length > 0) found[path] = isAll ? ["*"] : spelled.toSorted();
  }
  assert.deepEqual(found, SPELLED);
});
