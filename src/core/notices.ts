import { z } from "zod";

/** Facts about a result besides the data: whole sentences, with the next step. */
export const notices = z.array(z.string()).optional();

export function noticesOf(said: readonly string[]): { notices?: string[] } {
  return said.length === 0 ? {} : { notices: [...said] };
}
