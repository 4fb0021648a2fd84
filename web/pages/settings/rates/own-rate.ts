import type { Output } from "../../../api.ts";

export type OwnRate = Output<"GET /api/teams/:team/rates/own">["items"][number];

/** Name of the dialog in the address. */
export const RATE = "rate";

/** Element id of the button for a new rate, for returning the focus. */
export const ADD = "add-rate";

/** Element id of the menu of a rate. */
export function menuId({ id }: OwnRate): string {
  return `rate-${id}`;
}

/** `USD-2026-11-20`: a team has one rate of a currency on a day, on whatever page of the list it is. */
export function addressOf({ currency, day }: OwnRate): string {
  return `${currency}-${day}`;
}
