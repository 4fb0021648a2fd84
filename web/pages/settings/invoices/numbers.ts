import { invoiceNumber, readNumberPattern } from "../../../../src/shared/invoice-numbers.ts";
import type { Output } from "../../../api.ts";

export const NUMBERS_PATH = "GET /api/teams/:team/invoice-numbers";

export type Numbers = Output<typeof NUMBERS_PATH>;

export type NumberedKind = Numbers["kinds"][number];

export const NUMBER_CHANGES = [
  NUMBERS_PATH,
  "GET /api/teams/:team/invoice-settings",
  "GET /api/teams/:team/activity",
] as const;

export const RESETS = [
  { value: "never", label: "Never" },
  { value: "year", label: "Each year" },
  { value: "month", label: "Each month" },
] as const satisfies readonly {
  readonly value: NumberedKind["reset"];
  readonly label: string;
}[];

type Typed = Pick<NumberedKind, "pattern" | "reset">;

/** The next number by what is typed, or why there is none. Another reset counts anew, so it begins with 1. */
export function nextByPattern(
  kind: NumberedKind,
  { pattern, reset }: Typed,
  today: string,
): { readonly isRead: boolean; readonly words: string } {
  const read = readNumberPattern(pattern, reset);
  if (read.state === "empty") return { isRead: false, words: "Write a pattern." };
  if (read.state !== "read") return { isRead: false, words: read.why };
  const value = reset === kind.reset ? kind.next_value : 1;
  return { isRead: true, words: `The next number is ${invoiceNumber(read.value, today, value)}.` };
}
