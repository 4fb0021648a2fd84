import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, endsSoon, idleDays, shortKey } from "./key-words.ts";

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
  assert.equal(endOf(EXPIRED, READER), "Expired 2 days ago");
  const revokedAt = "2026-11-21T08:00:00.000Z";
  assert.equal(endOf({ ...EXPIRED, revokedAt }, READER), "Revoked 1 hour ago");
  const left = { state: "revoked", expiresAt: null, revokedAt: null } as const;
  assert.equal(endOf(left, READER), "Its holder left the team");
});

test("a key is known by its last four characters", () => {
  assert.equal(shortKey({ prefix: "svc_", hint: "aB3d" }), "svc_…aB3d");
});
