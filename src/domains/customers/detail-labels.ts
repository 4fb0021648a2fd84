import type { DetailName } from "./customer-fields.ts";

/** Titles of the optional fields in files; an export reads back with the same. */
export const DETAIL_LABELS = {
  contact: "Contact",
  billingEmail: "Billing e-mail",
  phone: "Phone",
  website: "Website",
  vatNumber: "VAT number",
  addressLine1: "Address line 1",
  addressLine2: "Address line 2",
  zip: "Postal code",
  city: "City",
  state: "State",
  country: "Country",
  countryCode: "Country code",
  preferred_currency: "Currency",
  default_payment_terms: "Payment terms",
  note: "Note",
} as const satisfies Record<DetailName, string>;
