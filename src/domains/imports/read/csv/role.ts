/** Meaning of a column of a bank's CSV file, with the words by which people choose it. */
export const ROLES = {
  date: "Date",
  valueDate: "Value date",
  amount: "Amount",
  debit: "Money out",
  credit: "Money in",
  direction: "In or out",
  gross: "Amount before fees",
  fee: "Fee",
  net: "Amount after fees",
  balance: "Balance",
  currency: "Currency",
  originalAmount: "Amount in another currency",
  originalCurrency: "The other currency",
  name: "Name of the other side",
  counterparty: "Account of the other side",
  description: "Text",
  reference: "Reference",
  kind: "Kind of booking",
  state: "State",
  id: "The bank's id",
  account: "Own account",
  effect: "Effect on the balance",
  ignored: "Not used",
} as const;

export type Role = keyof typeof ROLES;

/** The columns of a file by their role; a text may stand in several. */
export type Roles = readonly Role[];

export function isRole(text: string | undefined): text is Role {
  return text !== undefined && Object.hasOwn(ROLES, text);
}

/** Index of the first column with that role, or -1. */
export function columnOf(roles: Roles, role: Role): number {
  return roles.indexOf(role);
}

export function columnsWith(roles: Roles, role: Role): readonly number[] {
  return roles.flatMap((found, index) => (found === role ? [index] : []));
}
