import { noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { timeOfCustomer } from "../timesheet/time-of-customer.ts";
import { getCustomer } from "./get-customer.ts";

/** A customer and the team's work for it; null if the team has none with that id. */
export async function getDossier(context: Context, id: string): Promise<object | null> {
  const customer = await getCustomer(context, { id });
  if (customer === null) return null;
  const { notices, ...time } = await timeOfCustomer(context, id);
  return { customer, ...time, ...noticesOf(notices) };
}
