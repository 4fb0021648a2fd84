import { whoOf } from "./doer.ts";
import type { Event } from "./event.ts";
import { plainWords } from "./words.ts";

/** The sentence of an event as plain text. */
export function sentenceOf(event: Event, timeZone: string): string {
  return plainWords([...whoOf(event), " ", ...event.deed], timeZone);
}
