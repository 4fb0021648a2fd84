import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { until } from "../../test/mcp.ts";
import { jobsThat, linesOfLog, sourcesOf } from "../../test/outbox.ts";
import { Refusal, Failure } from "../core/errors.ts";
import { baseContextOf } from "../db/context.ts";
import { enqueue } from "../db/outbox.ts";
import { type Job, Worker } from "./worker.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const job = "invitation_mail";

onEachDatabase((world) => {
  let team: Team | undefined;
  let log = linesOfLog();
  let workers: Worker[] = [];

  beforeEach(async () => {
    log = linesOfLog();
    await world.database.begin((db) => db.deleteFrom("outbox").execute());
    team ??= await world.team();
  });

  afterEach(async () => {
    mock.timers.reset();
    for (const worker of workers) await worker.stop();
    workers = [];
  });

  it("runs a job as soon as it is committed, in the team that asked, without a poll", async () => {
    const ran: string[][] = [];
    const worker = workerThat(async ({ team }, id) => void ran.push([team.id, id]));
    const subject = randomUUID();
    await ask(subject, worker);
    await until(() => ran.length === 1);
    assert.deepEqual(ran, [[team?.id, subject]]);
    await worker.idle();
    assert.deepEqual((await rows())[0]?.done_at, world.now);
  });

  it("finds what other processes have queued by polling, every five seconds", async () => {
    mock.timers.enable({ apis: ["setInterval"] });
    const ran: string[] = [];
    const worker = workerThat(async (_, id) => void ran.push(id));
    worker.start();
    await worker.idle();
    const subject = randomUUID();
    await ask(subject);
    mock.timers.tick(4999);
    await worker.idle();
    assert.deepEqual(ran, []);
    mock.timers.tick(1);
    await worker.idle();
    assert.deepEqual(ran, [subject]);
  });

  it("goes on polling when the database was away", async () => {
    mock.timers.enable({ apis: ["setInterval"] });
    let isAway = true;
    const begin: typeof world.database.begin = async (work) => {
      if (isAway) throw new Error("the database is away");
      return world.database.begin(work);
    };
    await ask(randomUUID());
    const database = { ...world.database, begin };
    const worker = workerThat(async () => {}, [], { ...sourcesOf(world), database });
    worker.start();
    await worker.idle();
    assert.deepEqual(
      log.lines.map(({ level, msg }) => [level, msg]),
      [[50, "jobs were not taken; it is tried again in 5 seconds"]],
    );
    isAway = false;
    mock.timers.tick(5000);
    await worker.idle();
    assert.ok((await rows())[0]?.done_at);
  });

  it("runs four jobs at a time, and the others as soon as one has ended", async () => {
    const gates: (() => void)[] = [];
    let most = 0;
    let running = 0;
    const worker = workerThat(async () => {
      running += 1;
      most = Math.max(most, running);
      const gate = Promise.withResolvers<null>();
      gates.push(() => gate.resolve(null));
      await gate.promise;
      running -= 1;
    });
    for (let index = 0; index < 9; index += 1) await ask(randomUUID());
    worker.wake();
    for (let ended = 0; ended < 9; ended += 1) {
      await until(() => gates.length > ended && running === Math.min(4, 9 - ended));
      gates[ended]?.();
    }
    await worker.idle();
    assert.equal(most, 4);
    assert.ok((await rows()).every(({ done_at }) => done_at !== null));
  });

  it("never runs a job twice at the same time, whoever asks and however many workers there are", async () => {
    const rounds = world.dialect === "postgres" ? 60 : 5;
    let asked = 0;
    const running = new Set<string>();
    const seen = new Map<string, number>();
    const work: Job["run"] = async (_, id) => {
      assert.ok(!running.has(id), "it runs already");
      running.add(id);
      const version = asked;
      await sleep(1);
      seen.set(id, version);
      running.delete(id);
    };
    const two = [workerThat(work), workerThat(work)];
    for (let round = 0; round < rounds; round += 1) {
      const subject = randomUUID();
      for (let times = 0; times < 3; times += 1) {
        asked += 1;
        await ask(subject, ...two);
      }
      for (const worker of two) await worker.idle();
      for (const worker of two) await worker.idle();
      assert.equal(seen.get(subject), asked, "it ran after it was asked for last");
    }
    assert.deepEqual(log.lines, []);
  });

  it("repeats what fails after the job's own delays, each a fifth more or less, and then gives up", async () => {
    const delays = [MINUTE_MS, HOUR_MS];
    const reason = "The printer is out of paper.";
    const worker = workerThat(async () => {
      throw new Failure({ reason, isFinal: false, detail: "tray 2" });
    }, delays);
    await ask(randomUUID());
    for (const [index, delay] of delays.entries()) {
      await run(worker);
      const [row] = await rows();
      const waits = Date.parse(row?.run_at ?? "") - Date.parse(world.now);
      assert.ok(waits >= delay * 0.8 && waits <= delay * 1.2, `${waits}`);
      assert.deepEqual([row?.attempts, row?.last_error, row?.dead_at], [index + 1, reason, null]);
      world.pass(waits);
    }
    await run(worker);
    assert.deepEqual(
      (await rows()).map(({ attempts, dead_at, last_error }) => [attempts, dead_at, last_error]),
      [[3, world.now, reason]],
    );
    assert.deepEqual(
      log.lines.map(({ level, msg, detail, job }) => [level, msg, detail, job]),
      [
        [40, "a job failed and is tried again", "tray 2", job],
        [40, "a job failed and is tried again", "tray 2", job],
        [50, "a job failed for good", "tray 2", job],
      ],
    );
  });

  it("spreads the repetition of what failed together", async () => {
    const worker = workerThat(async () => {
      throw new Failure({ reason: "No.", isFinal: false });
    }, [HOUR_MS]);
    for (let index = 0; index < 8; index += 1) await ask(randomUUID());
    await run(worker);
    assert.ok(new Set((await rows()).map(({ run_at }) => run_at)).size > 1);
  });

  it("gives up at once where repeating cannot help", async () => {
    const worker = workerThat(async () => {
      throw new Failure({ reason: "No such mailbox.", isFinal: true });
    }, [MINUTE_MS]);
    await ask(randomUUID());
    await run(worker);
    assert.equal((await rows())[0]?.dead_at, world.now);
  });

  it("repeats a bug too, which is logged whole, and shown only as a reference to the log", async () => {
    const worker = workerThat(async () => {
      throw new TypeError("x is not a function");
    }, [MINUTE_MS]);
    await ask(randomUUID());
    await run(worker);
    const [row] = await rows();
    assert.equal(row?.last_error, `The server failed; its log has the reason under ${row?.id}.`);
    const [{ level, err, id }] = log.lines;
    assert.deepEqual([level, err.message, id], [50, "x is not a function", row?.id]);
    assert.match(err.stack, /worker\.test/);
    assert.equal(row?.dead_at, null);
  });

  it("counts no attempt that met a failure of the database that passes", async () => {
    let isAway = true;
    const worker = workerThat(async () => {
      if (isAway) throw new Refusal({ code: "unavailable", message: "Away", next: "wait" });
    });
    await ask(randomUUID());
    await run(worker);
    const [row] = await rows();
    const waits = Date.parse(row?.run_at ?? "") - Date.parse(world.now);
    assert.ok(waits >= 24_000 && waits <= 36_000, `${waits}`);
    assert.deepEqual(
      [row?.attempts, row?.lease, row?.dead_at, row?.last_error],
      [0, null, null, null],
    );
    isAway = false;
    world.pass(waits);
    await run(worker);
    assert.deepEqual(
      (await rows()).map(({ attempts, done_at }) => [attempts, done_at]),
      [[1, world.now]],
    );
    assert.deepEqual(log.lines, []);
  });

  describe("while a job runs", () => {
    it("its claim is extended, so that nobody takes it over", async () => {
      mock.timers.enable({ apis: ["setInterval"] });
      const { gate, worker } = await held();
      for (let quarter = 0; quarter < 20; quarter += 1) {
        const before = (await rows())[0]?.claimed_until;
        world.pass(15_000);
        mock.timers.tick(15_000);
        await until(async () => (await rows())[0]?.claimed_until !== before);
      }
      const other = workerThat(() => assert.fail("it runs already"));
      await run(other);
      gate.resolve(null);
      await worker.idle();
      assert.ok((await rows())[0]?.done_at);
    });

    it("and its claim is lost, it is told so, and its result is not written", async () => {
      mock.timers.enable({ apis: ["setInterval"] });
      const { gate, worker, isCancelled } = await held();
      world.pass(MINUTE_MS);
      let runs = 0;
      await run(workerThat(async () => void (runs += 1), [MINUTE_MS]));
      const before = await rows();
      assert.ok(before[0]?.done_at);
      mock.timers.tick(15_000);
      await until(() => isCancelled());
      assert.deepEqual(log.lines, []);
      gate.reject(new Error("too late"));
      await worker.idle();
      assert.deepEqual(await rows(), before);
      assert.equal(runs, 1);
    });
  });

  describe("when the server stops", () => {
    it("jobs under way are waited for, and no others are taken", async () => {
      // A worker that runs as many as it can looks for no more, so the next job is not taken before the stop.
      const { gate, worker } = await held({ jobs: 4 });
      const other = randomUUID();
      await ask(other);
      const stopped = worker.stop();
      worker.wake();
      gate.resolve(null);
      await stopped;
      const left = (await rows()).filter(({ done_at }) => done_at === null);
      assert.deepEqual(
        left.map(({ subject_id, lease }) => [subject_id, lease]),
        [[other, null]],
      );
      assert.equal((await rows()).length, 5);
    });

    it("what is not done in time is given back for the next process, and writes nothing any more", async () => {
      const { gate, worker, isCancelled } = await held();
      await worker.stop({ patienceMs: 1 });
      assert.ok(isCancelled());
      const before = await rows();
      assert.deepEqual(
        before.map(({ lease, attempts, run_at }) => [lease, attempts, run_at]),
        [[null, 0, world.now]],
      );
      gate.resolve(null);
      await worker.idle();
      assert.deepEqual(await rows(), before);
      await run(workerThat(async () => {}));
      assert.ok((await rows())[0]?.done_at);
    });
  });

  /** A worker with jobs under way, which go on when the gate opens. */
  async function held({ jobs = 1 } = {}) {
    const gate = Promise.withResolvers<null>();
    const began = Promise.withResolvers<() => boolean>();
    let running = 0;
    const worker = workerThat(
      async ({ isCancelled }) => {
        running += 1;
        if (running === jobs) began.resolve(isCancelled);
        await gate.promise;
      },
      [MINUTE_MS],
    );
    for (let asked = 0; asked < jobs; asked += 1) await ask(randomUUID(), worker);
    return { gate, worker, isCancelled: await began.promise };
  }

  function workerThat(work: Job["run"], retriesMs?: readonly number[], sources = sourcesOf(world)) {
    const worker = new Worker({ ...sources, log: log.log, jobs: jobsThat(work, retriesMs) });
    workers.push(worker);
    return worker;
  }

  async function run(worker: Worker): Promise<void> {
    worker.wake();
    await worker.idle();
  }

  /** Asks for a job, as a request to a process with these workers does. */
  async function ask(subjectId: string, ...woken: readonly Worker[]): Promise<void> {
    const wake = () => {
      for (const worker of woken) worker.wake();
    };
    const id = team?.id ?? assert.fail();
    const context = { ...baseContextOf({ ...sourcesOf(world), wake }), team: { id } };
    await enqueue(context, { job, subjectId });
  }

  async function rows() {
    return world.database.reader.selectFrom("outbox").selectAll().orderBy("id").execute();
  }
});
