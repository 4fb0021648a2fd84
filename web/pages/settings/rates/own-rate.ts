import { useQueryClient } from "@tanstack/react-query";
import type { Output } from "../../../api.ts";
import { reloadRows } from "../../../list/changes.ts";
import { useRefetch } from "../../../queries.ts";
import { TRANSACTION_CHANGES as OF_TRANSACTIONS } from "../../transactions/transaction.ts";

export const PATH = "GET /api/teams/:team/rates/own";

export type OwnRate = Output<typeof PATH>["items"][number];

/** Answers that a change of rates changes. */
export const RATE_CHANGES = [
  "GET /api/teams/:team/rates",
  PATH,
  "GET /api/teams/:team/rates/missing",
  ...OF_TRANSACTIONS,
] as const;

export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  const refetch = useRefetch(RATE_CHANGES);
  return async () => {
    await Promise.all([refetch(), reloadRows(queries, { route: PATH })]);
  };
}

/** Element id of the button for a new rate, for returning the focus. */
export const ADD = "add-rate";

/** Element id of the menu of a rate. */
export function ownRateMenuId({ id }: OwnRate): string {
  return `rate-${id}`;
}
