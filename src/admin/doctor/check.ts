import { Unreachable } from "./unreachable.ts";
import type { Visit } from "./visit.ts";

export type Finding = {
  readonly problem: string;
  readonly fix: string;
  /** True when the server works despite it. */
  readonly isWarning?: true;
};

export type Check = {
  readonly name: string;
  readonly title: string;
  /** Checks that must have passed before; otherwise this one is skipped. */
  readonly after: readonly string[];
  /** @returns null when the check passes, "left out" when it does not apply */
  readonly run: (visit: Visit) => Promise<Finding | "left out" | null>;
};

export type Examined = {
  readonly name: string;
  readonly ok: boolean;
  readonly title: string;
  readonly problem: string | null;
  readonly fix: string | null;
};

/** Runs the checks in order; skips checks that depend on a failed one. */
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
