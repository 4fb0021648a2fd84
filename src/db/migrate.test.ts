import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { migrations } from "../../migrations/index.ts";
import { onEachDatabase } from "../../test/app.ts";
import { createDatabase } from "../../test/database.ts";
import { fold } from "../core/fold.ts";
import { connect } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { LIMITS, PostgresPool } from "./postgres-pool.ts";
import { openPostgres } from "./postgres.ts";
import type { Db } from "./schema/schema.ts";
import { openSqliteWriter } from "./sqlite.ts";

const ALL = migrations.map(({ name }) => name);
const options = { onIdleError: (error: Error) => assert.fail(error) };

onEachDatabase(({ dialect }) => {
  /** Runs work with an empty database, as a file or on the server. */
  async function inEmpty(work: (url: string) => Promise<void>): Promise<void> {
    const { url, drop } = await createDatabase(dialect);
    try {
      await work(url);
    } finally {
      await drop();
    }
  }

  async function open(url: string): Promise<Db> {
    return dialect === "sqlite"
      ? (await openSqliteWriter(url.slice("sqlite:".length))).writer
      : openPostgres(poolOf(url), (error) => error).db;
  }

  function poolOf(url: string): PostgresPool {
    return new PostgresPool({
      url,
      connections: 10,
      limits: LIMITS,
      endsStatements: false,
      onLost: options.onIdleError,
      onCrowded: () => {},
    });
  }

  async function applied(url: string) {
    const database = await connect(url, options);
    const { rows } = await sql<{ name: string }>`select * from migrations`.execute(database.reader);
    await database.close();
    return rows;
  }

  test("the first run applies every migration in order, the second none", async () => {
    await inEmpty(async (url) => {
      const db = await open(url);
      assert.deepEqual(await migrate(db), ALL);
      const before = await applied(url);
      assert.deepEqual(
        before.map(({ name }) => name),
        ALL,
      );
      assert.deepEqual(await migrate(db), []);
      assert.deepEqual(await applied(url), before);
      await db.destroy();
    });
  });

  test("connections that migrate an empty database at once all succeed, and each migration is applied once", async () => {
    await inEmpty(async (url) => {
      const connected = await Promise.all(
        Array.from({ length: 5 }, async () => connect(url, options)),
      );
      for (const database of connected) await database.close();
      assert.deepEqual(
        (await applied(url)).map(({ name }) => name),
        ALL,
      );
    });
  });

  test("processes that migrate an empty database at once all succeed", async () => {
    await inEmpty(async (url) => {
      const main = fileURLToPath(new URL("../main.ts", import.meta.url));
      const env = { ...process.env, DATABASE_URL: url };
      const runs = Array.from({ length: 4 }, async () =>
        promisify(execFile)(process.execPath, [main, "admin", "migrate", "--json"], { env }),
      );
      for (const { stdout } of await Promise.all(runs))
        assert.equal(JSON.parse(stdout).upToDate, true);
      assert.deepEqual(
        (await applied(url)).map(({ name }) => name),
        ALL,
      );
    });
  });

  test("projects that are there before their names can be searched get the form that is searched", async () => {
    await inEmpty(async (url) => {
      const db = await open(url);
      const [team, project] = ["0198c5a0-7e57-7000-8000-000000000000", randomUUID()];
      await db.transaction().execute(async (db) => {
        for (const { name, up } of migrations) {
          if (name === "0003-names") {
            await sql`insert into teams (id, name, base_currency, created_at)
              values (${team}, 'Test team', 'EUR', '2026-11-21T09:00:00.000Z')`.execute(db);
            await sql`insert into tracker_projects (team_id, id, name, status, created_at)
              values (${team}, ${project}, 'Größe Öl', 'completed', '2026-11-21T09:00:00.000Z')`.execute(
              db,
            );
          }
          await up(db, dialect);
        }
      });
      const read = db
        .transaction()
        .execute(async (db) =>
          db.selectFrom("tracker_projects").select(["name", "name_folded"]).execute(),
        );
      assert.deepEqual(await read, [{ name: "Größe Öl", name_folded: fold("Größe Öl") }]);
      await db.destroy();
    });
  });

  test("a team that is there gets the time zone of whoever has owned it for the longest time", async () => {
    await inEmpty(async (url) => {
      const db = await open(url);
      const teams = [randomUUID(), randomUUID()].toSorted();
      await db.transaction().execute(async (db) => {
        for (const { name, up } of migrations) {
          if (name === "0017-money") await addOldTeams(db, teams);
          await up(db, dialect);
        }
      });
      const read = db
        .transaction()
        .execute(async (db) =>
          db
            .selectFrom("teams")
            .select(["time_zone", "fiscal_year_start", "country_code"])
            .orderBy("id")
            .execute(),
        );
      const year = { fiscal_year_start: "01-01", country_code: null };
      assert.deepEqual(await read, [
        { ...year, time_zone: "Asia/Tokyo" },
        { ...year, time_zone: "UTC" },
      ]);
      await db.destroy();
    });
  });

  /** A team with three people, and one without anybody. */
  async function addOldTeams(db: Db, teams: readonly string[]): Promise<void> {
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    for (const id of teams)
      await sql`insert into teams (id, name, base_currency, destructive_ai_tools, member_full_access,
        created_at) values (${id}, 'Old', 'EUR', ${false}, ${false}, ${at(1)})`.execute(db);
    for (const [role, zone, day] of [
      ["member", "Europe/Paris", 1],
      ["owner", "America/Lima", 3],
      ["owner", "Asia/Tokyo", 2],
    ] as const) {
      const id = randomUUID();
      await sql`insert into users (id, email, email_key, name, time_zone, created_at)
        values (${id}, ${id}, ${id}, 'P', ${zone}, ${at(1)})`.execute(db);
      await sql`insert into memberships (team_id, user_id, role, created_at)
        values (${teams[0]}, ${id}, ${role}, ${at(day)})`.execute(db);
    }
  }

  test("a journal from before it could be read gets the summaries, holders and subjects that its changes say", async () => {
    await inEmpty(async (url) => {
      const db = await open(url);
      const [team, person, customer, tag] = [
        randomUUID(),
        randomUUID(),
        randomUUID(),
        randomUUID(),
      ];
      const at = "2026-11-21T09:00:00.000Z";
      const events = {
        many: Array.from({ length: 5 }, () => ({
          type: "tag",
          id: tag,
          before: "{}",
          after: "null",
        })),
        mixed: [
          { type: "customer", id: customer, before: "null", after: "{}" },
          { type: "user", id: person, before: "{}", after: "{}" },
        ],
        own: [{ type: "user", id: person, before: "{}", after: "{}" }],
        refused: [],
      };
      const ids = Object.fromEntries(Object.keys(events).map((name) => [name, randomUUID()]));
      await db.transaction().execute(async (db) => {
        for (const { name, up } of migrations) {
          if (name === "0007-activity") {
            await sql`insert into teams (id, name, base_currency, created_at)
              values (${team}, 'Test team', 'EUR', ${at})`.execute(db);
            await sql`insert into users (id, email, email_key, name, time_zone, created_at)
              values (${person}, 'a@b.example', 'a@b.example', 'A', 'UTC', ${at})`.execute(db);
            for (const [event, changes] of Object.entries(events)) {
              await sql`insert into activity_events (team_id, id, created_at, credential_kind, tool, outcome)
                values (${team}, ${ids[event]}, ${at}, 'session', 'test', 'done')`.execute(db);
              for (const [position, { type, id, before, after }] of changes.entries())
                await sql`insert into activity_changes
                  (team_id, event_id, position, subject_type, subject_id, before, after)
                  values (${team}, ${ids[event]}, ${position}, ${type}, ${id}, ${before}, ${after})`.execute(
                  db,
                );
            }
          }
          await up(db, dialect);
        }
      });
      const { rows, subjects } = await db.transaction().execute(async (db) => ({
        rows: await db
          .selectFrom("activity_events")
          .select(["id", "subjects", "holder_id", "is_private"])
          .execute(),
        subjects: await db.selectFrom("activity_subjects").selectAll().execute(),
      }));
      const found = Object.fromEntries(
        Object.entries(ids).map(([name, id]) => [name, rows.find((row) => row.id === id)]),
      );
      const first = { id: tag, did: "deleted" };
      assert.deepEqual(found["many"]?.subjects, [
        { type: "tag", changes: 5, first: [first, first, first] },
      ]);
      assert.deepEqual(found["mixed"]?.subjects, [
        { type: "customer", changes: 1, first: [{ id: customer, did: "created" }] },
        { type: "user", changes: 1, first: [{ id: person, did: "changed" }] },
      ]);
      assert.deepEqual(found["refused"]?.subjects, []);
      const privacy = Object.entries(found).map(([name, row]) => [
        name,
        row?.holder_id ?? null,
        row?.is_private,
      ]);
      assert.deepEqual(privacy, [
        ["many", null, false],
        ["mixed", person, false],
        ["own", person, true],
        ["refused", null, false],
      ]);
      const kinds = subjects.map(({ event_id, subject_type }) => `${event_id} ${subject_type}`);
      assert.deepEqual(
        kinds.toSorted(),
        [
          `${ids["many"]} tag`,
          `${ids["mixed"]} customer`,
          `${ids["mixed"]} user`,
          `${ids["own"]} user`,
        ].toSorted(),
      );
      await db.destroy();
    });
  });

  test("accounts that are there count as verified, but for those that an invitation made", async () => {
    await inEmpty(async (url) => {
      const db = await open(url);
      const [team, olga, nina] = [randomUUID(), randomUUID(), randomUUID()];
      const [first, later] = ["2026-11-20T09:00:00.000Z", "2026-11-21T09:00:00.000Z"];
      await db.transaction().execute(async (db) => {
        for (const { name, up } of migrations) {
          if (name === "0010-accounts") {
            await sql`insert into teams (id, name, base_currency, created_at)
              values (${team}, 'Test team', 'EUR', ${first})`.execute(db);
            for (const [id, email, made] of [
              [olga, "olga@example.com", first],
              [nina, "nina@example.com", later],
            ])
              await sql`insert into users (id, email, email_key, name, time_zone, created_at)
                values (${id}, ${email}, ${email}, 'N', 'UTC', ${made})`.execute(db);
            for (const [person, email] of [
              [olga, "olga@example.com"],
              [nina, "nina@example.com"],
            ])
              await sql`insert into invitations
                (team_id, id, email, email_key, role, created_at, expires_at, accepted_at, accepted_by)
                values (${team}, ${randomUUID()}, ${email}, ${email}, 'member', ${first}, ${later},
                  ${later}, ${person})`.execute(db);
          }
          await up(db, dialect);
        }
      });
      const people = db.transaction().execute(async (db) => {
        const rows = await db.selectFrom("users").select(["id", "verified_at"]).execute();
        return new Map(rows.map(({ id, verified_at }) => [id, verified_at]));
      });
      assert.deepEqual([(await people).get(olga), (await people).get(nina)], [first, null]);
      await db.destroy();
    });
  });

  test("time that was tracked before totals were kept is in them, without running timers", async () => {
    await inEmpty(async (url) => {
      const db = await open(url);
      const [team, person, other, project] = Array.from({ length: 4 }, () => randomUUID());
      const at = "2026-11-21T09:00:00.000Z";
      await db.transaction().execute(async (db) => {
        for (const { name, up } of migrations) {
          if (name === "0009-totals") {
            await sql`insert into teams (id, name, base_currency, created_at)
              values (${team}, 'Test team', 'EUR', ${at})`.execute(db);
            for (const id of [person, other])
              await sql`insert into users (id, email, email_key, name, time_zone, created_at)
                values (${id}, ${id}, ${id}, 'A', 'UTC', ${at})`.execute(db);
            await sql`insert into tracker_projects (team_id, id, name, status, created_at)
              values (${team}, ${project}, 'A', 'completed', ${at})`.execute(db);
            for (const [id, duration] of [
              [person, 60],
              [person, 3600],
              [person, null],
              [other, 0],
            ])
              await sql`insert into tracker_entries
                (team_id, id, project_id, assigned_id, date, duration, time_zone, sort_key, created_at)
                values (${team}, ${randomUUID()}, ${project}, ${id}, '2026-11-21', ${duration}, 'UTC', '', ${at})`.execute(
                db,
              );
          }
          await up(db, dialect);
        }
      });
      const read = db
        .transaction()
        .execute(async (db) => db.selectFrom("tracker_totals").selectAll().execute());
      assert.deepEqual(await read, [
        { team_id: team, project_id: project, assigned_id: person, seconds: 3660, billed: 0 },
      ]);
      await db.destroy();
    });
  });

  test("a database of a newer version is refused by name, and stays as it is", async () => {
    await inEmpty(async (url) => {
      await applied(url);
      const db = await open(url);
      await db
        .transaction()
        .execute(async (db) =>
          sql`insert into migrations values ('9999-future', 'now')`.execute(db),
        );
      await assert.rejects(connect(url, options), (error: Error) => {
        assert.match(
          error.message,
          /newer version of Ledgerport.*9999-future.*start that version, or restore a backup/,
        );
        return true;
      });
      const { rows } = await db
        .transaction()
        .execute(async (db) => sql<{ name: string }>`select name from migrations`.execute(db));
      assert.deepEqual(
        rows.map(({ name }) => name),
        [...ALL, "9999-future"],
      );
      await db.destroy();
    });
  });

  test("a database may be opened as it is, without bringing it up to date", async () => {
    await inEmpty(async (url) => {
      await (await open(url)).destroy();
      const database = await connect(url, { ...options, state: "as it is" });
      assert.deepEqual(database.migrated, []);
      await assert.rejects(database.reader.selectFrom("teams").selectAll().execute());
      await database.close();
    });
  });

  test("who opens a database is told what was applied", async () => {
    await inEmpty(async (url) => {
      for (const migrated of [ALL, []]) {
        const database = await connect(url, options);
        assert.deepEqual(database.migrated, migrated);
        await database.close();
      }
    });
  });
});
