import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { extent } from "../../test/extent.ts";
import { heapSize } from "../../test/fuzz/heap.ts";
import { addProject } from "../../test/tracker.ts";
import { subjects } from "../api/subjects.ts";
import { Cancelled } from "../core/errors.ts";
import { ROWS_A_CHUNK } from "../db/transaction.ts";
import { deleteCustomer } from "../domains/customers/delete-customer.ts";
import { events } from "../events.ts";
import type { JournalContext } from "./subject.ts";
import { undoEvent } from "./undo.ts";

const ENTRIES = extent(20_000, 350_000);
/** Projects of which most entries are in one. */
const PROJECTS = 3;
/** A chunk is read, locked, written, and written down. */
const MOST_ROWS_A_TURN = 4 * ROWS_A_CHUNK;
const MOST_HEAP = 60 * 1024 * 1024;
const TURNS_A_LOOK = 100;
const LIMIT_MS = 120_000 + ENTRIES * 10;

onEachDatabase((world) => {
  test(
    "a deletion of very many rows, its undo, and the undo of that let others in between",
    { timeout: LIMIT_MS },
    async (t) => {
      const { team, id } = await prepared();
      const before = await countIn(team);
      const seen = async () => {
        const found = await team.call("customers_get", { id });
        return found === null ? null : found.project_count;
      };
      const deleting = await worked(t, team, "the deletion", {
        work: async (context) => {
          assert.equal((await deleteCustomer(context, { id })).deleted_entries, ENTRIES);
        },
        seen,
      });
      assert.ok(isWhole(deleting, [PROJECTS, null]), "all of it is seen, or nothing");
      assert.equal(await seen(), null);
      assert.deepEqual(await countIn(team), { entries: 0, seconds: null, keys: 0 });
      let last = await lastEvent(team, { tool: "test", changes: ENTRIES + PROJECTS + 1 });

      for (const [what, during, after] of [
        ["the undo", null, PROJECTS],
        ["the undo of the undo", PROJECTS, null],
      ] as const) {
        const undoing = await worked(t, team, what, {
          work: async (context) => void (await undoEvent(context, { id: last })),
          seen,
        });
        assert.ok(isWhole(undoing, [during, after]));
        assert.equal(await seen(), after);
        if (after !== null) assert.deepEqual(await countIn(team), before);
        last = await lastEvent(team, { tool: "test", changes: ENTRIES + PROJECTS + 1 });
      }
    },
  );

  test("a caller that leaves a large deletion or undo undoes all of it", async () => {
    const { team, id } = await prepared(3 * ROWS_A_CHUNK);
    const before = await team.state();
    /** Leaves when so many chunks are done. */
    const leaving = (chunks: number) => {
      let asked = 0;
      return () => (asked += 1) > chunks;
    };
    for (const chunks of [1, 3, 5]) {
      const context = { ...contextOf(team), isCancelled: leaving(chunks) };
      await assert.rejects(deleteCustomer(context, { id }), Cancelled);
      assert.deepEqual(await team.state(), before);
    }
    await deleteCustomer(contextOf(team), { id });
    const deleted = await team.state();
    const changes = 3 * ROWS_A_CHUNK + PROJECTS + 1;
    const event = await lastEvent(team, { tool: "test", changes });
    for (const chunks of [1, 3, 6]) {
      const context = { ...contextOf(team), isCancelled: leaving(chunks) };
      await assert.rejects(undoEvent(context, { id: event }), Cancelled);
      assert.deepEqual(await team.state(), deleted);
    }
    assert.equal(await lastEvent(team, { tool: "test", changes }), event);
    await undoEvent(contextOf(team), { id: event });
    assert.deepEqual(await team.state(), before);
  });

  test("a large undo that meets a conflict in its last chunk leaves nothing", async () => {
    const { team, id } = await prepared(3 * ROWS_A_CHUNK);
    await deleteCustomer(contextOf(team), { id });
    const changes = 3 * ROWS_A_CHUNK + PROJECTS + 1;
    const event = await lastEvent(team, { tool: "test", changes });
    const { reader } = world.database;
    const first = await reader
      .selectFrom("activity_changes")
      .selectAll()
      .where("event_id", "=", event)
      .where("position", "=", 0)
      .executeTakeFirstOrThrow();
    // A row with the id of the deleted one, which no door can make.
    const project_id = await addProject(team);
    await fill(team, [project_id], 1, first.subject_id);
    const deleted = await team.state();
    await assert.rejects(undoEvent(contextOf(team), { id: event }), {
      code: "not_undoable",
      message: /is there again/,
    });
    assert.deepEqual(await team.state(), deleted);
    assert.equal(await lastEvent(team, { tool: "test", changes }), event);
  });

  /** A customer with projects and entries. */
  async function prepared(entries = ENTRIES) {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const projects: string[] = [];
    for (let made = 0; made < PROJECTS; made += 1)
      projects.push(await addProject(team, { customer_id: id }));
    await fill(team, projects, entries);
    return { team, id };
  }

  async function fill(
    team: Team,
    projects: readonly string[],
    entries: number,
    id = "",
  ): Promise<void> {
    const some = Math.min(entries, 1000);
    for (let made = 0; made < entries; made += some) {
      const rows = Array.from({ length: Math.min(some, entries - made) }, (_, index) => {
        const newId = id === "" ? team.auditContext.newId() : id;
        return {
          team_id: team.id,
          id: newId,
          project_id: projects[index % 100 === 0 ? index % projects.length : 0] ?? "",
          assigned_id: team.userId,
          date: "2026-11-20",
          duration: made + index,
          description: "Pages of the new website",
          time_zone: "UTC",
          sort_key: `2026-11-20 ${world.now} ${newId}`,
          created_at: world.now,
        };
      });
      await world.database.begin((db) => db.insertInto("tracker_entries").values(rows).execute());
    }
  }

  /** A context a second later, so that the last event has the last id. */
  function contextOf(team: Team): JournalContext {
    world.pass(1000);
    return {
      ...team.auditContext,
      now: world.now,
      team: { id: team.id, name: "Team", baseCurrency: "EUR" },
      actor: { id: team.userId, name: "Olga Owner", role: "owner", timeZone: "UTC" },
      subjects,
      events,
    };
  }

  /**
   * Does work, and meanwhile looks at the team in every turn of the event loop.
   * @returns what was seen, each value once
   */
  async function worked<T>(
    t: TestContext,
    team: Team,
    what: string,
    { work, seen }: { work: (context: JournalContext) => Promise<void>; seen: () => Promise<T> },
  ): Promise<readonly T[]> {
    const rows = new RowCount();
    const { begin } = world.database;
    const context = contextOf(team);
    const state = { isDone: false };
    const done = work({
      ...context,
      begin: (work) =>
        begin((db) => work(db.withPlugin(rows))).finally(() => (state.isDone = true)),
    });
    const [values, start] = [new Set<T>(), heapSize()];
    let [turns, heap, pause, most] = [0, start, 0, 0];
    // In each turn, not between two looks: PostgreSQL answers a look after several.
    const counting = (async () => {
      while (!state.isDone) {
        await turn();
        most = Math.max(most, rows.take());
      }
    })();
    for (let at = performance.now(); !state.isDone; at = performance.now()) {
      const value = await seen();
      // SQLite writes in this process, in the turns of its event loop.
      values.add(value);
      await turn();
      turns += 1;
      pause = Math.max(pause, performance.now() - at);
      if (turns % TURNS_A_LOOK === 0) heap = Math.max(heap, heapSize());
    }
    await Promise.all([done, counting]);
    const grown = Math.round((heap - start) / 1024 / 1024);
    t.diagnostic(
      `${world.dialect}: ${what} of ${ENTRIES} entries took ${turns} turns, ${pause.toFixed()} ms at most, and ${grown} MiB`,
    );
    assert.ok(most <= MOST_ROWS_A_TURN, `${what} took ${most} rows in a turn`);
    assert.ok(turns >= ENTRIES / ROWS_A_CHUNK, `${what} took ${turns} turns`);
    assert.ok(heap - start < MOST_HEAP, `${what} held ${grown} MiB`);
    return [...values];
  }
});

