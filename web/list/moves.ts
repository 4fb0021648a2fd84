const ARROWS: Readonly<Record<string, Move>> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
};

const LETTERS: Readonly<Record<string, Move>> = { j: "next", k: "previous" };

type Move = "next" | "previous" | "first" | "last";

type Place = {
  /** Elsewhere arrows scroll the page. */
  readonly isInList: boolean;
  readonly areLettersOn: boolean;
};

/** With Shift a letter is a capital. */
export function moveOf(pressed: string, { isInList, areLettersOn }: Place): Move | null {
  const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
  return (isInList ? ARROWS[key] : null) ?? (areLettersOn ? LETTERS[key] : null) ?? null;
}

export function moved(index: number, move: Move, length: number): number {
  const last = length - 1;
  const to = { next: index + 1, previous: index - 1, first: 0, last }[move];
  return Math.max(0, Math.min(last, to));
}
