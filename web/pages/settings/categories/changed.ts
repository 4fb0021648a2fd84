/** Answers that a change of a category changes. */
export const CHANGED = [
  "GET /api/teams/:team/categories",
  "GET /api/teams/:team/categories/uses",
  "GET /api/teams/:team/transactions",
  "GET /api/teams/:team/activity",
] as const;
