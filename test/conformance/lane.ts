import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Hono } from "hono";
import type { Team } from "../app.ts";
import { bearer, listen, worldOfFile } from "../mcp.ts";
import { openProxy } from "./proxy.ts";
import {
  type Results,
  runSuite,
  scenariosOf,
  type Subject,
  VERSIONS,
  type Version,
} from "./suite.ts";
import { type ExpectedFailure, faultOf } from "./verdict.ts";

/** Runs the suite against the app, with a key that has all scopes. */
export async function testServer(
  appFor: (team: Team) => Hono,
  expectedFailures: readonly ExpectedFailure[],
): Promise<void> {
  await testScenarios("server", expectedFailures, (team, version) =>
    judge(appFor(team), team, version),
  );
}

/** Defines a test for every scenario of the suite, so that new scenarios are tested too. */
export async function testScenarios(
  subject: Subject,
  expectedFailures: readonly ExpectedFailure[],
  run: (team: Team, version: Version) => Promise<Results>,
): Promise<void> {
  const scenarios = await Promise.all(VERSIONS.map((version) => scenariosOf(version, subject)));
  const world = worldOfFile();
  const met = new Set<ExpectedFailure>();

  for (const [index, version] of VERSIONS.entries()) {
    describe(version, () => {
      let results: Results;
      before(async () => {
        const team = await world.team({ destructive_ai_tools: true });
        results = await run(team, version);
      });

      for (const scenario of scenarios[index] ?? []) {
        const expected = expectedFailures.find((failure) => concerns(failure, scenario, version));
        if (expected !== undefined) met.add(expected);
        test(
          expected === undefined ? scenario : `${scenario} does not pass: ${expected.reason}`,
          () => {
            const checks = results.checks.get(scenario) ?? [];
            const fault = faultOf(checks, expected);
            if (fault === null) return;
            assert.fail(checks.length === 0 ? `${fault}\n${results.output}` : fault);
          },
        );
      }
    });
  }

  test("every expected failure is one of a scenario that the suite has", () => {
    assert.deepEqual(
      expectedFailures.filter((failure) => !met.has(failure)),
      [],
    );
  });
}

function concerns(failure: ExpectedFailure, scenario: string, version: Version): boolean {
  return failure.scenario === scenario && (failure.versions ?? VERSIONS).includes(version);
}

async function judge(app: Hono, team: Team, version: Version): Promise<Results> {
  const server = await listen(app);
  const proxy = await openProxy(server.url, bearer(team.key));
  try {
    return await runSuite(proxy.url, version);
  } finally {
    await proxy.close();
    await server.close();
  }
}
