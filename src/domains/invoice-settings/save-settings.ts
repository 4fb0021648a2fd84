import { z } from "zod";
import { writeTeam } from "../../accounts/teams.ts";
import { record } from "../../activity/journal.ts";
import { version, versionOf } from "../../core/canonical-json.ts";
import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import { countryCode, email, emailList, label, rounding, text, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { contrastOnWhite, LEAST_CONTRAST } from "../../shared/contrast.ts";
import { INVOICE_LANGUAGES } from "../invoices/invoice-body.ts";
import { listPaymentAccounts, noPaymentAccount } from "../payment-accounts/payment-account.ts";
import { listRates, noRate } from "../tax-rates/tax-rate.ts";
import {
  type InvoiceSettings,
  type SettingsColumns,
  settingsOf,
  writeSettings,
} from "./settings.ts";

const accent = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, {
    error: "must be a color of six digits, such as #115f6f",
    abort: true,
  })
  .refine(
    (color) => contrastOnWhite(color) >= LEAST_CONTRAST,
    `is too light to be read on white paper: its contrast must be ${LEAST_CONTRAST} to 1`,
  );

/** Lines of an address, without empty ones. */
const address = text(500).overwrite((value) =>
  value
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n"),
);

export const UpdateSettings = z.strictObject({
  legal_name: label(200).nullish(),
  address: address.nullish(),
  city: label(100).nullish(),
  zip: label(20).nullish(),
  state: label(100).nullish(),
  /** The team's. */
  country_code: countryCode.nullish(),
  vat_number: label(50).nullish(),
  tax_number: label(50).nullish(),
  registration: label(200).nullish(),
  contact: label(100).nullish(),
  phone: label(50).nullish(),
  email: email.nullish(),
  legal_text: text(2000).nullish(),
  dates_ordered: z.boolean().nullish(),
  void_issues_credit_note: z.boolean().nullish(),
  tax_rate_id: uuid.nullish(),
  payment_account_id: uuid.nullish(),
  prices_include_tax: z.boolean().optional(),
  language: z.enum(INVOICE_LANGUAGES).optional(),
  terms_days: z.int().min(0).max(3650).optional(),
  rounding: rounding.optional(),
  paper: z.enum(["A4", "LETTER"]).optional(),
  accent: accent.optional(),
  reply_to: email.nullish(),
  copy_to: emailList.nullish(),
  seen: version.optional(),
});

type UpdateSettings = z.output<typeof UpdateSettings>;

/**
 * Changes the given settings only; null empties one, or leaves it to the practice of the country. Documents that
 * were sent keep what they say.
 * @throws Refusal `changed_meanwhile` when the settings are no longer as they were seen
 * @returns the event's id; null where all is as before
 */
export async function updateSettings(
  context: Context,
  { seen, country_code, ...given }: UpdateSettings,
): Promise<string | null> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const before = await settingsOf(context);
    if (seen !== undefined && seen !== versionOfSettings(before))
      throw changedMeanwhile(
        "The settings were changed meanwhile",
        "look at what changed, and save again; nothing was saved",
      );
    await requireOpen(context, given);
    const columns = emptied(given);
    const changes = await writeSettings(context, columns);
    const team =
      country_code === undefined ? [] : (await writeTeam(context, { country_code })).changes;
    const all = [...changes, ...team];
    return all.length === 0 ? null : record(context, all);
  });
}

export function versionOfSettings({ updated_at: _at, ...settings }: InvoiceSettings): string {
  return versionOf(settings);
}

type Given = Omit<UpdateSettings, "seen" | "country_code">;

/** An empty text is none. */
function emptied(given: Given): Partial<SettingsColumns> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => [
        column,
        typeof value === "string" && value.trim() === "" ? null : value,
      ]),
  );
}

/** @throws Refusal for a default that does not exist, or that is archived */
async function requireOpen(
  context: Context,
  { tax_rate_id, payment_account_id }: Given,
): Promise<void> {
  if (tax_rate_id !== undefined && tax_rate_id !== null) {
    const rate = (await listRates(context)).find(({ id }) => id === tax_rate_id);
    if (rate === undefined) throw noRate(tax_rate_id, "tax_rate_id");
    if (rate.archived_at !== null) throw archived("tax rate", rate.name, "tax_rate_id");
  }
  if (payment_account_id !== undefined && payment_account_id !== null) {
    const accounts = await listPaymentAccounts(context);
    const account = accounts.find(({ id }) => id === payment_account_id);
    if (account === undefined) throw noPaymentAccount(payment_account_id, "payment_account_id");
    if (account.archived_at !== null)
      throw archived("bank account", account.label, "payment_account_id");
  }
}

function archived(what: string, name: string, path: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path,
    message: `The ${what} ${quoted(name)} is archived`,
    next: "choose another, or take it back from the archive first; nothing was changed",
  });
}
