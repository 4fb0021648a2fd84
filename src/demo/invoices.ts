import type { PAYMENT_METHODS } from "../domains/invoices/payments.ts";

type Line = {
  readonly name: string;
  readonly description?: string;
  /** Decimal texts, as `price`. */
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
  /** Hundredths of a percent. */
  readonly discount?: number;
  /** The invoice's own where nothing is said. */
  readonly tax?: DemoTax;
};

export type DemoPayment = {
  /** Days after the invoice was sent. */
  readonly after: number;
  /** Minor units; all that is open where nothing is said. */
  readonly minor?: number;
  /** A transfer where nothing is said. */
  readonly method?: (typeof PAYMENT_METHODS)[number];
};

export type DemoInvoice = {
  readonly customer: string;
  /** Mara where nobody is named. */
  readonly by?: "daniel" | "yuki";
  /** Days ago on which it was written. */
  readonly since: number;
  readonly tax: DemoTax;
  /** Days of service before it was written; the two weeks before where nothing is said. */
  readonly served?: number;
  /** Bank details that are not the usual ones. */
  readonly payTo?: "dollars";
  /** The customer's order. */
  readonly reference?: string;
  /** Hundredths of a percent. */
  readonly discount?: number;
  readonly note?: string;
  /** Typed; none where tracked time is billed. */
  readonly lines?: readonly Line[];
  /** First and last day of the tracked time that it bills, in days before it was written. */
  readonly tracked?: readonly [first: number, last: number];
  /** It was sent on the day on which it was written, unless it is a draft. */
  readonly isDraft?: true;
  readonly paid?: readonly DemoPayment[];
  /** The bank has the money, and nobody has recorded the payment yet. */
  readonly hasArrived?: true;
  /** Days after it was sent. */
  readonly voided?: number;
  /** A credit note over a part, in minor units. */
  readonly credited?: { readonly after: number; readonly minor: number; readonly note: string };
  /** Days after it was sent, when all of it was credited and paid back. */
  readonly refunded?: number;
};

export const DEMO_SELLER = {
  legal_name: "Kestrel Lane Studio GmbH",
  address: "Holbeinstraße 14",
  zip: "04229",
  city: "Leipzig",
  country_code: "DE",
  vat_number: "DE999000017",
  tax_number: "231/999/00017",
  registration: "Amtsgericht Leipzig, HRB 99901",
  contact: "Mara Lindqvist",
  phone: "+49 30 23125 077",
  email: "books@kestrel-lane.example",
  legal_text: "Geschäftsführerin: Mara Lindqvist",
  reply_to: "books@kestrel-lane.example",
} as const;

/** Rates of tax by the words with which the invoices below name them. */
export const DEMO_TAXES = {
  standard: { name: "19 % USt", category: "S", bp: 1900 },
  reduced: { name: "7 % USt", category: "S", bp: 700 },
  "reverse charge": {
    name: "Reverse charge",
    category: "AE",
    bp: 0,
    reason: "Article 196, Directive 2006/112/EC",
  },
  "outside the EU": {
    name: "Services outside the EU",
    category: "O",
    bp: 0,
    reason: "Not taxable in Germany, § 3a (2) UStG",
  },
} as const;

export type DemoTax = keyof typeof DEMO_TAXES;

const RETAINER = {
  customer: "Ashcombe & Daughters Ltd",
  tax: "outside the EU",
  served: 30,
  lines: [
    {
      name: "Care and hosting",
      description: "Retainer of 20 hours a month.",
      quantity: "20",
      unit: "h",
      price: "85",
    },
  ],
} as const satisfies Partial<DemoInvoice>;

/**
 * Invoices of eight months, of every state, in ten currencies and four languages; the assistant's draft is the
 * fortieth. Two bill the tracked hours of a project that was completed; those of the others are still to be billed.
 */
