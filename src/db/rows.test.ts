import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { createDatabase } from "../../test/database.ts";
import { addEntry, addProject } from "../../test/tracker.ts";
import { connect, type Database } from "./connect.ts";
import { asJson, dialectOf, jsonArrayIn } from "./dialect.ts";

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const SCOPES = ["tags.read", 'odd "scope"', "é 🦊"];

onEachDatabase((world) => {
  async function addKey(team: Team): Promise<void> {
    const key = {
      team_id: team.id,
      id: ID,
      user_id: team.userId,
      name: "Key",
      scopes: JSON.stringify(SCOPES),
      secret_hash: "hash",
      hint: "abcd",
      created_at: "2026-11-21T09:00:00.007Z",
      expires_at: "1999-12-31T23:59:59.990Z",
      client_name: "",
    };
    await world.database.begin((db) => db.insertInto("api_keys").values(key).execute());
  }

  test("text, instants to the millisecond, JSON and null come back as they went in", async () => {
    const team = await world.team();
    await addKey(team);
    const row = await world.database.reader
      .selectFrom("api_keys")
      .selectAll()
      .where("team_id", "=", team.id)
      .where("id", "=", ID)
      .executeTakeFirst();
    assert.deepEqual(row, {
      team_id: team.id,
      id: ID,
      user_id: team.userId,
      name: "Key",
      scopes: SCOPES,
      secret_hash: "hash",
      hint: "abcd",
      created_at: "2026-11-21T09:00:00.007Z",
      expires_at: "1999-12-31T23:59:59.990Z",
      revoked_at: null,
      last_used_at: null,
      client_name: "",
      client_version: null,
      replaced_by: null,
      last_used_by: null,
    });
  });

  test("booleans, whole and broken numbers, and days come back as they went in", async () => {
    const team = await world.team();
    const values = { billable: true, estimate_hours: 0.1, rate_minor: 2_147_483_647 };
    const project_id = await addProject(team, values);
    const entry = await addEntry(team, { project_id, date: "0001-01-01", duration: 0 });
    const [project] = (await team.state())["tracker_projects"] ?? [];
    assert.partialDeepStrictEqual(project, { ...values, status: "in_progress", description: null });
    const [row] = (await team.state())["tracker_entries"] ?? [];
    assert.partialDeepStrictEqual(row, { id: entry, date: "0001-01-01", duration: 0, stop: null });
  });

  test("what a write returns has the same form as what a query returns", async () => {
    const team = await world.team();
    await addProject(team, { billable: true, created_at: "2026-03-29T01:00:00.120Z" });
    const { tracker_projects } = await team.state();
    const written = await world.database.begin((db) =>
      db
        .updateTable("tracker_projects")
        .set({ name: "Website" })
        .where("team_id", "=", team.id)
        .returningAll()
        .execute(),
    );
    assert.deepEqual(written, tracker_projects);
    const deleted = await world.database.begin((db) =>
      db
        .deleteFrom("tracker_projects")
        .where("team_id", "=", team.id)
        .returning(["billable as flag"])
        .execute(),
    );
    assert.deepEqual(deleted, [{ flag: true }]);
  });

  test("JSON of any kind comes back as the value it was", async () => {
    const team = await world.team();
    const values = [
      null,
      true,
      0,
      -1.5,
      1e21,
      "",
      "null",
      "12",
      'é\n"\\🦊',
      [],
      {},
      { a: [1, { b: null }] },
    ];
    const event = await world.database.reader
      .selectFrom("activity_events")
      .select("id")
      .where("team_id", "=", team.id)
      .executeTakeFirstOrThrow();
    const changes = values.map((value, index) => ({
      team_id: team.id,
      event_id: event.id,
      position: 100 + index,
      subject_type: "invoice" as const,
      subject_id: ID,
      before: JSON.stringify(value),
      after: JSON.stringify([value]),
    }));
    await world.database.begin((db) => db.insertInto("activity_changes").values(changes).execute());
    const rows = await world.database.reader
      .selectFrom("activity_changes")
      .select(["before", "after"])
      .where("team_id", "=", team.id)
      .where("subject_type", "=", "invoice")
      .orderBy("position")
      .execute();
    assert.deepEqual(
      rows,
      values.map((before) => ({ before, after: [before] })),
    );
  });

  test("counts, sums and JSON of expressions are values, too", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    for (const duration of [1, 2]) await addEntry(team, { project_id, duration });
    const { reader } = world.database;
    const entries = reader.selectFrom("tracker_entries").where("team_id", "=", team.id);
    const row = await entries
      .select(({ fn }) => [
        fn.countAll<number>().as("count"),
        fn.sum<number>("duration").as("sum"),
        fn.max("created_at").as("newest"),
        jsonArrayIn(reader)(entries.select(["duration", "date"]).orderBy("duration")).as("rows"),
        jsonArrayIn(reader)(entries.select("id").where("duration", ">", 5)).as("none"),
      ])
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      { ...row, rows: asJson(row.rows), none: asJson(row.none) },
      {
        count: 2,
        sum: 3,
        newest: world.now,
        rows: [1, 2].map((duration) => ({ duration, date: "2026-11-21" })),
        none: [],
      },
    );
  });

  test("how many rows a write touched is told", async () => {
    const team = await world.team();
    for (let count = 0; count < 3; count += 1) await addProject(team);
    const projects = (name: string) =>
      world.database.begin((db) =>
        db
          .updateTable("tracker_projects")
          .set({ name })
          .where("team_id", "=", team.id)
          .where("name", "!=", name)
          .executeTakeFirst(),
      );
    assert.equal((await projects("New")).numUpdatedRows, 3n);
    assert.equal((await projects("New")).numUpdatedRows, 0n);
  });

  test("text compares by its bytes, whatever the server's language", async () => {
    const team = await world.team();
    const names = ["a", "B", "é", "Z", "z", "_", "10", "9", "🦊", "\uffee"];
    for (const name of names) await addProject(team, { name });
    const rows = await world.database.reader
      .selectFrom("tracker_projects")
      .select("name")
      .where("team_id", "=", team.id)
      .orderBy("name")
      .execute();
    const byBytes = (one: string, other: string) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other));
    assert.deepEqual(
      rows.map(({ name }) => name),
      names.toSorted(byBytes),
    );
  });

  test("instants are told in UTC, whatever the server's time zone", async () => {
    for (const zone of ["UTC", "America/St_Johns", "Asia/Kolkata", "Pacific/Kiritimati"]) {
      await inZone(zone, async ({ reader }) => {
        for (const instant of [
          "1970-01-01T00:00:00.000Z",
          "2026-07-01T12:34:56.789Z",
          "2026-11-21T23:59:59.900Z",
        ]) {
          const value =
            dialectOf(reader) === "sqlite" ? sql`${instant}` : sql`cast(${instant} as timestamptz)`;
          const { rows } = await sql<{ at: string }>`select ${value} as at`.execute(reader);
          assert.deepEqual(rows, [{ at: instant }]);
        }
      });
    }
  });

  async function inZone(zone: string, work: (database: Database) => Promise<void>): Promise<void> {
    const file = await createDatabase(world.dialect);
    const options = world.dialect === "sqlite" ? "" : `?options=-c%20timezone%3D${zone}`;
    const onIdleError = (error: Error) => assert.fail(error);
    const database = await connect(file.url + options, { onIdleError });
    try {
      await work(database);
    } finally {
      await database.close();
      await file.drop();
    }
  }
});
