export const METHOD_OPTIONS = [
  { value: "transfer", label: "Bank transfer" },
  { value: "card", label: "Card" },
  { value: "cash", label: "Cash" },
  { value: "other", label: "Other" },
] as const;

export function methodName(method: string): string {
  return METHOD_OPTIONS.find(({ value }) => value === method)?.label ?? method;
}
