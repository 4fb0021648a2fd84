import { counted } from "../../../../src/shared/words.ts";

type Moved = { readonly moved: number; readonly gone: number; readonly to: string };

/** Sentences about a move of `chosen` entries: those moved, those that were there already, those deleted since. */
export function movedWords(chosen: number, { moved, gone, to }: Moved): string {
  const known = chosen - moved - gone;
  return [
    moved === 0 ? "" : `${entries(moved)} moved to ${to}.`,
    known === 0 ? "" : `${entries(known)} on ${to} already.`,
    gone === 0
      ? ""
      : `${counted(gone, "entry", "entries")} ${gone === 1 ? "was" : "were"} deleted meanwhile.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function entries(count: number): string {
  return `${counted(count, "entry", "entries")} ${count === 1 ? "is" : "are"}`;
}
