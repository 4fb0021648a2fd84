import type { CreateAccount } from "../domains/bank-accounts/save-account.ts";

type Payment = {
  readonly account: AccountName;
  readonly name: string;
  readonly category: string;
  readonly day: number;
  /** Least and most, in minor units; below zero is money out. */
  readonly between: readonly [number, number];
  /** Share of the months, by default 1. */
  readonly often?: number;
  /** Months before today's in which it happens: first and last. All by default. */
  readonly months?: readonly [first: number, last: number];
  /** Hundredths of a percent of VAT in it. */
  readonly vat?: number;
  /** No rule knows the payee, so that somebody chooses the category. */
  readonly isByHand?: true;
};

export const SETTLEMENT = { day: 25, name: "Card settlement" } as const;

const GIRO: readonly Omit<Payment, "account">[] = [
  {
    name: "Coworking Plagwitz",
    category: "rent",
    day: 1,
    between: [-89_000, -89_000],
    months: [24, 15],
    vat: 1900,
  },
  {
    name: "Hausverwaltung Südvorstadt",
    category: "rent",
    day: 1,
    between: [-142_000, -142_000],
    months: [14, 0],
  },
  { name: "Salary Daniel Okafor", category: "salary", day: 28, between: [-286_000, -286_000] },
  {
    name: "Salary Yuki Takahashi",
    category: "salary",
    day: 28,
    between: [-301_000, -301_000],
    months: [14, 0],
  },
  {
    name: "AOK Plus",
    category: "payroll-tax-remittances",
    day: 27,
    between: [-118_000, -112_000],
    months: [24, 15],
  },
  {
    name: "AOK Plus",
    category: "payroll-tax-remittances",
    day: 27,
    between: [-231_000, -224_000],
    months: [14, 0],
  },
  {
    name: "Finanzamt Leipzig",
    category: "vat-gst-pst-qst-payments",
    day: 10,
    between: [-268_000, -142_000],
  },
  {
    name: "Telekom Deutschland",
    category: "internet-and-telephone",
    day: 6,
    between: [-8_990, -8_990],
    vat: 1900,
  },
  {
    name: "Stadtwerke Leipzig",
    category: "utilities",
    day: 3,
    between: [-18_400, -15_200],
    months: [14, 0],
    vat: 1900,
  },
  { name: "Hiscox", category: "insurance", day: 15, between: [-6_420, -6_420] },
  { name: "Account fees", category: "banking-fees", day: 30, between: [-1_490, -1_490] },
  {
    name: "Möbelwerk Halle",
    category: "fixed-assets",
    day: 18,
    between: [-384_000, -384_000],
    months: [14, 14],
    vat: 1900,
  },
  {
    name: "Mara Lindqvist",
    category: "owner-draws",
    day: 29,
    between: [-380_000, -380_000],
  },
  {
    name: "Nordlicht Verlag",
    category: "service-revenue",
    day: 9,
    between: [580_000, 790_000],
    vat: 1900,
  },
  {
    name: "Brauerei Lindenau",
    category: "service-revenue",
    day: 14,
    between: [280_000, 520_000],
    often: 0.8,
    vat: 1900,
  },
  {
    name: "Atelier Fontaine",
    category: "service-revenue",
    day: 21,
    between: [340_000, 610_000],
    months: [13, 0],
    often: 0.8,
    vat: 1900,
  },
  {
    name: "Museum Grassi",
    category: "service-revenue",
    day: 24,
    between: [190_000, 450_000],
    months: [24, 9],
    often: 0.7,
    vat: 700,
  },
  {
    name: "Brauerei Lindenau",
    category: "customer-refunds",
    day: 22,
    between: [-64_000, -64_000],
    months: [7, 7],
    vat: 1900,
  },
];

const DOLLARS: readonly Omit<Payment, "account">[] = [
  {
    name: "Prairie Health Inc",
    category: "service-revenue",
    day: 12,
    between: [410_000, 580_000],
    months: [20, 0],
  },
  { name: "Figma", category: "software", day: 4, between: [-9_000, -9_000], months: [24, 15] },
  { name: "Figma", category: "software", day: 4, between: [-13_500, -13_500], months: [14, 0] },
  { name: "GitHub", category: "software", day: 17, between: [-6_300, -6_300] },
  {
    name: "Amazon Web Services",
    category: "hosting",
    day: 2,
    between: [-21_900, -12_800],
    months: [20, 0],
  },
];

const CARD: readonly Omit<Payment, "account">[] = [
  { name: "Hetzner Online", category: "hosting", day: 5, between: [-11_240, -9_870], vat: 1900 },
  {
    name: "Deutsche Bahn",
    category: "travel",
    day: 11,
    between: [-18_900, -4_990],
    often: 0.9,
    vat: 700,
    isByHand: true,
  },
  {
    name: "Deutsche Bahn",
    category: "travel",
    day: 19,
    between: [-14_900, -3_990],
    often: 0.6,
    vat: 700,
    isByHand: true,
  },
  {
    name: "Café Grundmann",
    category: "meals",
    day: 8,
    between: [-7_800, -2_450],
    vat: 1900,
    isByHand: true,
  },
  {
    name: "Café Grundmann",
    category: "meals",
    day: 22,
    between: [-6_900, -1_950],
    often: 0.8,
    vat: 1900,
    isByHand: true,
  },
  {
    name: "Büromarkt Böttcher",
    category: "office-supplies",
    day: 13,
    between: [-16_500, -2_310],
    often: 0.7,
    vat: 1900,
    isByHand: true,
  },
  {
    name: "Teilauto",
    category: "vehicle",
    day: 26,
    between: [-9_600, -3_100],
    often: 0.6,
    vat: 1900,
    isByHand: true,
  },
];

export const PAYMENTS: readonly Payment[] = [
  ...GIRO.map((payment) => ({ ...payment, account: "giro" as const })),
  ...DOLLARS.map((payment) => ({ ...payment, account: "dollars" as const })),
  ...CARD.map((payment) => ({ ...payment, account: "card" as const })),
];

export const CARD_NUMBER = "5314000012344242";

export const ACCOUNT_NAMES = ["giro", "dollars", "card"] as const;

export type AccountName = (typeof ACCOUNT_NAMES)[number];

export type Account = Pick<CreateAccount, "name" | "institution" | "type" | "currency"> & {
  readonly opening_minor: number;
  readonly number: string;
};

/** Accounts with their balances when the books begin, in minor units. */
export const ACCOUNTS: Readonly<Record<AccountName, Account>> = {
  giro: {
    name: "Business account",
    institution: "Sparkasse Leipzig",
    type: "current",
    currency: "EUR",
    opening_minor: 2_340_000,
    number: "DE02120300000000202051",
  },
  dollars: {
    name: "Dollar account",
    institution: "Wise",
    type: "wallet",
    currency: "USD",
    opening_minor: 310_000,
    number: "8310274455",
  },
  card: {
    name: "Company card",
    institution: "Sparkasse Leipzig",
    type: "card",
    currency: "EUR",
    opening_minor: -21_400,
    number: CARD_NUMBER,
  },
};
