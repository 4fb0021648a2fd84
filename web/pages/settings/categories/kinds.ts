/** Kinds that an own category at the top level may have. */
export const KINDS = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
  { value: "either", label: "Either, by its sign" },
] as const;

const OTHERS: Readonly<Record<string, string>> = { capital: "Capital", transfer: "Transfer" };

export function kindName(kind: string): string {
  return KINDS.find(({ value }) => value === kind)?.label ?? OTHERS[kind] ?? kind;
}
