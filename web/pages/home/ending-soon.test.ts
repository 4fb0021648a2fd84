import assert from "node:assert/strict";
import { test } from "node:test";
import { endingSoon } from "./ending-soon.ts";

const NOW = "2026-11-21T09:00:00.000Z";
const USED = {
  kind: "key",
  holder: { name: "Olga", isYou: true },
  lastUsedAt: "2026-11-20T09:00:00.000Z",
} as const;

test("the reader's keys in use that end within two weeks are told of, the soonest first", () => {
  const keys = [
    { ...USED, id: "in two weeks", name: "A", expiresAt: "2026-12-05T09:00:00.000Z" },
    { ...USED, id: "later", name: "B", expiresAt: "2026-12-05T09:00:00.001Z" },
    { ...USED, id: "tomorrow", name: "C", expiresAt: "2026-11-22T09:00:00.000Z" },
    { ...USED, id: "never", name: "D", expiresAt: null },
    { ...USED, id: "unused", name: "E", expiresAt: "2026-11-22T09:00:00.000Z", lastUsedAt: null },
    {
      ...USED,
      id: "another's",
      name: "F",
      expiresAt: "2026-11-22T09:00:00.000Z",
      holder: { name: "Mia", isYou: false },
    },
    { ...USED, id: "app", name: "G", expiresAt: "2026-11-22T09:00:00.000Z", kind: "app" },
  ] as const;
  assert.deepEqual(
    endingSoon(keys, NOW).map(({ id }) => id),
    ["tomorrow", "in two weeks"],
  );
});
