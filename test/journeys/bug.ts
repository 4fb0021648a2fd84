/** Answer to a request that met a bug, as src/api/problem.ts makes it. */
export const BUG = {
  type: "about:blank",
  status: 500,
  code: "internal_error",
  title: "The server failed.",
  detail: "Try again.",
  errors: [],
  reference: "7f3a90c1d2e4",
} as const;
