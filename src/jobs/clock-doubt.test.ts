import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase } from "../../test/app.ts";
import { emptied } from "../../test/rows.ts";
import { baseContextOf } from "../db/context.ts";
import { clockDoubt, noteCollection } from "./collect.ts";

const DAY_MS = 24 * 60 * 60_000;

onEachDatabase((world) => {
  const context = () =>
    baseContextOf({ database: world.database, clock: () => Date.parse(world.now), randomBytes });
  const started = () => clockDoubt(world.now);

  test("a clock is believed up to 7 days after the last collection, and doubted beyond", async () => {
    await emptied(world.database);
    await noteCollection(context());
    const known = world.now;
    world.pass(7 * DAY_MS);
    assert.equal(await started()(context()), null);
    world.pass(1);
    const doubtOf = started();
    assert.deepEqual(await doubtOf(context()), { known, isNew: true });
    assert.deepEqual(await doubtOf(context()), { known, isNew: false });
    await noteCollection(context());
    assert.equal(await doubtOf(context()), null);
    world.pass(8 * DAY_MS);
    assert.equal((await doubtOf(context()))?.isNew, true, "a jump while the server runs");
  });

  test("a change from before the start is proof of the time, one from after it is none", async () => {
    await emptied(world.database);
    await noteCollection(context());
    world.pass(30 * DAY_MS);
    await world.team();
    const doubtOf = clockDoubt(new Date(Date.parse(world.now) - 1).toISOString());
    assert.notEqual(await doubtOf(context()), null);
    world.pass(1);
    assert.equal(await started()(context()), null);
  });

  test("after 24 doubtful runs a clock is believed, also when the collection could not be noted", async () => {
    await emptied(world.database);
    await noteCollection(context());
    world.pass(8 * DAY_MS);
    const doubtOf = started();
    for (let run = 0; run < 24; run += 1) assert.notEqual(await doubtOf(context()), null);
    for (let run = 0; run < 3; run += 1) assert.equal(await doubtOf(context()), null);
  });

  test("a new database, and a clock that was set back, raise no doubt", async () => {
    await emptied(world.database);
    assert.equal(await started()(context()), null);
    await noteCollection(context());
    world.pass(-40 * DAY_MS);
    assert.equal(await started()(context()), null);
  });
});
