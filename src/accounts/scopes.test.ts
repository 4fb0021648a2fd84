import assert from "node:assert/strict";
import { test } from "node:test";
import { type Reach, SCOPES, tierOf } from "./scopes.ts";

test("the scopes that can be chosen are those of the contract", () => {
  const both = [
    "bank-accounts",
    "customers",
    "documents",
    "inbox",
    "invoices",
    "notifications",
    "tags",
    "teams",
    "tracker-entries",
    "tracker-projects",
    "transactions",
    "users",
  ];
  const expected = [
    ...both.flatMap((name) => [`${name}.read`, `${name}.write`]),
    "reports.read",
    "search.read",
  ];
  assert.deepEqual([...SCOPES].toSorted(), expected.toSorted());
});

test("every single scope opens the tier of its permission, and the meta-scopes theirs", () => {
  for (const scope of SCOPES)
    assert.equal(tierOf(reach([scope])), scope.endsWith(".write") ? "write" : "read", scope);
  assert.equal(tierOf(reach(["apis.read"])), "read");
  assert.equal(tierOf(reach(["apis.all"])), "destructive");
  assert.equal(tierOf(reach(["apis.read", "tags.write"])), "write");
});

test("no scope opens nothing", () => {
  assert.equal(tierOf(reach([])), null);
});

test("all single scopes together are less than apis.all", () => {
  assert.equal(tierOf(reach(SCOPES)), "write");
});

function reach(scopes: readonly string[]): Reach {
  return { scopes, role: "owner", team: { destructiveAiTools: true, memberFullAccess: true } };
}
