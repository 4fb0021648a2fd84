import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { onEachDatabase } from "../../test/app.ts";
import { until } from "../../test/mcp.ts";
import { Refusal } from "../core/errors.ts";
import { readinessOf } from "./readiness.ts";

const unexpected = (error: unknown) => assert.fail(String(error));

function refusal(code: "unavailable" | "busy"): Refusal {
  return new Refusal({ code, message: "On purpose", next: "try again" });
}

onEachDatabase((world) => {
  test("an answer about readiness stands for a while, so that asking often costs nothing", async () => {
    let tries = 0;
    const tryWrite = async () => {
      tries += 1;
      await world.database.tryWrite();
    };
    const isReady = readinessOf({ ...world.database, tryWrite }, unexpected, { freshMs: 20 });
    assert.deepEqual(await Promise.all([isReady(), isReady(), isReady()]), [true, true, true]);
    assert.equal(tries, 1);
    await until(async () => (await isReady()) && tries > 1);
  });

  test("a database that does not answer in time is not ready", async () => {
    const tryWrite = () => new Promise<void>(() => {});
    const isReady = readinessOf({ ...world.database, tryWrite }, unexpected, { patienceMs: 5 });
    assert.equal(await isReady(), false);
  });

  test("trying to write leaves nothing, and changes nothing for others", async () => {
    const { database } = world;
    const team = await world.team();
    const before = [await sizeOf(), await team.state(), database.version()];
    for (let count = 0; count < 5; count += 1) await database.tryWrite();
    const tries = await sizeOf();
    for (let count = 0; count < 5; count += 1) await database.tryWrite();
    assert.deepEqual(await sizeOf(), tries);
    assert.deepEqual([(await team.state())["tags"], database.version()], [[], before[2]]);
    assert.deepEqual(await team.state(), before[1]);
  });

  /** Bytes of the files, or of the table that is written. */
  async function sizeOf(): Promise<unknown> {
    if (world.dialect === "sqlite") {
      const file = world.url.slice("sqlite:".length);
      return [statSync(file).size, statSync(`${file}-wal`).size];
    }
    const size = sql`select pg_relation_size('migrations') as size`;
    return (await size.execute(world.database.reader)).rows;
  }

  test("a write under way takes no server out", async () => {
    await world.database.begin(async (db) => {
      await sql`update migrations set name = name`.execute(db);
      assert.equal(await readinessOf(world.database, unexpected)(), true);
    });
  });

  test("a database that could not be written is ready again once it was, and not while others keep it busy", async () => {
    const outcomes = [refusal("unavailable"), refusal("busy"), null, refusal("busy")];
    const tryWrite = async () => {
      const outcome = outcomes.shift() ?? null;
      if (outcome !== null) throw outcome;
      await world.database.tryWrite();
    };
    const isReady = readinessOf({ ...world.database, tryWrite }, unexpected, { freshMs: 1 });
    for (const expected of [false, false, true, true]) {
      assert.equal(await isReady(), expected);
      await sleep(20);
    }
    assert.deepEqual(outcomes, []);
  });
});
