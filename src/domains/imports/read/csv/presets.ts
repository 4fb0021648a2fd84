import { bare } from "../../../../core/csv/columns.ts";
import type { RowError } from "../statement.ts";
import type { Role } from "./role.ts";
import type { Table } from "./table.ts";
import { wiseHistory } from "./wise-history.ts";

export type Preset = {
  readonly name: string;
  readonly titles: readonly string[];
  /** Roles by place, for an export that has these titles alone, in this order. */
  readonly places?: readonly Role[];
  /** Roles that differ from the usual ones of these titles. */
  readonly roles: Readonly<Record<string, Role>>;
  readonly feeIsExtra: boolean;
  /** True for an account in several currencies, which are one account each here. */
  readonly hasCurrencies: boolean;
  readonly feeCategory: string;
  readonly payout: RegExp | null;
  /** Adds a signed amount to a table that has none. */
  readonly rewrite?: (table: Table) => {
    readonly table: Table;
    readonly errors: readonly RowError[];
  };
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

const REVOLUT_BUSINESS: Preset["roles"] = {
  "Date started (UTC)": "valueDate",
  "Date completed (UTC)": "date",
  "Orig currency": "originalCurrency",
  "Orig amount": "originalAmount",
  "Payment currency": "currency",
  "Fee currency": "feeCurrency",
  "Exchange rate": "rate",
  Description: "description",
  Payer: "reference",
  "Beneficiary name": "name",
  "Sender name": "name",
  "Beneficiary account number": "counterparty",
  "Beneficiary IBAN": "counterparty",
};

const QONTO_STATE: Preset["roles"] = {
  "Settlement date (UTC)": "date",
  "Operation date (UTC)": "valueDate",
  "Total amount (incl. VAT)": "amount",
  IBAN: "account",
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
    name: "Revolut Business",
    titles: [
      "Date completed (UTC)",
      "ID",
      "Orig amount",
      "Payment currency",
      "Total amount",
      "Fee",
    ],
    roles: { ...REVOLUT_BUSINESS, Amount: "gross", "Total amount": "net" },
    hasCurrencies: true,
    feeCategory: "banking-fees",
  },
  {
    ...GENERIC,
    name: "Revolut Business",
    titles: ["Date completed (UTC)", "ID", "Orig amount", "Payment currency", "Amount", "Fee"],
    roles: REVOLUT_BUSINESS,
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
    name: "Wise history",
    titles: ["ID", "Status", "Direction", "Source amount (after fees)", "Source fee amount"],
    roles: { Gross: "gross", Fee: "fee", Net: "net", "Other amount": "originalAmount" },
    hasCurrencies: true,
    feeCategory: "banking-fees",
    rewrite: wiseHistory,
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
  {
    ...GENERIC,
    name: "Shopify payouts",
    titles: ["Payout Date", "Charges", "Refunds", "Adjustments", "Reserved Funds", "Fees", "Total"],
    roles: {
      "Payout Date": "date",
      Total: "amount",
      Charges: "part",
      Refunds: "part",
      Adjustments: "part",
      "Reserved Funds": "part",
      Fees: "part",
      "Retried Amount": "part",
    },
  },
  {
    ...GENERIC,
    name: "Square",
    titles: ["Gross Sales", "Net Sales", "Total Collected", "Fees", "Net Total", "Transaction ID"],
    roles: {
      "Time Zone": "ignored",
      "Gross Sales": "part",
      "Net Sales": "part",
      Tax: "tax",
      "Total Collected": "gross",
      Fees: "fee",
      "Net Total": "net",
      "Event Type": "kind",
    },
  },
  {
    ...GENERIC,
    name: "Qonto",
    titles: ["Status", "Settlement date (UTC)", "Operation date (UTC)", "Total amount (incl. VAT)"],
    roles: QONTO_STATE,
  },
  {
    ...GENERIC,
    name: "Qonto",
    titles: [
      "Statut",
      "Date de la valeur (UTC)",
      "Date de l'opération (UTC)",
      "Montant total (TTC)",
    ],
    roles: {
      "Date de la valeur (UTC)": "date",
      "Date de l'opération (UTC)": "valueDate",
      "Montant total (TTC)": "amount",
      Débit: "ignored",
      Crédit: "ignored",
      "Montant total (TTC) (local)": "originalAmount",
      "Devise (local)": "originalCurrency",
      "Montant total (HT)": "part",
      "Nom du compte": "ignored",
      "IBAN du compte": "account",
      "Nom de la contrepartie": "name",
    },
  },
  {
    ...GENERIC,
    name: "Deutsche Bank",
    titles: ["Buchungstag", "Wert", "Umsatzart", "Fremde Gebühren", "Betrag", "Soll", "Haben"],
    roles: { "Fremde Gebühren": "fee" },
  },
  {
    ...GENERIC,
    name: "Deutsche Bank card",
    titles: [
      "Belegdatum",
      "Eingangstag",
      "Verwendungszweck",
      "Fremdwährung",
      "Betrag",
      "Kurs",
      "Betrag",
      "Währung",
    ],
    places: [
      "valueDate",
      "date",
      "description",
      "originalCurrency",
      "originalAmount",
      "rate",
      "amount",
      "currency",
    ],
    roles: {},
  },
  {
    ...GENERIC,
    name: "Sparkasse",
    titles: ["Auftragskonto", "Buchungstag", "Valutadatum", "Betrag", "Waehrung", "Info"],
    roles: {
      "Lastschrift Ursprungsbetrag": "part",
      "Auslagenersatz Ruecklastschrift": "part",
      Info: "state",
    },
  },
];

export function findPreset(
  header: readonly string[] | null,
  roles: readonly (Role | null)[],
): Preset {
  const titles = (header ?? []).map(bare);
  const exact = PRESETS.find((preset) =>
    preset.places === undefined
      ? preset.titles.every((title) => titles.includes(bare(title)))
      : preset.titles.map(bare).join() === titles.join(),
  );
  if (exact !== undefined) return exact;
  // PayPal translates its titles.
  const isPayPal = (["gross", "fee", "net", "effect"] as const).every((role) =>
    roles.includes(role),
  );
  return PRESETS.find(({ name }) => isPayPal && name === "PayPal") ?? GENERIC;
}

/** Role that a preset gives the column at a place; null where it leaves that to the title. */
export function presetRole(preset: Preset, title: string, place: number): Role | null {
  const own = Object.hasOwn(preset.roles, title) ? preset.roles[title] : undefined;
  return preset.places?.[place] ?? own ?? null;
}
