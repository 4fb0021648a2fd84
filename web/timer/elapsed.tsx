import { elapsedText, useSecondsSince } from "./clock.ts";

/** Time of a running timer. Not in a live region, which would announce each second. */
export function Elapsed({ start, ahead }: { readonly start: string; readonly ahead: number }) {
  return <time>{elapsedText(useSecondsSince(start, ahead))}</time>;
}
