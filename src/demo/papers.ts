import { taxed } from "../domains/transactions/tax.ts";
import { addDays } from "../shared/calendar.ts";
import { decimalText } from "../shared/money.ts";
import type { Day } from "../shared/time.ts";
import { DEMO_SELLER } from "./invoices.ts";
import {
  A4,
  ciiOf,
  type InvoicedPaper,
  paperPdf,
  type PaperRow,
  SLIP,
  ublOf,
} from "./paper-files.ts";

/** A payment of the demo's banks, with its amount above zero. */
export type Paid = {
  readonly date: Day;
  /** Minor units of the account's currency. */
  readonly minor: number;
  /** The same in euros, by the rate of the day. */
  readonly euroMinor: number;
};

export type DemoPaper = {
  /** Of the file. */
  readonly name: string;
  readonly by: "mara" | "daniel";
  /** Day on which it is uploaded. */
  readonly day: Day;
  readonly bytes: Buffer;
  /** Name of the payment that somebody matches it with; null where nobody does. */
  readonly payment: string | null;
  readonly isArchived?: true;
};

/** Payees of whose newest payments there are papers. */
export const PAPER_PAYEES = {
  telekom: "Telekom Deutschland",
  hetzner: "Hetzner Online",
  stadtwerke: "Stadtwerke Leipzig",
  cafe: "Café Grundmann",
  office: "Büromarkt Böttcher",
  figma: "Figma",
  aws: "Amazon Web Services",
  train: "Deutsche Bahn",
} as const;

export type PaidOf = Readonly<Record<keyof typeof PAPER_PAYEES, Paid>>;

/** All are invented, as their tax numbers are. */
export function papersOf(paid: PaidOf, today: Day): readonly DemoPaper[] {
  return [
    telekom(paid.telekom),
    hetzner(paid.hetzner),
    stadtwerke(paid.stadtwerke),
    cafe(paid.cafe),
    cardSlip(paid.cafe),
    office(paid.office),
    ...figma(paid.figma),
    aws(paid.aws),
    train(paid.train),
    printer(addDays(today, -4)),
    books(addDays(today, -9)),
  ];
}

const VAT_RATE = 1900;
const REDUCED_RATE = 700;

function taxOf(minor: number, tax_rate_bp: number): number {
  return taxed(minor, { tax_rate_bp, tax_type: null }).tax_minor ?? 0;
}

function german(minor: number): string {
  return `${decimalText(minor, "EUR").replace(".", ",")} EUR`;
}

function germanDay(day: Day): string {
  return day.split("-").toReversed().join(".");
}

/** Digits of numbers of invoices, which differ by day. */
function digitsOf(day: Day): string {
  return day.slice(2).replaceAll("-", "");
}

const BUYER = [DEMO_SELLER.legal_name, "Karl-Heine-Straße 93", "04229 Leipzig"] as const;

type Bill = {
  readonly seller: readonly string[];
  readonly title: string;
  /** Labels with values. */
  readonly facts: readonly (readonly [string, string])[];
  /** Names with amounts. */
  readonly lines: readonly (readonly [string, string])[];
  readonly sums: readonly (readonly [string, string])[];
  readonly foot: readonly string[];
};

function bill({ seller, title, facts, lines, sums, foot }: Bill): Buffer {
  const [name = "", ...address] = seller;
  const rows: PaperRow[] = [
    { cells: [[56, name]], size: 16, below: 20 },
    ...address.map((text): PaperRow => ({ cells: [[56, text]], size: 9, below: 13 })),
    gap(24),
    ...BUYER.map((text): PaperRow => ({ cells: [[56, text]] })),
    gap(28),
    { cells: [[56, title]], size: 18, below: 28 },
    ...facts.map(([label, value]): PaperRow => ({
      cells: [
        [56, label],
        [200, value],
      ],
    })),
    gap(20),
    ...lines.map(pair),
    gap(10),
    ...sums.map(pair),
    gap(28),
    ...foot.map((text): PaperRow => ({ cells: [[56, text]], size: 9, below: 13 })),
  ];
  return paperPdf(A4, rows);
}

function gap(below: number): PaperRow {
  return { cells: [], below };
}

function pair([label, amount]: readonly [string, string]): PaperRow {
  return {
    cells: [
      [56, label],
      [440, amount],
    ],
    below: 18,
  };
}

function germanSums(gross: number): Bill["sums"] {
  const tax = taxOf(gross, VAT_RATE);
  return [
    ["Nettobetrag", german(gross - tax)],
    ["zzgl. 19 % MwSt.", german(tax)],
    ["Gesamtbetrag", german(gross)],
  ];
}

function telekom({ date, minor }: Paid): DemoPaper {
  const issued = addDays(date, -9);
  const bytes = bill({
    seller: ["Telekom Deutschland GmbH", "Landgrabenweg 149, 53227 Bonn", "USt-IdNr. DE999000711"],
    title: "Rechnung",
    facts: [
      ["Rechnungsnummer", `62${digitsOf(issued)}4418`],
      ["Rechnungsdatum", germanDay(issued)],
      ["Zahlbar bis", germanDay(date)],
    ],
    lines: [
      ["Anschluss mit Telefon und Internet, monatlich", german(minor - taxOf(minor, VAT_RATE))],
    ],
    sums: germanSums(minor),
    foot: ["Der Betrag wird von Ihrem Konto abgebucht."],
  });
  const payment = PAPER_PAYEES.telekom;
  return { name: "Telekom Rechnung.pdf", by: "mara", day: issued, bytes, payment };
}

