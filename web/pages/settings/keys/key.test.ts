import assert from "node:assert/strict";
import { test } from "node:test";
import { accessOf, PRESETS, SCOPES } from "../../../../src/accounts/scopes.ts";
import { connectionRoutes } from "../../../../src/api/connections.ts";
import { shortKey } from "../../../access.ts";
import {
  keyEnd,
  endsSoon,
  highestLevel,
  idleDays,
  levelOf,
  LEVELS,
  keyOpens,
  type Resource,
  withAllAt,
  withLevel,
} from "./key.ts";

const NOW = "2026-11-21T09:00:00.000Z";
const READER = { now: NOW, timeZone: "Europe/Berlin" };
const EXPIRED = {
  state: "expired",
  expiresAt: "2026-11-19T09:00:00.000Z",
  revokedAt: null,
} as const;

test("a key is idle from its ninetieth day without use on, counted from when it was made if it never was used", () => {
  const lastUsedAt = "2026-08-23T09:00:00.000Z";
  assert.equal(idleDays({ createdAt: "2025-01-01T00:00:00.000Z", lastUsedAt }, NOW), 90);
  assert.equal(idleDays({ createdAt: lastUsedAt, lastUsedAt: null }, NOW), 90);
  assert.equal(idleDays({ createdAt: "2026-08-23T09:00:00.001Z", lastUsedAt: null }, NOW), null);
  assert.equal(idleDays({ createdAt: "2025-01-01T00:00:00.000Z", lastUsedAt: NOW }, NOW), null);
});

test("a key ends soon within fourteen days", () => {
  assert.equal(endsSoon("2026-12-05T09:00:00.000Z", NOW), true);
  assert.equal(endsSoon("2026-12-05T09:00:00.001Z", NOW), false);
});

test("a key that has ended tells how", () => {
  assert.equal(keyEnd(EXPIRED, READER), "Expired 2 days ago");
  const revokedAt = "2026-11-21T08:00:00.000Z";
  assert.equal(keyEnd({ ...EXPIRED, revokedAt }, READER), "Revoked 1 hour ago");
  const left = { state: "revoked", expiresAt: null, revokedAt: null } as const;
  assert.equal(keyEnd(left, READER), "Its holder left the team");
});

test("a key is known by its last four characters", () => {
  assert.equal(shortKey({ prefix: "svc_", hint: "aB3d" }), "svc_…aB3d");
});

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
  const route = connectionRoutes.find(({ path }) => path === "GET /api/scopes");
  const answer = await route?.answer(Object(null), {});
  assert.equal(answer?.kind, "json");
  return (answer.value as { resources: Resource[] }).resources;
}

const HELD = { all: ["apis.all"], read: ["apis.read"] } as const;

test("what the dialog says that a key opens is what the server then lets it do", () => {
  const chosen = [[], ["tags.read"], ["tags.write"], ["tags.read", "invoices.write"], SCOPES];
  for (const preset of PRESETS)
    for (const scopes of preset === "restricted" ? chosen : [[]])
      for (const isDeletingOn of [false, true])
        for (const memberFullAccess of [false, true])
          for (const role of ["owner", "admin", "member"] as const) {
            const { tier } = accessOf({
              scopes: preset === "restricted" ? scopes : HELD[preset],
              role,
              team: { destructiveAiTools: isDeletingOn, memberFullAccess },
            });
            const isCapped = role === "member" && !memberFullAccess;
            assert.deepEqual(
              keyOpens({ preset, scopes }, { isCapped, isDeletingOn }),
              {
                read: tier !== null,
                write: tier === "write" || tier === "destructive",
                destructive: tier === "destructive",
              },
              `${preset} ${scopes.join(" ")} ${role}`,
            );
          }
});
