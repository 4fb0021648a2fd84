import { z } from "zod";
import { countryCode, currency, emailList, label, text, uuid, webUrl } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";

/** What customers_create and customers_update take alike, and the columns that it is kept in. */

export const name = label(200);

export const tagIds = z.array(uuid).max(100);

const line = text(300).nullish();

/** What is not required, under the names of the wire. */
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

/** The columns of the details that are given. */
export function detailColumns(input: z.output<z.ZodObject<typeof details>>) {
  return {
    billing_email: input.billingEmail,
    phone: input.phone,
    website: input.website,
    contact: input.contact,
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

/** A name with the form in which it is searched. */
export function nameColumns(name: string) {
  return { name, name_folded: fold(name) };
}

export function emailColumns(email: string) {
  return { email, email_folded: fold(email) };
}
