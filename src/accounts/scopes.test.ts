import assert from "node:assert/strict";
import { test } from "node:test";
import { accessOf, SCOPES } from "./scopes.ts";

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
    assert.equal(tierWith([scope]), scope.endsWith(".write") ? "write" : "read", scope);
  assert.equal(tierWith(["apis.read"]), "read");
  assert.equal(tierWith(["apis.all"]), "destructive");
  assert.equal(tierWith(["apis.read", "tags.write"]), "write");
});

test("no scope opens nothing", () => {
  assert.equal(tierWith([]), null);
});

test("all single scopes together are less than apis.all", () => {
  assert.equal(tierWith(SCOPES), "write");
});

function tierWith(scopes: readonly string[]) {
  const team = { destructiveAiTools: true, memberFullAccess: true };
  return accessOf({ scopes, role: "owner", team }).tier;
}
