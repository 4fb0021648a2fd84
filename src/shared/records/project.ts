import type { RecordFields } from "./field.ts";

export const PROJECT_FIELDS = {
  name: { column: "name", kind: "name", longest: 200, label: "Name", isRequired: true },
  description: { column: "description", kind: "text", longest: 2000, label: "Description" },
  customer_id: { column: "customer_id", kind: "id", of: "customer", label: "Customer" },
  estimate: { column: "estimate_hours", kind: "hours", most: 1_000_000, label: "Estimate" },
  billable: { column: "billable", kind: "flag", label: "Billable", isRequired: true },
  rate_minor: {
    column: "rate_minor",
    kind: "money",
    most: 2_000_000_000,
    currencyIn: "currency",
    label: "Hourly rate",
  },
  currency: { column: "currency", kind: "currency", label: "Currency" },
  rounding: { column: "rounding", kind: "rounding", label: "Rounding of time" },
} as const satisfies RecordFields;
