import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { type Team, World } from "../../test/app.ts";
import { bearer, loggedApp } from "../../test/mcp.ts";
import { POSTGRES } from "../../test/postgres.ts";
import { type CountedWay, countedWay } from "../../test/round-trips.ts";
import { addProject } from "../../test/tracker.ts";
import { connect, type Database } from "./connect.ts";

const skip = POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;

/** Calls in their order, with the round trips that each may take, that for its credential included. */
const MOST: readonly (readonly [string, (projectId: string) => object, number])[] = [
  ["customers_create", () => ({ name: "Acme", email: "a@acme.example" }), 5],
  ["tags_create", () => ({ name: `Tag ${(tags += 1)}` }), 5],
  [
    "tracker_start_timer",
    (project_id) => ({ project_id, start: new Date(Date.UTC(2026, 10, 21, 8)).toISOString() }),
    7,
  ],
  ["tracker_stop_timer", () => ({}), 7],
];
let tags = 0;

describe("round trips to PostgreSQL", { skip }, () => {
  const world = new World("postgres");
  let way: CountedWay;
  let database: Database;
  let team: Team;
  let projectId: string;

  before(async () => {
    await world.open();
    team = await world.team();
    projectId = await addProject(team, { name: "Website" });
    way = await countedWay(world.url);
    database = await connect(way.url, { onIdleError: assert.ifError });
  });

  after(async () => {
    await database.close();
    await way.close();
    await world.close();
  });

  /** Counts the round trips that a call takes. */
  async function roundTripsOf(call: () => Promise<unknown>): Promise<number> {
    const start = way.roundTrips();
    await call();
    return way.roundTrips() - start;
  }

  test("a write takes no more than it needs", async () => {
    const credentialUse = { note: () => {}, noteClient: () => {} } as never;
    const { app } = loggedApp(world, { database, credentialUse });
    const call = async (name: string, args: object) => {
      const response = await app.request("/mcp", {
        method: "POST",
        headers: { ...bearer(team.key), "Content-Type": "application/json" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: args },
        }),
      });
      assert.match(await response.text(), /"structuredContent"/);
    };
    const taken = new Map<string, number>();
    for (let run = 0; run < 3; run += 1) {
      for (const [name, argumentsOf] of MOST) {
        const args = argumentsOf(projectId);
        taken.set(name, await roundTripsOf(() => call(name, args)));
      }
    }
    for (const [name, , most] of MOST) {
      assert.ok((taken.get(name) ?? Infinity) <= most, `${name} took ${taken.get(name)}`);
    }
  });

  test("what a transaction asks at once is one round trip, in its order", async () => {
    const trips = await roundTripsOf(() =>
      database.begin(async (db) => {
        const asked = ["one", "two", "three"].map((word) =>
          db
            .selectNoFrom([sql.lit(word).as("word"), sql<string>`clock_timestamp()`.as("at")])
            .executeTakeFirstOrThrow(),
        );
        const answered = await Promise.all(asked);
        const inTime = answered.toSorted((one, other) => (one.at < other.at ? -1 : 1));
        assert.deepEqual(
          inTime.map(({ word }) => word),
          ["one", "two", "three"],
        );
      }),
    );
    assert.equal(trips, 2, "one with the begin, and the commit");
  });

  test("a write that comes first waits until its transaction has begun", async () => {
    const trips = await roundTripsOf(() =>
      database.begin(async (db) => {
        await db.updateTable("teams").set({ name: "Other" }).where("id", "=", team.id).execute();
      }),
    );
    assert.equal(trips, 3, "the begin, the write and the commit");
  });
});
