/** Runs work that yields at the end of each slice, without serving anything in between. */
export function inOneGo<T>(work: Generator<void, T>): T {
  return sliced(work).result;
}

export function sliced<T>(work: Generator<void, T>): {
  readonly result: T;
  readonly slices: number;
} {
  for (let slices = 1; ; slices += 1) {
    const step = work.next();
    if (step.done === true) return { result: step.value, slices };
  }
}
