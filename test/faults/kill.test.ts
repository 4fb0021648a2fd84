import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { connect } from "../../src/db/connect.ts";
import { createDatabase } from "../database.ts";
import { extent } from "../extent.ts";
import { POSTGRES } from "../postgres.ts";
import { processes } from "../server.ts";
import { busily, call, customer, soon } from "./load.ts";

const KILLS = extent(1, 20);
const WRITERS = 4;
const LIMIT_MS = 120_000 * (1 + KILLS);

const { serve } = processes();

for (const dialect of ["sqlite", "postgres"] as const) {
  const skip =
    dialect === "postgres" && POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;
  describe(dialect, { skip }, () => {
    const rule = "a server that is killed while it writes has every write that it acknowledged";
    test(rule, { timeout: LIMIT_MS }, async (t) => {
      const { url: databaseUrl, drop } = await createDatabase(dialect);
      t.after(drop);
      const environment = { DATABASE_URL: databaseUrl, MCP_RATE_LIMIT: "1000000" };
      let server = await serve(environment, "--demo");
      const key = /^ {2}(svc_\w+)$/m.exec(server.process.stdout)?.[1] ?? "";
      const acknowledged = new Map<string, string>();
      const unanswered: { name: string; email: string }[] = [];

      for (let kill = 1; kill <= KILLS; kill += 1) {
        const { process, url } = server;
        const enough = acknowledged.size + 5 + Math.floor(Math.random() * 30);
        let isKilled = false;
        const writing = busily(
          WRITERS,
          () => isKilled,
          async () => {
            const args = customer();
            const options = { idempotencyKey: args.name };
            const { code, output } = await call(url, key, "customers_create", args, options);
            if (code === null) acknowledged.set(args.name, output.id);
            else unanswered.push(args);
          },
        );
        await soon(() => acknowledged.size >= enough);
        process.kill("SIGKILL");
        isKilled = true;
        await Promise.all([writing, process.ended()]);
        server = await serve(environment);
      }

      // A write without an answer may have been done: repeated under its key, it is there once.
      for (const args of unanswered) {
        const options = { idempotencyKey: args.name };
        const { code, output } = await call(server.url, key, "customers_create", args, options);
        assert.equal(code, null);
        acknowledged.set(args.name, output.id);
      }
      server.process.kill("SIGTERM");
      assert.equal(await server.process.ended(), 0);
      await assertKept(databaseUrl, acknowledged);
    });
  });
}

/** Asserts that each customer is there once, with one event of the journal. */
async function assertKept(url: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const database = await connect(url, { onIdleError: () => {}, state: "as it is" });
  const kept = await database.reader
    .selectFrom("customers")
    .select(["id", "name"])
    .where("name", "in", [...ids.keys()])
    .execute();
  const changes = await database.reader
    .selectFrom("activity_changes")
    .select("subject_id")
    .where("subject_id", "in", [...ids.values()])
    .execute();
  await database.close();
  assert.equal(kept.length, ids.size);
  assert.deepEqual(new Map(kept.map(({ name, id }) => [name, id])), ids);
  const recorded = changes.map(({ subject_id: id }) => id);
  assert.deepEqual(recorded.toSorted(), [...ids.values()].toSorted());
}
