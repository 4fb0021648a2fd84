import type { Output } from "../../api.ts";
import { counted } from "../../numbers.ts";

type Left = Output<"POST /api/teams/:team/transactions/category">["left"];

/**
 * Names a transaction that a batch left out: `; Halves stays, which is split`. Empty for none.
 * @param why reason of a batch that changes no category: `exported`
 */
export function leftWords(left: Left, why?: string): string {
  if (left === null) return "";
  const { name, count, is_split } = left;
  if (count > 1)
    return `; ${name} and ${counted(count - 1, "other")} stay, which are ${why ?? "split or exported"}`;
  return `; ${name} stays, which is ${why ?? (is_split ? "split" : "exported")}`;
}

export type Fixed = Output<"GET /api/teams/:team/transactions/fixed">;

/** Tells beforehand the number that a batch will leave as it is. Empty for none. */
export function fixedWords({ split, exported }: Fixed): string {
  const count = split + exported;
  if (count === 0) return "";
  const why = split === 0 ? "exported" : exported === 0 ? "split" : "split or exported";
  return count === 1
    ? `1 of them is ${why}, and stays as it is.`
    : `${count.toLocaleString("en-GB")} of them are ${why}, and stay as they are.`;
}
