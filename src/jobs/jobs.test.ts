import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { pino } from "pino";
import { until, worldOfFile } from "../../test/mcp.ts";
import { sourcesOf } from "../../test/outbox.ts";
import { allRows } from "../../test/rows.ts";
import { startCollecting } from "./collect.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const world = worldOfFile();

before(() => mock.timers.enable({ apis: ["setTimeout", "setInterval"] }));
after(() => mock.timers.reset());

test("what is over is collected a minute after the start and then every hour, also after a failure, until the server stops", async () => {
  const log: any[] = [];
  let isDown = false;
  const begin: typeof world.database.begin = async (work) => {
    if (isDown) throw new Error("the database is down");
    return world.database.begin(work);
  };
  const ended = () => log.filter(({ level }) => level === 20).length;
  const stop = startCollecting(
    { ...sourcesOf(world), database: { ...world.database, begin } },
    pino({ level: "debug" }, { write: (line) => log.push(JSON.parse(line)) }),
  );
  mock.timers.tick(59_999);
  assert.equal(log.length, 0);
  mock.timers.tick(1);
  await until(() => log.length === 1);
  assert.equal(log[0]?.msg, "rows that were over are deleted");
  isDown = true;
  mock.timers.tick(HOUR_MS - 60_000);
  await until(() => ended() === 2);
  const problems = log.filter(({ level }) => level === 50).map(({ err }) => err.message);
  assert.deepEqual(new Set(problems), new Set(["the database is down"]));
  isDown = false;
  log.length = 0;
  mock.timers.tick(HOUR_MS);
  await until(() => log.length === 1);
  assert.equal(log[0]?.level, 20);
  await stop();
  mock.timers.tick(10 * HOUR_MS);
  assert.equal(log.length, 1);
});

test("a clock that is 40 days ahead deletes nothing for 24 hours of uptime, and the log says so once", async () => {
  const team = await world.team();
  await team.call("tags_create", { name: "Wholesale" });
  const log: any[] = [];
  let asked = 0;
  // Each run begins with one look at the clock.
  const clock = () => {
    asked += 1;
    return Date.parse(world.now) + 40 * DAY_MS;
  };
  const stop = startCollecting(
    { ...sourcesOf(world), clock },
    pino({ level: "debug" }, { write: (line) => log.push(JSON.parse(line)) }),
  );
  const before = await allRows(world.database.reader);
  mock.timers.tick(60_000);
  for (let hour = 1; hour < 24; hour += 1) {
    await until(() => asked === hour + 1);
    mock.timers.tick(hour === 1 ? HOUR_MS - 60_000 : HOUR_MS);
  }
  await until(() => asked === 25 && log.length > 0);
  assert.deepEqual(
    log.map(({ level, msg }) => [level, msg.slice(0, 60)]),
    [[40, "the clock is more than 7 days after everything in the databa"]],
  );
  assert.deepEqual(await allRows(world.database.reader), before);
  mock.timers.tick(HOUR_MS);
  await until(() => log.length === 2);
  assert.equal(log[1]?.level, 20);
  assert.ok(log[1]?.collected > 0);
  await stop();
});
