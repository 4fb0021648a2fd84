import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns } from "./connect.ts";

test("work is done one after the other, in its order", async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const work = async (name: string) =>
    turns.take(async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
    });
  await Promise.all(["a", "b", "c"].map(work));
  const inOrder = ["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]);
  assert.deepEqual(seen, inOrder);
});

test("who waits behind one that another process keeps waiting is told of that process", async () => {
  const turns = new Turns({ patienceMs: 1, isHeldOutside: () => true });
  const { promise: long, resolve } = Promise.withResolvers<string>();
  const first = turns.take(() => long);
  const late = turns.take(() => assert.fail("it ran"));
  await assert.rejects(late, { code: "busy", message: /^Another process is writing/ });
  resolve("at last");
  assert.equal(await first, "at last");
});

test("work that fails lets the next one begin", async () => {
  const turns = new Turns();
  const failed = turns.take(() => Promise.reject(new Error("on purpose")));
  const next = turns.take(async () => "done");
  await assert.rejects(failed, { message: "on purpose" });
  assert.equal(await next, "done");
});

test("who waits too long is told to come again, is never run, and holds up nobody", async () => {
  const turns = new Turns({ patienceMs: 1 });
  const { promise: long, resolve } = Promise.withResolvers<string>();
  const first = turns.take(() => long);
  const late = turns.take(() => assert.fail("it ran"));
  await assert.rejects(late, { code: "busy", message: /^Other changes .* nothing was saved$/ });
  const next = turns.take(async () => "done").catch(() => "refused");
  resolve("at last");
  assert.equal(await first, "at last");
  assert.equal(await next, "done");
  assert.equal(await turns.take(async () => "free"), "free");
});
