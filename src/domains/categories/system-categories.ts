import { uuidV5 } from "../../core/ids.ts";
import type { CategoryKind } from "../../db/schema/categories.ts";

/** A category that every team has, with the same id: no row of the database. */
export type SystemCategory = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly kind: CategoryKind;
  readonly color: string;
  readonly description: string;
  readonly excluded: boolean;
};

/** Never changes, nor does a slug: ids follow from both. */
const NAMESPACE = "5d9c2f6e-0a41-4c7b-9e3d-8b1f60a7c2d4";

type Line = readonly [slug: string, name: string, description: string];

type Group = {
  readonly kind: CategoryKind;
  readonly color: string;
  readonly group: Line;
  readonly lines: readonly Line[];
};

const GROUPS: readonly Group[] = [
  {
    kind: "income",
    color: "#2E7D4F",
    group: ["revenue", "Revenue", "Money earned"],
    lines: [
      ["product-sales", "Product sales", "Goods sold"],
      ["service-revenue", "Service revenue", "Work done for customers"],
      ["subscription-revenue", "Subscription revenue", "Recurring fees of customers"],
      ["payouts", "Payouts", "Net payouts of a platform that is no account here"],
      ["interest-income", "Interest income", "Interest that banks pay"],
      ["grants", "Grants", "Subsidies and funding that is not paid back"],
      ["other-income", "Other income", "Income of any other kind"],
      ["customer-refunds", "Customer refunds", "Paid back to customers, chargebacks too"],
    ],
  },
  {
    kind: "expense",
    color: "#A0522D",
    group: ["cost-of-goods-sold", "Cost of goods sold", "What sold goods cost"],
    lines: [
      ["inventory", "Inventory", "Goods bought to be sold, and their materials"],
      ["shipping-inbound", "Inbound shipping", "Freight of goods that arrive"],
      ["duties-customs", "Duties and customs", "Import duties on goods"],
    ],
  },
  {
    kind: "expense",
    color: "#C2477F",
    group: ["sales-marketing", "Sales and marketing", "Winning customers"],
    lines: [
      ["advertising", "Advertising", "Ads and sponsoring"],
      ["website", "Website", "Domain, design and content of the website"],
      ["events", "Events", "Fairs, conferences and meetups"],
    ],
  },
  {
    kind: "expense",
    color: "#4A6FA5",
    group: ["operations", "Operations", "Running the business"],
    lines: [
      ["office-supplies", "Office supplies", "Paper, furniture and small things"],
      ["rent", "Rent", "Offices, desks and storage"],
      ["utilities", "Utilities", "Electricity, water, heating, waste"],
      ["equipment", "Equipment", "Small devices; larger ones are fixed assets"],
      ["internet-and-telephone", "Internet and telephone", "Lines, mobile plans, phones"],
      ["shipping", "Shipping", "Postage and parcels to customers"],
      ["vehicle", "Vehicle", "Fuel, leasing, repairs, parking"],
    ],
  },
  {
    kind: "expense",
    color: "#6B5B95",
    group: ["professional-services", "Professional services", "Advice and work bought"],
    lines: [
      ["professional-services-fees", "Professional fees", "Lawyers, accountants, consultants"],
      ["contractors", "Contractors", "Freelancers and agencies"],
      ["insurance", "Insurance", "Business insurance of any kind"],
    ],
  },
  {
    kind: "expense",
    color: "#B8860B",
    group: ["human-resources", "Human resources", "People employed"],
    lines: [
      ["salary", "Salary", "Net pay; taxes on it have their own category"],
      ["training", "Training", "Courses and books"],
      ["benefits", "Benefits", "Pensions, health, perks"],
    ],
  },
  {
    kind: "expense",
    color: "#1F8A8A",
    group: ["travel-entertainment", "Travel and entertainment", "On the road and at table"],
    lines: [
      ["travel", "Travel", "Tickets, hotels, taxis"],
      ["meals", "Meals", "Business meals, often only partly deductible"],
    ],
  },
  {
    kind: "expense",
    color: "#3F51B5",
    group: ["technology", "Technology", "Software and servers"],
    lines: [
      ["software", "Software", "Licences and subscriptions"],
      ["hosting", "Hosting", "Servers, cloud, storage"],
    ],
  },
  {
    kind: "expense",
    color: "#5F6B7A",
    group: ["banking-finance", "Banking and finance", "What money costs"],
    lines: [
      ["banking-fees", "Banking fees", "Account and card fees"],
      ["processor-fees", "Processor fees", "Fees of payment providers"],
      ["interest-expense", "Interest expense", "Interest on loans and overdrafts"],
      ["currency-differences", "Currency differences", "Gains and losses of exchange"],
    ],
  },
  {
    kind: "expense",
    color: "#9C3D3D",
    group: ["taxes", "Taxes", "Paid to the state; refunds count against it"],
    lines: [
      ["vat-gst-pst-qst-payments", "VAT and sales tax", "VAT, GST, PST, QST paid"],
      ["income-tax-payments", "Income tax", "Tax on profit"],
      ["payroll-tax-remittances", "Payroll tax", "Wage tax and social contributions"],
      ["government-fees", "Government fees", "Registers, permits, fines"],
    ],
  },
  {
    kind: "capital",
    color: "#7A6A4F",
    group: ["capital", "Capital", "No profit or loss: assets, loans, owners"],
    lines: [
      ["fixed-assets", "Fixed assets", "Large purchases, depreciated and not spent"],
      ["deposits", "Deposits", "Paid as security and returned later"],
      ["loan-proceeds", "Loan proceeds", "Money borrowed"],
      ["loan-principal-repayment", "Loan repayment", "Principal paid back, without interest"],
      ["owner-draws", "Owner draws", "Taken out by owners; no expense"],
      ["capital-investment", "Capital investment", "Paid in by owners and investors"],
    ],
  },
  {
    kind: "transfer",
    color: "#708090",
    group: ["transfers", "Transfers", "Between own accounts"],
    lines: [
      ["internal-transfer", "Internal transfer", "From one own account to another"],
      ["credit-card-payment", "Credit card payment", "Paying off a card that is an account here"],
    ],
  },
  {
    kind: "either",
    color: "#8A8A8A",
    group: ["other", "Other", "Income or expense by its sign"],
    lines: [],
  },
];

export const SYSTEM_CATEGORIES: readonly SystemCategory[] = GROUPS.flatMap((group) => {
  const parent = categoryOf(group, group.group, null);
  return [parent, ...group.lines.map((line) => categoryOf(group, line, parent.id))];
});

function categoryOf(
  { kind, color }: Group,
  [slug, name, description]: Line,
  parentId: string | null,
): SystemCategory {
  const id = uuidV5(NAMESPACE, slug);
  return { id, slug, name, parentId, kind, color, description, excluded: kind === "transfer" };
}

const BY_ID = new Map(SYSTEM_CATEGORIES.map((category) => [category.id, category]));
const BY_SLUG = new Map(SYSTEM_CATEGORIES.map((category) => [category.slug, category]));

export function systemCategory(idOrSlug: string): SystemCategory | undefined {
  return BY_ID.get(idOrSlug) ?? BY_SLUG.get(idOrSlug);
}
