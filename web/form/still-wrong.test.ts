import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "../../src/api/problem.ts";
import { stillWrong } from "./still-wrong.ts";

const PROBLEM: Problem = {
  type: "about:blank",
  status: 422,
  code: "invalid_argument",
  title: "Nothing was saved",
  detail: "Correct what is marked.",
  errors: [
    { pointer: "/name", detail: "is missing" },
    { pointer: "/tags/0", detail: "is too long" },
  ],
};

test("a field leaves the summary when it is set again, and the last one takes the summary along", () => {
  assert.deepEqual(stillWrong(PROBLEM, []), PROBLEM);
  assert.deepEqual(
    stillWrong(PROBLEM, ["name"])?.errors.map(({ pointer }) => pointer),
    ["/tags/0"],
  );
  assert.equal(stillWrong(PROBLEM, ["tags", "name"]), null);
});

test("a problem of no field stays whatever is set", () => {
  const whole = { ...PROBLEM, errors: [] };
  assert.equal(stillWrong(whole, ["name"]), whole);
  assert.equal(stillWrong(null, ["name"]), null);
});