/** True when the first value was seen, and after it at most the second. */
function isWhole<T>(seen: readonly T[], [during, after]: readonly [T, T]): boolean {
  return seen[0] === during && seen.slice(1).every((value) => value === after);
}

/** Counts the rows that statements read and write. */
class RowCount implements KyselyPlugin {
  #rows = 0;

  /** The rows since it was last asked. */
  take(): number {
    const rows = this.#rows;
    this.#rows = 0;
    return rows;
  }

  transformQuery: KyselyPlugin["transformQuery"] = ({ node }) => node;

  transformResult: KyselyPlugin["transformResult"] = async ({ result }) => {
    this.#rows += Number(result.numAffectedRows ?? result.rows.length);
    return result;
  };
}

/** Finds the id of the team's last event, which is of that tool and has so many changes. */
async function lastEvent(
  { id, world }: Team,
  { tool, changes }: { tool: string; changes: number },
): Promise<string> {
  const { reader } = world.database;
  const last = await reader
    .selectFrom("activity_events")
    .selectAll()
    .where("team_id", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const { count, most } = await reader
    .selectFrom("activity_changes")
    .where("team_id", "=", id)
    .where("event_id", "=", last.id)
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("position").as("most")])
    .executeTakeFirstOrThrow();
  const summed = last.subjects.reduce((sum, { changes }) => sum + changes, 0);
  assert.deepEqual([last.tool, count, most, summed], [tool, changes, changes - 1, changes]);
  const subjects = await reader
    .selectFrom("activity_subjects")
    .select("subject_type")
    .where("team_id", "=", id)
    .where("event_id", "=", last.id)
    .execute();
  assert.deepEqual(
    subjects.map(({ subject_type }) => subject_type).toSorted(),
    last.subjects.map(({ type }) => type).toSorted(),
  );
  return last.id;
}

async function countIn({ id, world }: Team) {
  return world.database.reader
    .selectFrom("tracker_entries")
    .where("team_id", "=", id)
    .select(({ fn }) => [
      fn.countAll<number>().as("entries"),
      fn.sum<number | null>("duration").as("seconds"),
      fn.count<number>("sort_key").distinct().as("keys"),
    ])
    .executeTakeFirstOrThrow();
}
