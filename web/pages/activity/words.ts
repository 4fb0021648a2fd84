/** A piece of a sentence: plain words, a name that a user wrote, or words that stay on one line. */
export type Words = string | { readonly name: string } | { readonly whole: string };

/** Joins a sentence as plain text. */
export function plain(words: readonly Words[]): string {
  return words.map(textOf).join("");
}

function textOf(piece: Words): string {
  if (typeof piece === "string") return piece;
  return "name" in piece ? piece.name : piece.whole;
}

/** `1 time entry`, `3 time entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
