import type { Check, Version } from "./suite.ts";

/** A scenario that is known to fail, with the reason. */
export type ExpectedFailure = {
  readonly scenario: string;
  /** Versions in which it fails; all by default. */
  readonly versions?: readonly Version[];
  /** Ids of all failing checks; by default one check with the scenario's name. */
  readonly checks?: readonly string[];
  readonly reason: string;
};

/** Describes unexpected failures and unexpected successes of a scenario; null when there are none. */
export function faultOf(
  checks: readonly Check[],
  expected: ExpectedFailure | undefined,
): string | null {
  const open = openChecks(checks);
  const allowed = expected === undefined ? [] : (expected.checks ?? [expected.scenario]);
  const unexpected = open.filter(({ id }) => !allowed.includes(id));
  const stale = allowed.filter((name) => !open.some(({ id }) => id === name));
  const faults = [
    ...(checks.length === 0 ? ["The suite crashed: it wrote no checks."] : []),
    ...unexpected.map(describeCheck),
    ...stale.map(
      (id) => `${id} is an expected failure, but it did not fail: remove it from the list.`,
    ),
  ];
  return faults.length === 0 ? null : faults.join("\n");
}

/**
 * Checks that did not succeed; warnings and skipped checks count as failures. INFO checks count only
 * when the scenario has no others.
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