function invoiced(
  { date, minor }: Paid,
  days: number,
  told: Pick<InvoicedPaper, "seller" | "vat">,
) {
  const issued = addDays(date, -days);
  return { ...told, date: issued, due: date, gross: minor, tax: taxOf(minor, VAT_RATE), rate: 19 };
}

function hetzner(paid: Paid): DemoPaper {
  const told = invoiced(paid, 1, { seller: "Hetzner Online GmbH", vat: "DE999000728" });
  const bytes = Buffer.from(ciiOf({ ...told, number: `R00${digitsOf(told.date)}71` }));
  const payment = PAPER_PAYEES.hetzner;
  return { name: "Hetzner XRechnung.xml", by: "mara", day: told.date, bytes, payment };
}

function stadtwerke(paid: Paid): DemoPaper {
  const told = invoiced(paid, 14, { seller: "Stadtwerke Leipzig GmbH", vat: "DE999000735" });
  const bytes = Buffer.from(ublOf({ ...told, number: `SWL-${digitsOf(told.date)}-2207` }));
  const payment = PAPER_PAYEES.stadtwerke;
  return { name: "Stadtwerke Abschlag.xml", by: "mara", day: told.date, bytes, payment };
}

const CAFE = ["Café Grundmann", "August-Bebel-Straße 2, 04275 Leipzig", "USt-IdNr. DE999000742"];

function slip(rows: readonly PaperRow[]): Buffer {
  return paperPdf(SLIP, rows);
}

function at(x: number, ...texts: readonly string[]): PaperRow {
  return { cells: texts.map((text, index) => [x + index * 70, text]), size: 9, below: 15 };
}

/** Food has the reduced rate, drinks have not. */
function cafe({ date, minor }: Paid): DemoPaper {
  const drinks = Math.round(minor * 0.35);
  const food = minor - drinks;
  const [of7, of19] = [taxOf(food, REDUCED_RATE), taxOf(drinks, VAT_RATE)];
  const plain = (minor: number) => decimalText(minor, "EUR").replace(".", ",");
  const bytes = slip([
    ...CAFE.map((text): PaperRow => at(24, text)),
    gap(10),
    { cells: [[24, "Quittung"]], size: 13, below: 20 },
    at(24, `Datum ${germanDay(date)} 13:12`),
    at(24, `Beleg-Nr. ${digitsOf(date)}-084`),
    gap(10),
    at(24, "Speisen", "", "", plain(food)),
    at(24, "Getränke", "", "", plain(drinks)),
    gap(4),
    {
      cells: [
        [24, "Summe EUR"],
        [234, plain(minor)],
      ],
      size: 12,
      below: 22,
    },
    at(24, "MwSt", "Netto", "Steuer", "Brutto"),
    at(24, "7 %", plain(food - of7), plain(of7), plain(food)),
    at(24, "19 %", plain(drinks - of19), plain(of19), plain(drinks)),
    gap(10),
    at(24, `Kartenzahlung ${plain(minor)} EUR`),
    at(24, "Vielen Dank für Ihren Besuch"),
  ]);
  const payment = PAPER_PAYEES.cafe;
  return { name: "Café Grundmann.pdf", by: "mara", day: date, bytes, payment };
}

/** Of the card, beside the receipt of the till: the server tells it to be a copy. */
function cardSlip({ date, minor }: Paid): DemoPaper {
  const bytes = Buffer.from(
    [
      ...CAFE,
      "",
      "Kundenbeleg",
      `Datum: ${germanDay(date)}   Uhrzeit: 13:14`,
      "Kartenzahlung, kontaktlos",
      `Betrag: ${german(minor)}`,
      "Zahlung erfolgt",
      "",
    ].join("\n"),
  );
  return { name: "Kartenbeleg.txt", by: "mara", day: date, bytes, payment: null };
}

function office({ date, minor }: Paid): DemoPaper {
  const bytes = bill({
    seller: ["Büromarkt Böttcher AG", "Brüsseler Straße 3, 07747 Jena", "USt-IdNr. DE999000759"],
    title: "Rechnung",
    facts: [
      ["Rechnungsnummer", `BB-${digitsOf(date)}-5530`],
      ["Rechnungsdatum", germanDay(date)],
    ],
    lines: [["Papier, Ordner und Stifte", german(minor - taxOf(minor, VAT_RATE))]],
    sums: germanSums(minor),
    foot: ["Bezahlt mit Karte."],
  });
  return { name: "Böttcher Rechnung.pdf", by: "mara", day: date, bytes, payment: null };
}

