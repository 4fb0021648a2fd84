import assert from "node:assert/strict";
import { test } from "node:test";
import { createResolver } from "./outside.ts";

const never = new AbortController().signal;

test("a name is resolved by the system, with its hosts file", async () => {
  const addresses = await createResolver()("localhost", never);
  assert.ok(addresses.length > 0);
  for (const address of addresses) assert.match(address, /^(127\.0\.0\.1|::1)$/);
});

test("two names are looked up at once, and others in their turn, also after a failure", async () => {
  const asked = new Map<string, PromiseWithResolvers<{ address: string }[]>>();
  const resolve = createResolver((host) => {
    const answer = Promise.withResolvers<{ address: string }[]>();
    asked.set(host, answer);
    return answer.promise;
  });
  const [first, second, third] = ["a", "b", "c"].map((host) => resolve(host, never));
  assert.deepEqual([...asked.keys()], ["a", "b"]);
  asked.get("a")?.reject(new Error("not found"));
  await assert.rejects(first ?? Promise.resolve(), /not found/);
  assert.deepEqual([...asked.keys()], ["a", "b", "c"]);
  asked.get("c")?.resolve([{ address: "93.184.216.34" }]);
  assert.deepEqual(await third, ["93.184.216.34"]);
  asked.get("b")?.resolve([]);
  assert.deepEqual(await second, []);
  const fourth = resolve("d", never);
  asked.get("d")?.resolve([{ address: "2606:2800:220:1::1" }]);
  assert.deepEqual(await fourth, ["2606:2800:220:1::1"]);
});

test("a name whose time is over while it waits is not looked up", async () => {
  const asked: string[] = [];
  const answers = [Promise.withResolvers<[]>(), Promise.withResolvers<[]>()];
  const resolve = createResolver(async (host) => {
    asked.push(host);
    return answers[asked.length - 1]?.promise ?? [];
  });
  const late = new AbortController();
  const running = [resolve("a", never), resolve("b", never)];
  const waiting = resolve("c", late.signal);
  late.abort();
  for (const answer of answers) answer.resolve([]);
  await assert.rejects(waiting, { name: "AbortError" });
  await Promise.all(running);
  assert.deepEqual(asked, ["a", "b"]);
});
