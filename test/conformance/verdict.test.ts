import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Check } from "./suite.ts";
import { faultOf } from "./verdict.ts";

const REASON = "the fixture is not there";

describe("a scenario", () => {
  test("is fine when every check succeeds", () => {
    assert.equal(faultOf([check("a", "SUCCESS"), check("b", "INFO")], undefined), null);
  });

  for (const status of ["FAILURE", "WARNING", "SKIPPED"] as const) {
    test(`fails by a check of status ${status}`, () => {
      const fault = faultOf([check("a", "SUCCESS"), check("b", status)], undefined);
      assert.equal(fault, `${status} b: b is so\n  because of b`);
    });
  }

  test("fails when it only tells and judges nothing", () => {
    assert.match(faultOf([check("a", "INFO")], undefined) ?? "", /INFO a/);
  });

  test("fails when the suite wrote nothing down", () => {
    assert.match(faultOf([], undefined) ?? "", /crashed/);
    assert.match(faultOf([], { scenario: "a", reason: REASON }) ?? "", /crashed/);
  });
});

describe("a scenario that is expected to fail", () => {
  test("is fine when it fails by its own check", () => {
    assert.equal(faultOf([check("a", "FAILURE")], { scenario: "a", reason: REASON }), null);
  });

  test("is fine when exactly the named checks fail", () => {
    const checks = [check("a", "SUCCESS"), check("b", "FAILURE"), check("c", "SKIPPED")];
    assert.equal(faultOf(checks, { scenario: "s", checks: ["b", "c"], reason: REASON }), null);
  });

  test("fails by any other check", () => {
    const checks = [check("b", "FAILURE"), check("c", "FAILURE")];
    assert.match(
      faultOf(checks, { scenario: "s", checks: ["b"], reason: REASON }) ?? "",
      /^FAIL.* c:/,
    );
  });

  test("fails when it passes", () => {
    const fault = faultOf([check("a", "SUCCESS")], { scenario: "a", reason: REASON });
    assert.match(fault ?? "", /a is an expected failure, but it did not fail/);
  });
});

function check(id: string, status: Check["status"]): Check {
  return { id, status, description: `${id} is so`, errorMessage: `because of ${id}` };
}
