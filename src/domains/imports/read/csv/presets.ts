import { bare } from "../../../../core/csv/columns.ts";
import type { Role } from "./role.ts";

export type Preset = {
  readonly name: string;
  readonly titles: readonly string[];
  readonly roles: Readonly<Record<string, Role>>;
  readonly feeIsExtra: boolean;
  /** True for an account in several currencies, which are one account each here. */
  readonly hasCurrencies: boolean;
  readonly feeCategory: string;
  readonly payout: RegExp | null;
};

const GENERIC: Preset = {
  name: "CSV",
  titles: [],
  roles: {},
  feeIsExtra: false,
  hasCurrencies: false,
  feeCategory: "processor-fees",
  payout: null,
};

const PRESETS: readonly Preset[] = [
  {
    ...GENERIC,
    name: "Revolut",
    titles: ["Type", "Product", "Started Date", "Completed Date", "Description", "Amount", "Fee"],
    roles: { Product: "account", "Started Date": "valueDate" },
    feeIsExtra: true,
    hasCurrencies: true,
    feeCategory: "banking-fees",
  },
  {
    ...GENERIC,
    name: "Wise",
    titles: ["TransferWise ID", "Date", "Amount", "Currency", "Payment Reference"],
    roles: {
      "Payment Reference": "reference",
      "Payee Name": "name",
      "Payer Name": "name",
      Merchant: "name",
      "Total fees": "ignored",
      "Exchange From": "ignored",
      "Exchange To": "ignored",
    },
    hasCurrencies: true,
  },
  {
    ...GENERIC,
    name: "PayPal",
    titles: ["Gross", "Fee", "Net", "Transaction ID"],
    roles: {},
    hasCurrencies: true,
    payout: /withdrawal|bank deposit|transfer to bank|abbuchung|bankgutschrift|auszahlung|retrait/i,
  },
  {
    ...GENERIC,
    name: "Stripe",
    titles: ["id", "Type", "Source", "Amount", "Fee", "Net", "Currency"],
    roles: { Amount: "gross", Source: "reference" },
    hasCurrencies: true,
    payout: /^payout/i,
  },
];

export function findPreset(
  header: readonly string[] | null,
  roles: readonly (Role | null)[],
): Preset {
  const titles = new Set((header ?? []).map(bare));
  const exact = PRESETS.find((preset) => preset.titles.every((title) => titles.has(bare(title))));
  if (exact !== undefined) return exact;
  // PayPal translates its titles.
  const isPayPal = (["gross", "fee", "net", "effect"] as const).every((role) =>
    roles.includes(role),
  );
  return PRESETS.find(({ name }) => isPayPal && name === "PayPal") ?? GENERIC;
}
