import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "../../src/db/connect.ts";
import { World } from "../app.ts";
import { createDatabase } from "../database.ts";
import { extent, isLong } from "../extent.ts";
import { FaultyNetwork } from "../faulty-network.ts";
import { listen, loggedApp, until } from "../mcp.ts";
import { POSTGRES } from "../postgres.ts";
import { postTool, processes } from "../server.ts";
import { busily, call, customer, soon } from "./load.ts";

const ROUNDS = extent(1, 40);
const WRITERS = 8;
const FAULT_MS = 200;
/** Short, so that a round is over soon; but to start a process of the server takes a busy machine a while. */
const LIMITS = {
  connect: 2000,
  crowded: 60_000,
  statement: 1000,
  answer: 1000,
  idleInTransaction: 500,
};
const LIMIT_MS = 60_000 * (1 + ROUNDS);
const skip = POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;

const { serve } = processes();

const FAULTS: Readonly<Record<string, (network: FaultyNetwork) => Promise<void>>> = {
  "a network that swallows all": (network) => during(network, "swallows"),
  "a server that is away": async (network) => {
    network.reset();
    await during(network, "refuses");
  },
  "connections that are reset": async (network) => network.reset(),
  "a commit that is lost": (network) => atCommit(network, "lost"),
  "a commit whose answer is lost": (network) => atCommit(network, "done"),
};

describe("postgres", { skip }, () => {
  for (const [name, fault] of Object.entries(FAULTS)) {
    const rule = `under ${name}, what is repeated under its key is done exactly once`;
    test(rule, { timeout: LIMIT_MS }, async (t) => {
      const world = new World("postgres");
      await world.open();
      t.after(() => world.close());
      const team = await world.team();
      const network = await FaultyNetwork.start();
      t.after(() => network.close());
      const database = await connect(network.through(world.url), {
        onIdleError: () => {},
        limits: LIMITS,
      });
      t.after(() => database.close());
      const { app, log } = loggedApp(world, { database });
      const { url, close } = await listen(app);
      t.after(close);
      const address = new URL(url).origin;

      const codes = new Map<string, number>();
      const names: string[] = [];
      let isOver = false;
      const writing = busily(
        WRITERS,
        () => isOver,
        async () => {
          const args = customer();
          const options = { idempotencyKey: args.name };
          for (;;) {
            const { code } = await call(address, team.key, "customers_create", args, options);
            if (code === null) break;
            codes.set(code, (codes.get(code) ?? 0) + 1);
          }
          names.push(args.name);
        },
      );
      for (let round = 1; round <= ROUNDS; round += 1) {
        const before = names.length;
        await soon(() => names.length > before + WRITERS);
        await fault(network);
      }
      const last = names.length;
      await soon(() => names.length > last + WRITERS);
      isOver = true;
      await writing;

      const rows = (await team.state())["customers"] as { name: string }[];
      assert.deepEqual(rows.map((row) => row.name).toSorted(), names.toSorted());
      const known = new Set(["unavailable", "outcome_unknown", "busy"]);
      assert.deepEqual(
        [...codes.keys()].filter((code) => !known.has(code)),
        [],
      );
      assert.deepEqual(log, []);
    });
  }

  if (isLong) {
    test("at SIGTERM a server whose connections are dead ends, and no call is left without an end", async (t) => {
      const { url, drop } = await createDatabase("postgres");
      t.after(drop);
      const network = await FaultyNetwork.start();
      t.after(() => network.close());
      const server = await serve({ DATABASE_URL: network.through(url) }, "--demo");
      const key = /^ {2}(svc_\w+)$/m.exec(server.process.stdout)?.[1] ?? "";
      network.mode = "swallows";
      const calls = ["One", "Two", "Three"].map(async (name) =>
        postTool(server, key, "tags_create", { name }).then(
          ({ status }) => status,
          () => "cut" as const,
        ),
      );
      await until(async () => (await fetch(`${server.url}/readyz`)).status === 503);
      server.process.kill("SIGTERM");
      assert.equal(await server.process.ended(), 0);
      for (const outcome of await Promise.all(calls))
        assert.ok([200, 503, "cut"].includes(outcome));
      assert.doesNotMatch(server.process.stderr, /did not stop/);
    });
  }
});

async function during(network: FaultyNetwork, mode: FaultyNetwork["mode"]): Promise<void> {
  network.mode = mode;
  await sleep(FAULT_MS);
  network.mode = "works";
}

async function atCommit(network: FaultyNetwork, fate: FaultyNetwork["nextCommit"]): Promise<void> {
  network.nextCommit = fate;
  await soon(() => network.nextCommit === "works");
}
