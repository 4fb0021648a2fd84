/** How the value of a column is to be read. */
export type Kind =
  | "currency"
  | "day"
  | "days"
  | "flag"
  | "hint"
  | "hours"
  | "money"
  | "moment"
  | "named"
  | "scopes"
  | "seconds"
  | "text"
  | "word";

/** Columns are called alike wherever they stand, so that the column tells its kind. */
const KINDS: Readonly<Record<string, Kind>> = {
  accepted_at: "moment",
  accepted_by: "named",
  assigned_id: "named",
  base_currency: "currency",
  billable: "flag",
  created_at: "moment",
  currency: "currency",
  customer_id: "named",
  date: "day",
  default_payment_terms: "days",
  destructive_ai_tools: "flag",
  destructive_ai_tools_until: "moment",
  duration: "seconds",
  ended_at: "moment",
  ended_because: "word",
  estimate_hours: "hours",
  expires_at: "moment",
  hint: "hint",
  invited_by: "named",
  is_archived: "flag",
  member_full_access: "flag",
  password_set_at: "moment",
  preferred_currency: "currency",
  project_id: "named",
  rate_minor: "money",
  revoked_at: "moment",
  role: "word",
  scopes: "scopes",
  start: "moment",
  status: "word",
  stop: "moment",
  tag_id: "named",
  user_id: "named",
};

export function kindOf(field: string): Kind {
  return KINDS[field] ?? "text";
}