/** An invoice and its receipt, which the server puts together by their number. */
function figma({ date, minor }: Paid): readonly DemoPaper[] {
  const amount = `$${decimalText(minor, "USD")}`;
  const number = `FIG-${digitsOf(date)}-0093`;
  const seller = ["Figma, Inc.", "760 Market Street, San Francisco, CA 94102", "United States"];
  const lines = [["Professional seats, monthly", amount]] as const;
  const invoice = bill({
    seller,
    title: "Invoice",
    facts: [
      ["Invoice number", number],
      ["Date of issue", date],
      ["Date due", date],
    ],
    lines,
    sums: [
      ["Subtotal", amount],
      ["Total", `${amount} USD`],
    ],
    foot: ["Reverse charge: tax to be paid by the recipient."],
  });
  const receipt = bill({
    seller,
    title: "Receipt",
    facts: [
      ["Invoice number", number],
      ["Date paid", date],
      ["Payment method", "Debit card"],
    ],
    lines,
    sums: [
      ["Total", `${amount} USD`],
      ["Amount paid", `${amount} USD`],
    ],
    foot: ["Thank you."],
  });
  const [by, payment] = ["daniel", PAPER_PAYEES.figma] as const;
  return [
    { name: "Figma invoice.pdf", by, day: date, bytes: invoice, payment },
    // It goes with the invoice.
    { name: "Figma receipt.pdf", by, day: date, bytes: receipt, payment: null },
  ];
}

/** In euros, and paid in dollars. */
function aws({ date, euroMinor }: Paid): DemoPaper {
  const bytes = bill({
    seller: [
      "Amazon Web Services EMEA SARL",
      "38 avenue John F. Kennedy, L-1855 Luxembourg",
      "VAT number DE999000766",
    ],
    title: "Tax invoice",
    facts: [
      ["Invoice number", `EUINDE${digitsOf(date)}`],
      ["Invoice date", date],
    ],
    lines: [["Cloud services of the last month", euro(euroMinor - taxOf(euroMinor, VAT_RATE))]],
    sums: [
      ["Net amount", euro(euroMinor - taxOf(euroMinor, VAT_RATE))],
      ["VAT 19%", euro(taxOf(euroMinor, VAT_RATE))],
      ["Total amount", euro(euroMinor)],
    ],
    foot: ["Charged to your account in USD."],
  });
  const payment = PAPER_PAYEES.aws;
  return { name: "AWS tax invoice.pdf", by: "daniel", day: date, bytes, payment };
}

function euro(minor: number): string {
  return `EUR ${decimalText(minor, "EUR")}`;
}

function train({ date, minor }: Paid): DemoPaper {
  const tax = taxOf(minor, REDUCED_RATE);
  const bytes = bill({
    seller: ["Deutsche Bahn AG", "Europaplatz 1, 10557 Berlin", "USt-IdNr. DE999000773"],
    title: "Online-Ticket mit Rechnung",
    facts: [
      ["Rechnungsnummer", `DB${digitsOf(date)}1184`],
      ["Rechnungsdatum", germanDay(date)],
    ],
    lines: [["Leipzig Hbf nach Hamburg Hbf, hin und zurück", german(minor)]],
    sums: [
      ["Nettobetrag", german(minor - tax)],
      ["enthaltene MwSt. 7 %", german(tax)],
      ["Gesamtbetrag", german(minor)],
    ],
    foot: ["Bezahlt mit Karte."],
  });
  const payment = PAPER_PAYEES.train;
  return { name: "Bahn Ticket.pdf", by: "mara", day: date, bytes, payment };
}

/** Not paid yet. */
function printer(date: Day): DemoPaper {
  const minor = 48_790;
  const bytes = bill({
    seller: ["Druckerei Hellwig GmbH", "Spinnereistraße 7, 04179 Leipzig", "USt-IdNr. DE999000780"],
    title: "Rechnung",
    facts: [
      ["Rechnungsnummer", `DH-${digitsOf(date)}`],
      ["Rechnungsdatum", germanDay(date)],
      ["Zahlbar bis", germanDay(addDays(date, 21))],
    ],
    lines: [["Speisekarten, 200 Stück, gefalzt", german(minor - taxOf(minor, VAT_RATE))]],
    sums: germanSums(minor),
    foot: ["Bitte überweisen Sie den Betrag unter Angabe der Rechnungsnummer."],
  });
  return { name: "Druckerei Hellwig.pdf", by: "mara", day: date, bytes, payment: null };
}

/** Paid privately, so that no payment of the team's banks follows. */
function books(date: Day): DemoPaper {
  const minor = 3_690;
  const bytes = Buffer.from(
    [
      "Buchhandlung Ludwig",
      "Willy-Brandt-Platz 5, 04109 Leipzig",
      "",
      "Kassenbon",
      `Datum: ${germanDay(date)}`,
      `Typografie im Alltag   ${german(minor)}`,
      `Summe   ${german(minor)}`,
      `enthaltene MwSt. 7 %   ${german(taxOf(minor, REDUCED_RATE))}`,
      "Bar bezahlt",
      "",
    ].join("\n"),
  );
  const rest = { day: date, bytes, payment: null, isArchived: true } as const;
  return { name: "Buchhandlung Ludwig.txt", by: "mara", ...rest };
}
