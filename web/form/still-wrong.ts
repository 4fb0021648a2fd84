import type { Problem } from "../../src/api/problem.ts";

/** The problem without the fields that were set again since; null if none is left. */
export function stillWrong(problem: Problem | null, mended: readonly string[]): Problem | null {
  if (problem === null || problem.errors.length === 0) return problem;
  const errors = problem.errors.filter(({ pointer }) => !mended.includes(fieldOfPointer(pointer)));
  return errors.length === 0 ? null : { ...problem, errors };
}

export function fieldOfPointer(pointer: string): string {
  return pointer.split("/")[1] ?? "";
}
