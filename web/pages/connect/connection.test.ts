import assert from "node:assert/strict";
import { test } from "node:test";
import { connectionsOf, calledRecently } from "./connection.ts";

const HOLDER = { id: "1", name: "Olga Owner", isYou: true };
const OPENS = { read: true, write: false, destructive: false };

test("keys and apps stand together, the one that called last first, and none that ended", () => {
  const connections = connectionsOf(
    {
      keys: [
        key("never called", { lastUsedAt: null }),
        key("revoked", { state: "revoked" }),
        key("expired", { state: "expired" }),
        key("yesterday", { lastUsedAt: "2026-11-20T09:00:00.000Z" }),
      ],
    },
    {
      apps: [
        app("today", "2026-11-21T09:00:00.000Z"),
        app("last week", "2026-11-14T09:00:00.000Z"),
      ],
    },
  );
  assert.deepEqual(
    connections.map(({ name, what }) => [name, what]),
    [
      ["today", "App, redirects to claude.ai"],
      ["yesterday", "API key svc_…aB3d"],
      ["last week", "App, redirects to claude.ai"],
      ["never called", "API key svc_…aB3d"],
    ],
  );
});

function key(name: string, more: object): any {
  const lastUsedAt = "2026-11-21T10:00:00.000Z";
  const use = {
    expiresAt: null,
    lastUsedAt,
    lastUsedBy: null,
    state: "active",
    prefix: "svc_",
    hint: "aB3d",
  };
  return { id: name, name, opens: OPENS, holder: HOLDER, ...use, ...more };
}

function app(name: string, lastUsedAt: string): any {
  const use = { expiresAt: "2027-11-21T09:00:00.000Z", lastUsedAt, lastUsedBy: "claude-ai" };
  const known = { host: "claude.ai", isUnverified: true };
  return { id: name, name, opens: OPENS, holder: HOLDER, ...known, ...use };
}

test("what called in the last seven days is recent", () => {
  const times = [
    "2026-11-21T08:59:59.000Z",
    "2026-11-14T09:00:00.000Z",
    "2026-11-14T08:59:59.999Z",
    null,
  ].map((lastUsedAt) => ({ lastUsedAt }));
  assert.deepEqual(calledRecently(times, "2026-11-21T09:00:00.000Z"), times.slice(0, 2));
});
