import { Unreachable } from "./unreachable.ts";
import type { Visit } from "./visit.ts";

/** What is wrong, and what to do about it, as sentences for whoever runs the server. */
export type Finding = {
  readonly problem: string;
  readonly fix: string;
  /** Whether the server works all the same. */
  readonly isWarning?: true;
};

/** One thing that clients need. */
export type Check = {
  readonly name: string;
  /** What is so when nothing is wrong. */
  readonly title: string;
  /** The checks that must have passed, for there is nothing to look at otherwise. */
  readonly after: readonly string[];
  /** @returns null when nothing is wrong, or "left out" when there is nothing to look at here */
  readonly run: (visit: Visit) => Promise<Finding | "left out" | null>;
};

export type Examined = {
  readonly name: string;
  readonly ok: boolean;
  readonly title: string;
  readonly problem: string | null;
  readonly fix: string | null;
};

/** Runs the checks one after the other. Whatever follows from what failed is left out. */
export async function examine(
  checks: readonly Check[],
  visit: Visit,
): Promise<readonly Examined[]> {
  const examined: Examined[] = [];
  const passed = new Set<string>();
  for (const { name, title, after, run } of checks) {
    if (!after.every((name) => passed.has(name))) continue;
    const finding = await run(visit).catch(findingOf);
    if (finding === "left out") continue;
    const ok = finding === null || finding.isWarning === true;
    if (ok) passed.add(name);
    const { problem = null, fix = null } = finding ?? {};
    examined.push({ name, ok, title, problem, fix });
  }
  return examined;
}

function findingOf(error: unknown): Finding {
  if (error instanceof Unreachable) return error.finding;
  throw error;
}
