/** Number with its noun: `1 project`, `2 time entries`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Joins words with commas, and the last one with `and`. */
export function enumerated(parts: readonly string[]): string {
  const [last, ...others] = parts.toReversed();
  if (last === undefined || others.length === 0) return last ?? "";
  return `${others.toReversed().join(", ")} and ${last}`;
}

/** Lower case within a sentence, but for abbreviations. */
export function lowered(words: string): string {
  return /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

/** Waiting time in whole minutes: `a minute`, `15 minutes`. */
export function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Duration in words: `2 h 30 min`; seconds only below a minute. */
export function spoken(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : "", rest > 0 ? `${rest} min` : ""]
    .filter((part) => part !== "")
    .join(" ");
}
