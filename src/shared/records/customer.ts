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

export type CustomerField = keyof typeof CUSTOMER_FIELDS;

/** The same fields in the order in which people read them, on the page and in the form. */
export const CUSTOMER_GROUPS = {
  contact: ["name", "email", "contact", "phone", "website"],
  address: ["addressLine1", "addressLine2", "zip", "city", "state", "country", "countryCode"],
  billing: ["billingEmail", "vatNumber", "preferred_currency", "default_payment_terms"],
  note: ["note"],
} as const satisfies Record<string, readonly CustomerField[]>;

/** Labels of what a column of a file may hold: the fields, parts of the contact, and tags. */
export const CUSTOMER_FILE_LABELS = {
  ...fieldLabels(CUSTOMER_FIELDS, Object.values(CUSTOMER_GROUPS).flat()),
  first_name: "Contact, first name",
  last_name: "Contact, last name",
  tags: "Tags",
};
