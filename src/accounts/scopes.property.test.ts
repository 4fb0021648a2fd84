import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { Tier } from "../core/tool.ts";
import { accessOf, type Reach, SCOPES } from "./scopes.ts";

const scope = fc.oneof(
  fc.constantFrom(...SCOPES, "apis.read", "apis.all"),
  // Scopes that do not exist: none of them may open anything.
  fc.constantFrom("apis.al", "apis", "all", "*", "", ".readable", "tags.write.x", "TAGS.WRITE"),
);
const scopes = fc.array(scope, { maxLength: 6 });
const reaches: fc.Arbitrary<Reach> = fc.record({
  scopes,
  role: fc.constantFrom("owner", "admin", "member"),
  team: fc.record({ destructiveAiTools: fc.boolean(), memberFullAccess: fc.boolean() }),
});

const HEIGHTS: readonly (Tier | null)[] = [null, "read", "write", "destructive"];

test("a credential's tier is the highest whose every condition holds", () => {
  fc.assert(
    fc.property(reaches, (reach) => {
      const { tier, closedGates } = accessOf(reach);
      assert.equal(
        tier,
        HEIGHTS.findLast((height) => CONDITIONS[height ?? "none"](reach)),
      );
      assert.equal(closedGates.length === 0, tier === "destructive");
    }),
    { numRuns: 2000 },
  );
});

test("one more scope never closes a tier, nor does one less open any", () => {
  fc.assert(
    fc.property(reaches, scopes, (reach, more) => {
      assert.ok(heightOf(reach) <= heightOf({ ...reach, scopes: [...reach.scopes, ...more] }));
    }),
  );
});

test("the order of scopes and their repetition change nothing", () => {
  const shuffled = reaches.chain((reach) =>
    fc.tuple(
      fc.constant(reach),
      fc.shuffledSubarray([...reach.scopes, ...reach.scopes], {
        minLength: reach.scopes.length * 2,
      }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([reach, scopes]) => {
      assert.deepEqual(accessOf({ ...reach, scopes }), accessOf(reach));
    }),
  );
});

test("neither a higher role nor a switch of the team ever closes a tier", () => {
  fc.assert(
    fc.property(reaches, (reach) => {
      const { team } = reach;
      for (const higher of [
        { ...reach, role: "owner" as const },
        { ...reach, team: { ...team, memberFullAccess: true } },
        { ...reach, team: { ...team, destructiveAiTools: true } },
      ]) {
        assert.ok(heightOf(reach) <= heightOf(higher));
      }
    }),
  );
});

/** Conditions of each tier, written from the contract and not from the code. */
const CONDITIONS: Readonly<Record<Tier | "none", (reach: Reach) => boolean>> = {
  none: () => true,
  read: ({ scopes }) => scopes.some((scope) => /^(apis\.all|[a-z-]+\.(read|write))$/.test(scope)),
  write: ({ scopes }) => scopes.some((scope) => /^(apis\.all|[a-z-]+\.write)$/.test(scope)),
  destructive: ({ scopes, role, team }) =>
    [
      scopes.indexOf("apis.all") >= 0,
      role === "owner" || role === "admin" || team.memberFullAccess,
      team.destructiveAiTools,
    ].every(Boolean),
};

function heightOf(reach: Reach): number {
  return HEIGHTS.indexOf(accessOf(reach).tier);
}
