import assert from "node:assert/strict";
import { test } from "node:test";
import { mayRemove, type Person, type Role, rolesFor, rolesUpTo } from "./roles.ts";

const OF: readonly Role[] = ["member", "admin", "owner"];

test("a role invites to what is not above it", () => {
  assert.deepEqual(
    OF.map((own) => rolesUpTo(own).map(({ role }) => role)),
    [["member"], ["member", "admin"], ["member", "admin", "owner"]],
  );
});

test("members decide on no role, admins between member and admin, owners on every one", () => {
  const given = (own: Role, role: Role) => rolesFor(own, person(role)).map((words) => words.role);
  for (const role of OF) assert.deepEqual(given("member", role), []);
  assert.deepEqual(given("admin", "member"), ["member", "admin"]);
  assert.deepEqual(given("admin", "admin"), ["member", "admin"]);
  assert.deepEqual(given("admin", "owner"), []);
  for (const role of OF) assert.deepEqual(given("owner", role), OF);
});

test("the last owner stays one", () => {
  assert.deepEqual(rolesFor("owner", { role: "owner", isLastOwner: true }), []);
});

test("admins remove members and admins, owners everybody, members nobody", () => {
  const removed = (own: Role) => OF.filter((role) => mayRemove(own, person(role)));
  assert.deepEqual(OF.map(removed), [[], ["member", "admin"], OF]);
});

function person(role: Role): Person {
  return { role, isLastOwner: false };
}
