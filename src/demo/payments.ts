import type { CreateAccount } from "../domains/bank-accounts/create-account.ts";

export type AccountName = "giro" | "dollars" | "card";

/** Accounts with what they had a year ago, in minor units. */
export const ACCOUNTS: Readonly<
  Record<
    AccountName,
    Pick<CreateAccount, "name" | "institution" | "type" | "currency" | "opening_minor">
  >
> = {
  giro: {
    name: "Business account",
    institution: "Sparkasse Leipzig",
    type: "current",
    currency: "EUR",
    opening_minor: 1_840_000,
  },
  dollars: {
    name: "Dollar account",
    institution: "Wise",
    type: "wallet",
    currency: "USD",
    opening_minor: 310_000,
  },
  card: {
    name: "Company card",
    institution: "Sparkasse Leipzig",
    type: "card",
    currency: "EUR",
    opening_minor: -42_000,
  },
};

/** A payment that comes back every month. */
export type Payment = {
  readonly account: AccountName;
  readonly name: string;
  readonly category: string;
  /** Day of the month. */
  readonly day: number;
  /** Least and most, in minor units; below zero is money out. */
  readonly between: readonly [number, number];
  /** Share of the months in which it happens; every month by default. */
  readonly often?: number;
};

export const PAYMENTS: readonly Payment[] = [
  {
    account: "giro",
    name: "Hausverwaltung Südvorstadt",
    category: "rent",
    day: 1,
    between: [-142_000, -142_000],
  },
  {
    account: "giro",
    name: "Salary Daniel Okafor",
    category: "salary",
    day: 28,
    between: [-286_000, -286_000],
  },
  {
    account: "giro",
    name: "Salary Yuki Tanaka",
    category: "salary",
    day: 28,
    between: [-301_000, -301_000],
  },
  {
    account: "giro",
    name: "AOK Plus",
    category: "payroll-tax-remittances",
    day: 27,
    between: [-231_000, -224_000],
  },
  {
    account: "giro",
    name: "Finanzamt Leipzig",
    category: "vat-gst-pst-qst-payments",
    day: 10,
    between: [-268_000, -142_000],
  },
  {
    account: "giro",
    name: "Telekom Deutschland",
    category: "internet-and-telephone",
    day: 6,
    between: [-8_990, -8_990],
  },
  {
    account: "giro",
    name: "Stadtwerke Leipzig",
    category: "utilities",
    day: 3,
    between: [-18_400, -15_200],
  },
  { account: "giro", name: "Hiscox", category: "insurance", day: 15, between: [-6_420, -6_420] },
  {
    account: "giro",
    name: "Account fees",
    category: "banking-fees",
    day: 30,
    between: [-1_490, -1_490],
  },
  {
    account: "giro",
    name: "Nordlicht Verlag",
    category: "service-revenue",
    day: 9,
    between: [620_000, 940_000],
  },
  {
    account: "giro",
    name: "Brauerei Lindenau",
    category: "service-revenue",
    day: 14,
    between: [280_000, 520_000],
    often: 0.8,
  },
  {
    account: "giro",
    name: "Atelier Fontaine",
    category: "service-revenue",
    day: 21,
    between: [340_000, 610_000],
    often: 0.7,
  },
  {
    account: "giro",
    name: "Museum Grassi",
    category: "service-revenue",
    day: 24,
    between: [190_000, 450_000],
    often: 0.5,
  },
  {
    account: "dollars",
    name: "Prairie Health Inc",
    category: "service-revenue",
    day: 12,
    between: [410_000, 580_000],
  },
  { account: "dollars", name: "Figma", category: "software", day: 4, between: [-13_500, -13_500] },
  { account: "dollars", name: "GitHub", category: "software", day: 17, between: [-6_300, -6_300] },
  {
    account: "dollars",
    name: "Amazon Web Services",
    category: "hosting",
    day: 2,
    between: [-21_900, -12_800],
  },
  {
    account: "card",
    name: "Hetzner Online",
    category: "hosting",
    day: 5,
    between: [-11_240, -9_870],
  },
  {
    account: "card",
    name: "Deutsche Bahn",
    category: "travel",
    day: 11,
    between: [-18_900, -4_990],
    often: 0.9,
  },
  {
    account: "card",
    name: "Deutsche Bahn",
    category: "travel",
    day: 19,
    between: [-14_900, -3_990],
    often: 0.6,
  },
  { account: "card", name: "Café Grundmann", category: "meals", day: 8, between: [-7_800, -2_450] },
  {
    account: "card",
    name: "Café Grundmann",
    category: "meals",
    day: 22,
    between: [-6_900, -1_950],
    often: 0.8,
  },
  {
    account: "card",
    name: "Büromarkt Böttcher",
    category: "office-supplies",
    day: 13,
    between: [-16_500, -2_310],
    often: 0.7,
  },
  {
    account: "card",
    name: "Teilauto",
    category: "vehicle",
    day: 26,
    between: [-9_600, -3_100],
    often: 0.6,
  },
];
