import { INVOICE_LANGUAGE_NAMES } from "../invoice-languages.ts";
import { fieldLabels, type RecordFields } from "./field.ts";

/** Fields of a customer by their wire names, in the order of answers and files. */
export const CUSTOMER_FIELDS = {
  name: { column: "name", kind: "name", longest: 200, label: "Name", isRequired: true },
  email: { column: "email", kind: "e-mail", label: "E-mail", isRequired: true },
  billingEmail: { column: "billing_email", kind: "e-mails", label: "Billing e-mail" },
  phone: { column: "phone", kind: "phone", longest: 300, label: "Phone" },
  website: { column: "website", kind: "URL", label: "Website" },
  contact: { column: "contact", kind: "line", longest: 300, label: "Contact" },
  note: { column: "note", kind: "text", longest: 10_000, label: "Note" },
  vatNumber: { column: "vat_number", kind: "line", longest: 300, label: "VAT number" },
  country: {
    column: "country",
    kind: "country",
    longest: 300,
    codeIn: "countryCode",
    label: "Country",
  },
  countryCode: { column: "country_code", kind: "country code", label: "Country code" },
  addressLine1: { column: "address_line_1", kind: "line", longest: 300, label: "Address line 1" },
  addressLine2: {
    column: "address_line_2",
    kind: "line",
    longest: 300,
    label: "Address line 2",
    isRare: true,
  },
  city: { column: "city", kind: "line", longest: 300, label: "City" },
  state: { column: "state", kind: "line", longest: 300, label: "State", isRare: true },
  zip: { column: "zip", kind: "line", longest: 300, label: "Postal code" },
  preferred_currency: { column: "preferred_currency", kind: "currency", label: "Currency" },
  default_payment_terms: {
    column: "default_payment_terms",
    kind: "days",
    most: 3650,
    label: "Payment terms",
  },
} as const satisfies RecordFields;

/** Wishes about invoices, which people set. Tools have the fields above alone. */
const INVOICE_FIELDS = {
  invoice_name: {
    column: "invoice_name",
    kind: "line",
    longest: 200,
    label: "Name on invoices",
  },
  invoice_language: {
    column: "invoice_language",
    kind: "choice",
    choices: INVOICE_LANGUAGE_NAMES,
    label: "Language of invoices",
  },
  tax_rate_id: { column: "tax_rate_id", kind: "id", of: "tax_rate", label: "Tax rate" },
  rounding: { column: "rounding", kind: "rounding", label: "Rounding of time" },
} as const satisfies RecordFields;

export const ALL_CUSTOMER_FIELDS = { ...CUSTOMER_FIELDS, ...INVOICE_FIELDS } as const;

/** Fields that files have too. Another team has other tax rates. */
export const CUSTOMER_FILE_FIELDS = {
  ...CUSTOMER_FIELDS,
  invoice_name: INVOICE_FIELDS.invoice_name,
  invoice_language: INVOICE_FIELDS.invoice_language,
} as const;

export type CustomerField = keyof typeof ALL_CUSTOMER_FIELDS;

/** The same fields in the order in which people read them, on the page and in the form. */
export const CUSTOMER_GROUPS = {
  contact: ["name", "email", "contact", "phone", "website"],
  address: ["addressLine1", "addressLine2", "zip", "city", "state", "country", "countryCode"],
  billing: ["billingEmail", "vatNumber", "preferred_currency", "default_payment_terms"],
  invoices: ["invoice_name", "invoice_language", "tax_rate_id", "rounding"],
  note: ["note"],
} as const satisfies Record<string, readonly CustomerField[]>;

const { contact, address, billing, note } = CUSTOMER_GROUPS;

/** Labels of what a column of a file may hold: the fields, parts of the contact, and tags. */
export const CUSTOMER_FILE_LABELS = {
  ...fieldLabels(CUSTOMER_FILE_FIELDS, [
    ...contact,
    ...address,
    ...billing,
    "invoice_name",
    "invoice_language",
    ...note,
  ]),
  first_name: "Contact, first name",
  last_name: "Contact, last name",
  tags: "Tags",
};
