import { z } from "zod";
import { version } from "../../core/canonical-json.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { hasInvoiceRules, ordersInvoiceDates } from "../../shared/country-taxes.ts";
import { INVOICE_LANGUAGES } from "../invoices/invoice-body.ts";
import { versionOfSettings } from "./save-settings.ts";
import { settingsOf } from "./settings.ts";

const words = z.string().nullable();

export const ShownSettings = z.object({
  legal_name: words,
  address: words,
  city: words,
  zip: words,
  state: words,
  /** The team's. */
  country_code: words,
  vat_number: words,
  tax_number: words,
  registration: words,
  contact: words,
  phone: words,
  email: words,
  legal_text: words,
  /** Null leaves it to the practice of the country, which `usual` tells. */
  dates_ordered: z.boolean().nullable(),
  void_issues_credit_note: z.boolean().nullable(),
  usual: z.object({ dates_ordered: z.boolean(), void_issues_credit_note: z.boolean() }),
  tax_rate_id: uuid.nullable(),
  payment_account_id: uuid.nullable(),
  prices_include_tax: z.boolean(),
  language: z.enum(INVOICE_LANGUAGES),
  terms_days: z.int(),
  /** Code of the rule by which tracked time is rounded. */
  rounding: z.string(),
  paper: z.enum(["A4", "LETTER"]),
  accent: z.string(),
  logo_sha256: words,
  reply_to: words,
  copy_to: words,
  version,
});

export async function shownSettings(context: Context): Promise<z.output<typeof ShownSettings>> {
  const settings = await settingsOf(context);
  return ShownSettings.parse({
    ...settings,
    usual: {
      dates_ordered: ordersInvoiceDates(settings.country_code),
      void_issues_credit_note: hasInvoiceRules(settings.country_code),
    },
    version: versionOfSettings(settings),
  });
}
