import type { PersonName } from "./people.ts";

export type DemoProject = {
  readonly name: string;
  readonly description: string;
  readonly customer?: string;
  /** Major units per hour. */
  readonly rate?: { readonly amount: number; readonly currency: string };
  readonly estimateHours?: number;
  /** Days ago, as `completed`. */
  readonly since: number;
  readonly completed?: number;
  readonly people: readonly PersonName[];
  readonly work: readonly string[];
};

/** A project with a rate is billable. */
export const DEMO_PROJECTS: readonly DemoProject[] = [
  {
    name: "Website relaunch",
    description: "New shop window with a small online shop, in German and English.",
    customer: "Käthe Brandt Keramik",
    rate: { amount: 95, currency: "EUR" },
    estimateHours: 160,
    since: 118,
    people: ["mara", "yuki"],
    work: [
      "Wireframes for the shop",
      "Product page",
      "Call with Käthe about the photos",
      "German texts",
      "Image pipeline",
    ],
  },
  {
    name: "Customer portal",
    description: "Members see their consumption and their invoices.",
    customer: "Nordlicht Energie eG",
    rate: { amount: 110, currency: "EUR" },
    estimateHours: 420,
    since: 205,
    people: ["mara", "daniel", "yuki"],
    work: [
      "Consumption chart",
      "Sprint planning",
      "Review of the login flow",
      "Meter readings import",
      "Fix: rounding of kWh",
      "Release notes",
    ],
  },
  {
    name: "Booking app",
    description: "Rooms and tables, from the phone.",
    customer: "Hotel Miradouro",
    rate: { amount: 105, currency: "EUR" },
    estimateHours: 240,
    since: 132,
    people: ["mara", "yuki"],
    work: [
      "Calendar of rooms",
      "Usability test with two guests",
      "Confirmation e-mails",
      "Portuguese translation",
      "Payment by card",
    ],
  },
  {
    name: "Brand refresh",
    description: "Logo, packaging and a guide to both.",
    customer: "Harbor & Hale Coffee Roasters",
    rate: { amount: 130, currency: "USD" },
    estimateHours: 90,
    since: 101,
    people: ["daniel", "mara"],
    work: [
      "Logo sketches",
      "Packaging mock-ups",
      "Presentation of round two",
      "Colour proofs",
      "Brand guide",
    ],
  },
  {
    name: "Checkout redesign",
    description: "Three steps instead of seven; ready before the code freeze.",
    customer: "Maple Row Outfitters Inc.",
    rate: { amount: 140, currency: "CAD" },
    estimateHours: 200,
    since: 110,
    people: ["daniel"],
    work: [
      "Address form",
      "A/B test set-up",
      "Sync with Priya",
      "Gift cards at checkout",
      "Tax by province",
      "Load test",
    ],
  },
  {
    name: "倉庫ダッシュボード",
    description: "Stock and trucks of three warehouses on one screen.",
    customer: "株式会社みなと物流",
    rate: { amount: 14_000, currency: "JPY" },
    estimateHours: 300,
    since: 150,
    people: ["yuki"],
    work: [
      "在庫一覧の画面",
      "週次ミーティング",
      "配送ステータスのAPI",
      "Truck board prototype",
      "Barcode scanner trial",
      "テストデータ作成",
    ],
  },
  {
    name: "Accessibility audit",
    description: "WCAG 2.2 AA, with a list of what to mend first.",
    customer: "Praxis am Seefeld AG",
    rate: { amount: 150, currency: "CHF" },
    estimateHours: 45,
    since: 94,
    completed: 39,
    people: ["mara"],
    work: ["Keyboard walk-through", "Screen reader tests", "Report", "Contrast of the forms"],
  },
  {
    name: "Annual report site",
    description: "The year in numbers and six stories.",
    customer: "Fundación Raíces Vivas",
    rate: { amount: 60, currency: "EUR" },
    estimateHours: 70,
    since: 104,
    completed: 52,
    people: ["mara", "yuki"],
    work: ["Charts of the donations", "Story layout", "Spanish proofs", "Hand-over"],
  },
  {
    name: "Volunteer scheduling",
    description: "Shifts of 300 volunteers, and who stands in for whom.",
    customer: "Third Coast Food Bank",
    rate: { amount: 85, currency: "USD" },
    estimateHours: 120,
    since: 98,
    completed: 17,
    people: ["daniel"],
    work: [
      "Shift calendar",
      "Text message reminders",
      "Training of the coordinators",
      "Import of last year's shifts",
    ],
  },
  {
    name: "Care and hosting",
    description: "Retainer of 20 hours a month.",
    customer: "Ashcombe & Daughters Ltd",
    rate: { amount: 85, currency: "GBP" },
    since: 460,
    people: ["mara", "daniel"],
    work: ["Monthly updates", "Newsletter template", "Broken link report", "Stock feed repair"],
  },
  {
    name: "Studio operations",
    description: "Books, hiring, machines.",
    since: 600,
    people: ["mara", "daniel", "yuki"],
    work: [
      "Invoices and reminders",
      "Weekly round",
      "One-to-one",
      "Interview with a candidate",
      "Server updates",
    ],
  },
  {
    name: "Pitches and proposals",
    description: "Work to win work.",
    since: 600,
    people: ["mara", "daniel"],
    work: [
      "Proposal for Sørensen & Døtre",
      "First call with Café Jacarandá",
      "Estimate for Officina Bellandi",
      "Pitch deck",
    ],
  },
];
