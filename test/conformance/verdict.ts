import type { Check, Version } from "./suite.ts";

/** A scenario that is known not to pass, and why. */
export type ExpectedFailure = {
  readonly scenario: string;
  /** The versions of which that is true: all, unless they are named. */
  readonly versions?: readonly Version[];
  /** The ids of exactly those checks that do not succeed; most scenarios have one, of their own name. */
  readonly checks?: readonly string[];
  readonly reason: string;
};

/** What is wrong with how a scenario ended, and null when it ended as it should. */
export function faultOf(
  checks: readonly Check[],
  expected: ExpectedFailure | undefined,
): string | null {
  const open = openChecks(checks);
  const allowed = expected === undefined ? [] : (expected.checks ?? [expected.scenario]);
  const unexpected = open.filter(({ id }) => !allowed.includes(id));
  const stale = allowed.filter((name) => !open.some(({ id }) => id === name));
  const faults = [
    ...(checks.length === 0 ? ["The suite broke off: it wrote no checks."] : []),
    ...unexpected.map(describeCheck),
    ...stale.map((id) => `${id} is an expected failure, but it did not fail: strike it off.`),
  ];
  return faults.length === 0 ? null : faults.join("\n");
}

/**
 * The checks that prove nothing: a warning and a skipped check no more than a failure. What is for
 * information only is no verdict, unless the scenario came to no other.
 */
function openChecks(checks: readonly Check[]): readonly Check[] {
  const verdicts = checks.filter(({ status }) => status !== "INFO");
  return (verdicts.length > 0 ? verdicts : checks).filter(({ status }) => status !== "SUCCESS");
}

function describeCheck({ id, status, description, errorMessage, details }: Check): string {
  const why = errorMessage ?? JSON.stringify(details) ?? "no reason is given";
  return `${status} ${id}: ${description}\n  ${why.slice(0, LONGEST_REASON)}`;
}

const LONGEST_REASON = 2000;
