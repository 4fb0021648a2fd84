import type { Value } from "./event.ts";
import { readable } from "./values.ts";

/**
 * A piece of a sentence: plain words, a name that a user wrote, a value, or words that stay on one line.
 */
export type Words =
  | string
  | { readonly name: string }
  | { readonly value: Value }
  | { readonly whole: string };

/** Joins a sentence as plain text. */
export function plainWords(words: readonly Words[], timeZone: string): string {
  return words.map((piece) => textOf(piece, timeZone)).join("");
}

export function textOf(piece: Words, timeZone: string): string {
  if (typeof piece === "string") return piece;
  if ("name" in piece) return piece.name;
  return "value" in piece ? readable(piece.value, timeZone) : piece.whole;
}