// oxfmt-ignore
export const DEMO_INVOICES: readonly DemoInvoice[] = [
  { customer: "Nordlicht Energie eG", since: 244, tax: "standard", reference: "NE-4711-01",
    lines: [{ name: "Workshop zum Kundenportal", quantity: "2", unit: "Tage", price: "1180" },
      { name: "Pflichtenheft", description: "Abläufe, Rollen und Schnittstellen auf 34 Seiten.", quantity: "1", unit: "pauschal", price: "2400" }],
    paid: [{ after: 27 }] },
  { customer: "Wolke Sieben Reisen GmbH", since: 231, tax: "standard",
    lines: [{ name: "Buchungsfenster, letzte Ausbaustufe", quantity: "18.5", unit: "h", price: "92" }],
    paid: [{ after: 35, minor: 100_000 }, { after: 61 }] },
  { customer: "Editora Sabiá Ltda.", by: "daniel", since: 226, tax: "outside the EU",
    lines: [{ name: "E-book shop, design", quantity: "1", unit: "flat", price: "14200" }],
    paid: [{ after: 74 }] },
  { customer: "Maison Élodie Fabre", since: 219, tax: "reverse charge",
    lines: [{ name: "Pages de la collection de printemps", quantity: "3", unit: "pages", price: "640" },
      { name: "Retouche des photos", quantity: "24", unit: "photos", price: "18.50" }],
    paid: [{ after: 63 }] },
  { customer: "Nordlicht Energie eG", since: 196, tax: "standard", reference: "NE-4711-02", served: 21,
    lines: [{ name: "Kundenportal, erster Abschnitt", quantity: "62.5", unit: "h", price: "110" }],
    paid: [{ after: 30 }] },
  { customer: "Harbor & Hale Coffee Roasters", by: "daniel", since: 183, tax: "outside the EU", payTo: "dollars",
    lines: [{ name: "Menu boards", quantity: "4", unit: "pieces", price: "310" }, { name: "Stationery", quantity: "1", unit: "set", price: "780" }],
    paid: [{ after: 21 }] },
  { customer: "Förderverein Stadtbücherei Lindenau e. V.", since: 166, tax: "standard", discount: 2000,
    note: "Mit unserem Nachlass für gemeinnützige Vereine.",
    lines: [{ name: "Seite für das Sommerfest", quantity: "12", unit: "h", price: "90" }],
    paid: [{ after: 25 }] },
  { customer: "Nordlicht Energie eG", since: 160, tax: "standard", reference: "NE-4711-03", served: 21,
    lines: [{ name: "Kundenportal, zweiter Abschnitt", quantity: "71.25", unit: "h", price: "110" },
      { name: "Testgeräte", description: "Zwei Telefone, die beim Kunden bleiben.", quantity: "2", unit: "Stück", price: "329.90", discount: 500 }],
    paid: [{ after: 29 }] },
  { customer: "Maple Row Outfitters Inc.", by: "daniel", since: 151, tax: "outside the EU",
    lines: [{ name: "Audit of the checkout", description: "Twelve findings, each with what it costs.", quantity: "1", unit: "flat", price: "5400" }],
    paid: [{ after: 44 }] },
  { ...RETAINER, since: 147, paid: [{ after: 13 }] },
  { customer: "Kahvila Käpylä Oy", since: 141, tax: "reverse charge",
    lines: [{ name: "Menu for the terrace", quantity: "9", unit: "h", price: "96" }],
    voided: 3 },
  { customer: "Kahvila Käpylä Oy", since: 137, tax: "reverse charge", note: "With the price of our offer.",
    lines: [{ name: "Menu for the terrace", quantity: "9", unit: "h", price: "88" }],
    paid: [{ after: 14 }] },
  { customer: "Van der Meulen Fietsen", since: 131, tax: "reverse charge",
    lines: [{ name: "Webwinkel voor onderdelen", quantity: "1", unit: "vast", price: "3150" }, { name: "Uitleg in de werkplaats", quantity: "3", unit: "uur", price: "85" }],
    paid: [{ after: 9, minor: 150_000 }, { after: 24 }] },
  { customer: "Nordlicht Energie eG", since: 126, tax: "standard", reference: "NE-4711-04", served: 21,
    lines: [{ name: "Kundenportal, dritter Abschnitt", quantity: "58", unit: "h", price: "110" }],
    paid: [{ after: 30 }] },
  { ...RETAINER, since: 117, paid: [{ after: 16 }] },
  { customer: "Käthe Brandt Keramik", since: 110, tax: "standard",
    lines: [{ name: "Neuer Webauftritt, erste Rate", description: "Ein Drittel des vereinbarten Preises.", quantity: "1", unit: "Rate", price: "4200" }],
    paid: [{ after: 10 }] },
  { customer: "Żółta Łódź Studio", since: 104, tax: "reverse charge",
    lines: [{ name: "Icons for the app", quantity: "36", unit: "icons", price: "85" }],
    // The app was given up.
    paid: [{ after: 13 }], refunded: 30 },
  { customer: "Ελιά & Αλάτι", since: 97, tax: "reverse charge",
    lines: [{ name: "Labels for oil and salt", quantity: "6", unit: "labels", price: "145" }],
    // Forty euros too much, which are to be paid back.
    paid: [{ after: 28, minor: 91_000 }] },
  { customer: "Fundación Raíces Vivas", since: 88, tax: "reverse charge",
    lines: [{ name: "Annual report of the year before", quantity: "1", unit: "flat", price: "2100" }],
    paid: [{ after: 58 }] },
  { ...RETAINER, since: 86, paid: [{ after: 15 }] },
  { customer: "Maison Élodie Fabre", since: 79, tax: "reverse charge",
    lines: [{ name: "Pages de la collection d’automne", quantity: "4", unit: "pages", price: "640" }],
    paid: [{ after: 50, minor: 100_000 }] },
  { customer: "Harbor & Hale Coffee Roasters", by: "daniel", since: 72, tax: "outside the EU", payTo: "dollars",
    lines: [{ name: "Brand refresh, first instalment", quantity: "1", unit: "flat", price: "3900" }],
    paid: [{ after: 29 }] },
  { customer: "Editora Sabiá Ltda.", by: "daniel", since: 66, tax: "outside the EU",
    lines: [{ name: "E-book shop, two new shelves", quantity: "2", unit: "shelves", price: "4100" }] },
  { customer: "Bäckerei Sonnleitner", since: 61, tax: "standard",
    lines: [{ name: "Fototag in der Backstube", quantity: "1", unit: "Tag", price: "640" }],
    // The day was called off when it was paid already.
    paid: [{ after: 6, method: "card" }], voided: 12 },
  { customer: "Nordlicht Energie eG", since: 58, tax: "standard", reference: "NE-4711-05",
    lines: [{ name: "Betrieb des Portals, Quartal", quantity: "3", unit: "Monate", price: "490" }],
    paid: [{ after: 27 }] },
  { ...RETAINER, since: 56, paid: [{ after: 14 }] },
  { customer: "Weingut Grünauer", since: 52, tax: "reverse charge",
    lines: [{ name: "Etiketten für den Jahrgang", quantity: "8", unit: "Etiketten", price: "165" }, { name: "Druckbegleitung", quantity: "4.5", unit: "h", price: "92" }],
    credited: { after: 11, minor: 16_500, note: "Ein Etikett wurde nicht gedruckt." } },
  { customer: "Praxis am Seefeld AG", since: 45, tax: "outside the EU",
    tracked: [46, 1] },
  { customer: "Officina Bellandi S.r.l.", since: 38, tax: "reverse charge",
    lines: [{ name: "Product photos", quantity: "48", unit: "photos", price: "22.50" }, { name: "Catalogue, 16 pages", quantity: "1", unit: "flat", price: "2350", discount: 1000 }] },
  { customer: "Käthe Brandt Keramik", since: 33, tax: "standard",
    lines: [{ name: "Neuer Webauftritt, zweite Rate", description: "Ein Drittel des vereinbarten Preises.", quantity: "1", unit: "Rate", price: "4200" }],
    hasArrived: true },
  { ...RETAINER, since: 26 },
  { customer: "Fundación Raíces Vivas", since: 24, tax: "reverse charge",
    tracked: [67, 28] },
  { customer: "Nordlicht Energie eG", since: 12, tax: "standard", reference: "NE-4711-06",
    lines: [{ name: "Schulung des Kundendienstes", quantity: "1.5", unit: "Tage", price: "1180" },
      { name: "Handbuch, gedruckt", description: "Je Arbeitsplatz eines.", quantity: "14", unit: "Stück", price: "19.90", tax: "reduced" }] },
  { customer: "Third Coast Food Bank", by: "daniel", since: 9, tax: "outside the EU", payTo: "dollars",
    lines: [{ name: "Text messages to volunteers", quantity: "4120", unit: "messages", price: "0.012" }, { name: "Set-up of the gateway", quantity: "1", unit: "flat", price: "260" }] },
  { customer: "Van der Meulen Fietsen", since: 6, tax: "reverse charge",
    lines: [{ name: "Kalender voor reparaties", quantity: "5", unit: "uur", price: "85" }],
    paid: [{ after: 2, method: "card" }] },
  { customer: "Åkerblom Möbler AB", since: 3, tax: "reverse charge",
    lines: [{ name: "Room planner, monthly licence", quantity: "12", unit: "months", price: "990" }] },
  { customer: "Sørensen & Døtre ApS", since: 5, tax: "reverse charge", isDraft: true,
    lines: [{ name: "Shop window on one page", quantity: "1", unit: "flat", price: "16500" }] },
  { customer: "Harbor & Hale Coffee Roasters", by: "daniel", since: 2, tax: "outside the EU", payTo: "dollars", isDraft: true,
    lines: [{ name: "Brand refresh, second instalment", quantity: "1", unit: "flat", price: "3900" }, { name: "Colour proofs", quantity: "3", unit: "rounds", price: "120" }] },
  { customer: "株式会社みなと物流", by: "yuki", since: 1, tax: "outside the EU", isDraft: true,
    lines: [{ name: "Scanner trial in warehouse two", quantity: "1", unit: "flat", price: "420000" }] },
];
