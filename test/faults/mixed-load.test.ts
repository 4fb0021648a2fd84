import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { connect } from "../../src/db/connect.ts";
import { createDatabase } from "../database.ts";
import { extent } from "../extent.ts";
import { until } from "../mcp.ts";
import { POSTGRES } from "../postgres.ts";
import { processes, type Server } from "../server.ts";
import { busily, call, customer } from "./load.ts";

/** Ten minutes, half of them on each database. */
const LOAD_MS = extent(1_000, 300_000);
const WARM_MS = LOAD_MS / 5;
const CALLERS = 8;
const LIMIT_MS = 120_000 + 2 * LOAD_MS;
const MOST_GROWTH_MB = 100;

const { serve } = processes();

for (const dialect of ["sqlite", "postgres"] as const) {
  const skip =
    dialect === "postgres" && POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;
  const rule = `under mixed load on ${dialect}, no call fails and the memory stays as it is`;
  test(rule, { skip, timeout: LIMIT_MS }, async (t) => {
    const { url: databaseUrl, drop } = await createDatabase(dialect);
    t.after(drop);
    const server = await serve(
      { DATABASE_URL: databaseUrl, MCP_RATE_LIMIT: "1000000", LOG_LEVEL: "warn" },
      "--demo",
    );
    const key = /^ {2}(svc_\w+)$/m.exec(server.process.stdout)?.[1] ?? "";
    await jobsDone(databaseUrl);
    await load(server, key, WARM_MS);
    const atStart = megabytesOf(server);
    const { times, failures } = await load(server, key, LOAD_MS);
    const atEnd = megabytesOf(server);
    server.process.kill("SIGTERM");
    assert.equal(await server.process.ended(), 0);

    const sorted = times.toSorted((one, other) => one - other);
    const line = [
      `mixed load on ${dialect}: ${times.length} calls in ${LOAD_MS / 1000} s`,
      `${failures.length} failed`,
      `p50 ${percentile(sorted, 0.5)} ms`,
      `p99 ${percentile(sorted, 0.99)} ms`,
      `memory ${atStart} MB at the beginning, ${atEnd} MB at the end`,
    ];
    process.stdout.write(`${line.join(", ")}\n`);
    assert.deepEqual(failures, []);
    assert.ok(atEnd - atStart < MOST_GROWTH_MB, `it grew from ${atStart} to ${atEnd} MB`);
    assert.equal(server.process.stderr, "");
  });
}

/** Waits until the invoices of the demo are drawn: their thread would begin within what is measured. */
async function jobsDone(databaseUrl: string): Promise<void> {
  const { reader, close } = await connect(databaseUrl, {
    onIdleError: () => {},
    state: "as it is",
  });
  const waiting = reader
    .selectFrom("outbox")
    .select("id")
    .where("done_at", "is", null)
    .where("dead_at", "is", null);
  await until(async () => (await waiting.limit(1).execute()).length === 0);
  await close();
}

async function load({ url }: Server, key: string, milliseconds: number) {
  const times: number[] = [];
  const failures: unknown[] = [];
  const end = performance.now() + milliseconds;
  const timed = async (name: string, args: object): Promise<any> => {
    const start = performance.now();
    const { code, status, output } = await call(url, key, name, args);
    times.push(performance.now() - start);
    if (code !== null) failures.push({ name, code, status });
    return output;
  };
  await busily(
    CALLERS,
    () => performance.now() > end,
    async () => {
      const created = await timed("customers_create", customer());
      for (let count = 0; count < 3; count += 1) await timed("customers_get", { id: created?.id });
      await timed("customers_list", { limit: 20 });
      await timed("customers_update", { id: created?.id, city: "Lisbon" });
      await timed("tags_list", {});
      await timed("tracker_list_entries", {});
    },
  );
  return { times, failures };
}

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
}

/** Resident memory of the process, as Linux counts it. */
function megabytesOf({ process }: Server): number {
  const status = readFileSync(`/proc/${process.pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}
