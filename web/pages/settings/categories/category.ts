/** Answers that a change of a category changes. */
export const CATEGORY_CHANGES = [
  "GET /api/teams/:team/categories",
  "GET /api/teams/:team/categories/uses",
  "GET /api/teams/:team/transactions",
  "GET /api/teams/:team/activity",
] as const;

/** Element id of the button of a category, for returning the focus. */
export function categoryMenuId(id: string): string {
  return `category-${id}`;
}

export const CATEGORY_KINDS = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
  { value: "either", label: "Either, by its sign" },
] as const;

const OTHERS: Readonly<Record<string, string>> = { capital: "Capital", transfer: "Transfer" };

export function kindName(kind: string): string {
  return CATEGORY_KINDS.find(({ value }) => value === kind)?.label ?? OTHERS[kind] ?? kind;
}
