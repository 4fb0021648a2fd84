import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../app.ts";
import { CLIENTS } from "../clients.ts";
import { messagesOf, next } from "../events.ts";
import { extent } from "../extent.ts";
import { heapSize } from "../fuzz/heap.ts";
import { bearer, META, modernHeaders } from "../mcp.ts";
import { type ServedWorld, serveWorld } from "../served-world.ts";
import { addProject } from "../tracker.ts";

const DAYS = extent(2, 500);
/** After so many days all caches are full. */
const WARM_DAYS = Math.ceil(DAYS / 5);
/** People who work at the same time. */
const PEOPLE = 6;
const MOST_GROWTH = 30 * 1024 * 1024;
const LIMIT_MS = 120_000 + DAYS * 10_000;

onEachDatabase((world) => {
  const rule = "a server that has worked for many days holds no more than after the first";
  test(rule, { timeout: LIMIT_MS }, async (t) => {
    const served = await serveWorld(world);
    t.after(served.close);
    const owner = await world.team({ destructive_ai_tools: true });
    const others = Array.from({ length: PEOPLE - 1 }, () =>
      owner.member("admin", { preset: "all" }),
    );
    const people = [owner, ...(await Promise.all(others))];
    const project_id = await addProject(owner);
    let warm = Number.NaN;
    for (let day = 1; day <= DAYS; day += 1) {
      await Promise.all(people.map((person) => work(served, person, project_id)));
      world.pass(24 * 3_600_000);
      if (day === WARM_DAYS) warm = heapSize();
    }
    const last = heapSize();
    assert.ok(last - warm < MOST_GROWTH, `the memory in use grew from ${warm} to ${last}`);
    assert.deepEqual(served.log, []);
  });
});

/** A day of one person, through each client that there is. */
async function work(served: ServedWorld, person: Team, project_id: string): Promise<void> {
  for (const client of CLIENTS) {
    const leaving = new AbortController();
    await subscribe(served, person, leaving.signal);
    const session = await client.connect(new URL(served.url), bearer(person.key));
    const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<any> => {
      const answer = await session.callTool({ name, arguments: args });
      assert.ok(answer.isError !== true, answer.content[0]?.text);
      return answer.structuredContent;
    };
    await call("tracker_start_timer", { project_id });
    const { id } = await call("customers_create", { name: "Acme", email: "a@acme.example" });
    assert.equal((await call("customers_get", { id })).name, "Acme");
    await call("customers_delete", { id });
    await call("tracker_stop_timer", {});
    await session.close();
    leaving.abort();
  }
}

/** Opens a stream of what changes, which the person leaves without a word. */
async function subscribe({ url }: ServedWorld, { key }: Team, signal: AbortSignal): Promise<void> {
  const method = "subscriptions/listen";
  const params = { _meta: META, notifications: { toolsListChanged: true } };
  const response = await fetch(url, {
    method: "POST",
    signal,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...bearer(key),
      ...modernHeaders(method),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { method: told } = await next(messagesOf(response));
  assert.equal(told, "notifications/subscriptions/acknowledged");
}
