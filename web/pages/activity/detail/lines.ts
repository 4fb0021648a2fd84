import type { Change } from "../event.ts";
import { readable } from "../words.ts";

export type Line = {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** True for texts that are folded when long and compared word by word. */
  readonly isProse: boolean;
};

export function changeLines({ fields }: Change, timeZone: string): readonly Line[] {
  return fields.map(({ label, before, after }) => ({
    label,
    before: before === null ? null : readable(before, timeZone),
    after: after === null ? null : readable(after, timeZone),
    isProse: [before, after].some((value) => value?.kind === "long text"),
  }));
}

/** Two texts, split into the common start, the differing middle and the common end. */
export type Differing = {
  readonly start: string;
  readonly before: string;
  readonly after: string;
  readonly end: string;
};

/** Compares by words, so that the differing middle is whole words. */
export function differing(before: string, after: string): Differing {
  const [old, young] = [wordsOf(before), wordsOf(after)];
  const start = common(old, young, (words, place) => words[place]);
  const rest = Math.min(old.length, young.length) - start;
  const end = Math.min(
    rest,
    common(old, young, (words, place) => words.at(-1 - place)),
  );
  return {
    start: old.slice(0, start).join(""),
    before: old.slice(start, old.length - end).join(""),
    after: young.slice(start, young.length - end).join(""),
    end: old.slice(old.length - end).join(""),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/(\s+)/);
}

function common(
  old: readonly string[],
  young: readonly string[],
  at: (words: readonly string[], place: number) => string | undefined,
): number {
  const least = Math.min(old.length, young.length);
  let count = 0;
  while (count < least && at(old, count) === at(young, count)) count += 1;
  return count;
}
