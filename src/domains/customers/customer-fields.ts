import { z } from "zod";
import { countryCode, currency, emailList, label, text, uuid, webUrl } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";

/** Fields that customers_create and customers_update share, with their columns. */

export const name = label(200);

export const tagIds = z.array(uuid).max(100);

const line = text(300).nullish();

/** Optional fields, by their wire names. */
export const details = {
  billingEmail: emailList.nullish(),
  phone: line,
  website: webUrl.nullish(),
  contact: line,
  note: text(10_000).nullish(),
  vatNumber: line,
  country: line,
  countryCode: countryCode.nullish(),
  addressLine1: line,
  addressLine2: line,
  city: line,
  state: line,
  zip: line,
  preferred_currency: currency.nullish(),
  default_payment_terms: z.int().min(0).max(3650).nullish().describe("days"),
};

export const detailName = z.strictObject(details).keyof();

export type DetailName = z.output<typeof detailName>;

export function detailColumns(input: z.output<z.ZodObject<typeof details>>) {
  return {
    billing_email: input.billingEmail,
    phone: input.phone,
    website: input.website,
    ...contactColumns(input.contact),
    note: input.note,
    vat_number: input.vatNumber,
    country: input.country,
    country_code: input.countryCode,
    address_line_1: input.addressLine1,
    address_line_2: input.addressLine2,
    city: input.city,
    state: input.state,
    zip: input.zip,
    preferred_currency: input.preferred_currency,
    default_payment_terms: input.default_payment_terms,
  };
}

export function nameColumns(name: string) {
  return { name, name_folded: fold(name) };
}

export function emailColumns(email: string) {
  return { email, email_folded: fold(email) };
}

export function contactColumns<Contact extends string | null | undefined>(contact: Contact) {
  return { contact, contact_folded: typeof contact === "string" ? fold(contact) : contact };
}
