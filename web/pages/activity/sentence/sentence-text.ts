import type { Event } from "../event.ts";
import { plain } from "../words.ts";
import { meansOf, whoOf } from "./doer.ts";

/** The sentence of an event as plain text. */
export function sentenceOf(event: Event): string {
  return plain([whoOf(event), " (", ...meansOf(event), ") ", ...event.deed]);
}
