import { z } from "zod";

/** What a caller should know about a result besides the data: whole sentences, with the next step. */
export const notices = z.array(z.string()).optional();

/** A result's field with what is to be said; no field when that is nothing. */
export function noticesOf(said: readonly string[]): { notices?: string[] } {
  return said.length === 0 ? {} : { notices: [...said] };
}
