export const PAYMENT_METHODS = [
  { value: "transfer", label: "Bank transfer" },
  { value: "card", label: "Card" },
  { value: "cash", label: "Cash" },
  { value: "other", label: "Other" },
] as const;

export function methodName(method: string): string {
  return PAYMENT_METHODS.find(({ value }) => value === method)?.label ?? method;
}
