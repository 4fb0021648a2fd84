/** A piece of a sentence: words of ours, a name that somebody wrote, or what stands on one line. */
export type Words = string | { readonly name: string } | { readonly whole: string };

/** The sentence as plain text, for what cannot show names apart from words. */
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
