const LONGEST = 400;
const MOST_LINES = 8;

/** True for texts that are folded. */
export function isLong(text: string): boolean {
  return text.length > LONGEST || text.split("\n").length > MOST_LINES;
}

/** Beginning of a text, cut at the end of a word. */
export function beginningOf(text: string): string {
  const lines = text.split("\n").slice(0, MOST_LINES).join("\n");
  return lines.length <= LONGEST ? lines : lines.slice(0, LONGEST).replace(/\s\S*$/, "");
}
