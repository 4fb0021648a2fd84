import { z } from "zod";
import type { RecordedChange, Snapshot } from "../../activity/recorded-change.ts";
import type { Clash, Instead, SharedSubject } from "../../activity/subject.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { ROUNDING_NAMES } from "../../shared/time-rounding.ts";
import { listPaymentAccounts } from "../payment-accounts/payment-account.ts";
import { listRates } from "../tax-rates/tax-rate.ts";
import { NUMBER_DEFAULTS, type settingsSnapshot } from "./settings.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    invoice_settings: typeof invoiceSettingsSubject;
  }
}

const RESETS = { never: "Never", year: "Each year", month: "Each month" } as const;

type Column = Exclude<keyof ReturnType<typeof settingsSnapshot>, "id">;

export const invoiceSettingsSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Settings of invoices",
    one: "the settings of invoices",
    named: "the settings of invoices",
    inFields: "invoices",
    many: "settings of invoices",
  },
  verbs: { created: { said: "changed *", tried: "change *" } },
  fields: {
    legal_name: { label: "Legal name", kind: "text" },
    address: { label: "Address", kind: "long text" },
    city: { label: "City", kind: "text" },
    zip: { label: "Post code", kind: "text" },
    state: { label: "State", kind: "text" },
    vat_number: { label: "VAT number", kind: "text" },
    tax_number: { label: "Tax number", kind: "text" },
    registration: { label: "Registration", kind: "text" },
    contact: { label: "Contact", kind: "text" },
    phone: { label: "Phone", kind: "text" },
    email: { label: "E-mail", kind: "text" },
    legal_text: { label: "Legal text", kind: "long text" },
    invoice_pattern: { label: "Invoice numbers", kind: "text" },
    invoice_reset: { label: "Reset of invoice numbers", kind: "choice", choices: RESETS },
    credit_note_pattern: { label: "Credit note numbers", kind: "text" },
    credit_note_reset: { label: "Reset of credit note numbers", kind: "choice", choices: RESETS },
    credits_share_numbers: { label: "One series for both", kind: "boolean" },
    dates_ordered: { label: "Dates in the order of numbers", kind: "boolean" },
    void_issues_credit_note: { label: "Credit note when voided", kind: "boolean" },
    tax_rate_id: { label: "Usual tax rate", kind: "id", of: "tax_rate" },
    payment_account_id: { label: "Usual bank details", kind: "id", of: "payment_account" },
    prices_include_tax: { label: "Prices include tax", kind: "boolean" },
    language: { label: "Language", kind: "text" },
    terms_days: { label: "Days to pay", kind: "number", unit: "day" },
    paper: { label: "Paper", kind: "text" },
    accent: { label: "Color", kind: "text" },
    logo_sha256: { label: "Logo", kind: "text", dates: "the logo" },
    reply_to: { label: "Replies go to", kind: "text" },
    copy_to: { label: "Copies go to", kind: "text" },
    rounding: { label: "Rounding of time", kind: "choice", choices: ROUNDING_NAMES },
    texts: null,
    updated_at: null,
  },
  page: "/settings/invoices/seller#seller",
  // The team has one set, which needs no name.
  names: async () => [],
  namedIn: null,
  undo: {
    table: "invoice_settings",
    key: ["id"],
    derived: () => ({}),
    touched: "updated_at",
    referredBy: [],
    hold: lockTeam,
    never: renumbered,
    clash: archivedSince,
  },
};

const Defaults = z.object({
  tax_rate_id: z.string().nullable(),
  payment_account_id: z.string().nullable(),
});

/** Finds a default that was archived or deleted since: new invoices would have it all the same. */
async function archivedSince(context: Context, row: Snapshot): Promise<Clash | null> {
  const { tax_rate_id, payment_account_id } = Defaults.parse(row);
  const rate = (await listRates(context)).find(({ id }) => id === tax_rate_id);
  if (rate !== undefined && rate.archived_at !== null)
    return { message: `the tax rate ${quoted(rate.name)} is archived now`, next: RESTORE };
  const accounts = await listPaymentAccounts(context);
  const account = accounts.find(({ id }) => id === payment_account_id);
  if (payment_account_id !== null && account === undefined)
    return {
      message: "its bank details are not there any more",
      next: "choose others under Settings, Invoices, Bank details",
    };
  if (account !== undefined && account.archived_at !== null)
    return { message: `the bank details ${quoted(account.label)} are archived now`, next: RESTORE };
  return null;
}

const RESTORE = "take it back from the archive first";

/** Numbers may have been given since, and their page alone compares with these. */
function renumbered({ before, after }: RecordedChange): Instead | null {
  const made = before === null || after === null;
  const isOther = Object.entries(NUMBER_DEFAULTS).some(([column, usual]) => {
    const value = (before ?? after)?.[column];
    return value !== undefined && (!made || value !== usual);
  });
  if (!isOther) return null;
  return {
    because: "The pattern of the numbers is not undone, since numbers may have been given by it",
    next: "change it back under Settings, Invoices, Numbers",
  };
}
