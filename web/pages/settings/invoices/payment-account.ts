import type { Output } from "../../../api.ts";
import { firstOnPage } from "../../../focus.ts";
import { SETTINGS_PATH } from "./settings.ts";

export const PAYMENT_ACCOUNTS_PATH = "GET /api/teams/:team/payment-accounts";

export type PaymentAccount = Output<typeof PAYMENT_ACCOUNTS_PATH>["items"][number];

/** Answers that a change of bank details changes. */
export const PAYMENT_CHANGES = [
  PAYMENT_ACCOUNTS_PATH,
  SETTINGS_PATH,
  "GET /api/teams/:team/activity",
] as const;

/** Element id of the button for new details, for returning the focus. */
export const ADD_PAYMENT_ACCOUNT = "add-payment-account";

export function paymentMenuId(id: string): string {
  return `payment-account-${id}`;
}

/** The menu of the details, or the button for new ones when they are gone. */
export function backToPayment(id: string): HTMLElement | null {
  return firstOnPage(paymentMenuId(id), ADD_PAYMENT_ACCOUNT);
}

/** `DE89 3704 0044 0532 0130 00`. */
export function spacedIban(iban: string): string {
  return iban.replaceAll(/.{4}(?=.)/g, "$& ");
}
