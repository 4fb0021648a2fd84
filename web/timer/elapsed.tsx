import { elapsedText, useSecondsSince } from "./clock.ts";

/** Time of a running timer. It is in no live region: nobody is told each second. */
export function Elapsed({ start, ahead }: { readonly start: string; readonly ahead: number }) {
  return <time>{elapsedText(useSecondsSince(start, ahead))}</time>;
}
