/** Longest pause between neighbouring calls of an assistant's session. */
export const LONGEST_PAUSE_MS = 10 * 60_000;
