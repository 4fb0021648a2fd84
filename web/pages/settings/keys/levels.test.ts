import assert from "node:assert/strict";
import { test } from "node:test";
import { SCOPES } from "../../../../src/accounts/scopes.ts";
import { scopeRoutes } from "../../../../src/api/scopes.ts";
import { highestLevel, LEVELS, levelOf, type Resource, withAllAt, withLevel } from "./levels.ts";

const resources = await resourcesTold();

test("the rows and levels together offer every scope once, and no other", () => {
  const offered = resources.flatMap((resource) =>
    LEVELS.flatMap(({ level }) => withLevel([], resource, level)),
  );
  assert.deepEqual(offered.toSorted(), SCOPES.toSorted());
});

test("a level takes the place of the other of its row, and leaves the other rows as they are", () => {
  for (const resource of resources) {
    const others = SCOPES.filter((scope) => !scope.startsWith(`${resource.name}.`));
    for (const { level: before } of LEVELS)
      for (const { level } of LEVELS) {
        const scopes = withLevel(withLevel(others, resource, before), resource, level);
        const isThere = level === "none" || resource[level] !== null;
        assert.equal(levelOf(scopes, resource), isThere ? level : "none");
        assert.deepEqual(scopes.slice(0, others.length), others);
        assert.ok(scopes.length <= others.length + 1);
      }
  }
});

test("each of the choices sets every row to its level, and is found again from any scope of it", () => {
  assert.deepEqual(withAllAt(resources, "none"), []);
  assert.equal(highestLevel([]), "none");
  const reads = withAllAt(resources, "read");
  assert.deepEqual(reads.toSorted(), SCOPES.filter((scope) => scope.endsWith(".read")).toSorted());
  assert.equal(highestLevel(reads), "read");
  assert.equal(highestLevel(["tags.read"]), "read");
  const writes = withAllAt(resources, "write");
  assert.deepEqual(
    resources.map((resource) => levelOf(writes, resource)),
    resources.map(({ write }) => (write === null ? "read" : "write")),
  );
  assert.equal(highestLevel(writes), "write");
  assert.equal(highestLevel(["customers.read", "tags.write"]), "write");
});

async function resourcesTold(): Promise<readonly Resource[]> {
  const answers = await Promise.all(scopeRoutes.map((route) => route.answer(Object(null), {})));
  return answers.flatMap((answer) => {
    assert.equal(answer.kind, "json");
    return (answer.value as { resources: Resource[] }).resources;
  });
}
