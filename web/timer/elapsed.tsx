import { elapsedText, useSecondsSince } from "./clock.ts";

type ElapsedProps = { readonly start: string; readonly ahead: number };

/** Time of a running timer. It is in no live region: nobody is told each second. */
export function Elapsed({ start, ahead }: ElapsedProps) {
  return <time>{elapsedText(useSecondsSince(start, ahead))}</time>;
}
