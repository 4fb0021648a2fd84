/** Number with its noun: `1 project`, `2 time entries`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `one, two and three`. */
export function enumerated(parts: readonly string[]): string {
  const [last, ...others] = parts.toReversed();
  if (last === undefined || others.length === 0) return last ?? "";
  return `${others.toReversed().join(", ")} and ${last}`;
}

/** Lower case within a sentence, but for abbreviations. */
export function lowered(words: string): string {
  return /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

/** `a minute`, `15 minutes`. */
export function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Duration in a sentence: `1,204 h`, `2 h 05`, `45 min`, `< 1 min`. Seconds are left out. */
export function spoken(seconds: number): string {
  if (seconds > 0 && seconds < 60) return "< 1 min";
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  const told = `${hours.toLocaleString("en-GB")} h`;
  return rest === 0 ? told : `${told} ${String(rest).padStart(2, "0")}`;
}

/** The same to the second, where nothing may be left out: `2 h 05`, `2 h 5 min 9 s`, `9 s`. */
export function spokenToTheSecond(seconds: number): string {
  const rest = seconds % 60;
  if (rest === 0) return spoken(seconds);
  const minutes = Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 60), "h"],
    [minutes % 60, "min"],
    [rest, "s"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count.toLocaleString("en-GB")} ${unit}`)
    .join(" ");
}
