import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { sourcesOf } from "../../test/outbox.ts";
import { together } from "../../test/races.ts";
import { baseContextOf, type BaseContext } from "./context.ts";
import {
  type Claim,
  extendClaim,
  failClaim,
  finishClaim,
  releaseClaim,
  takeDue,
  enqueue,
  listDead,
} from "./outbox.ts";
import type { JobName } from "./schema/outbox.ts";
import { transaction } from "./transaction.ts";

const MINUTE_MS = 60_000;
const job = "invitation_mail";
const NAMES = new Map([[job, 3]] as const);

onEachDatabase((world) => {
  const rounds = world.dialect === "postgres" ? 60 : 5;
  let team: Team | undefined;

  describe("a job that is asked for", () => {
    it("is taken once, by whoever comes first, oldest first", async () => {
      const team = await fresh();
      const [first, second] = [randomUUID(), randomUUID()];
      await ask(team, first);
      world.pass(1);
      await ask(team, second);
      const claims = [await take(), await take(), await take()];
      assert.deepEqual(
        claims.map((claim) => claim && [claim.teamId, claim.subjectId, claim.attempts]),
        [[team.id, first, 1], [team.id, second, 1], null],
      );
    });

    it("twice is one job, and so for each subject and team", async () => {
      const team = await fresh();
      const other = await world.team();
      const subject = randomUUID();
      for (const [of, subjectId] of [
        [team, subject],
        [team, subject],
        [other, subject],
        [team, randomUUID()],
      ] as const)
        await ask(of, subjectId);
      assert.equal((await takeAll()).length, 3);
    });

    it("by several at the same time is one job", async () => {
      const team = await fresh();
      for (let round = 0; round < rounds; round += 1) {
        const subject = randomUUID();
        await together(5, () => ask(team, subject));
        assert.equal((await takeAll()).length, 1);
      }
    });

    it("is not there when its transaction is undone", async () => {
      const team = await fresh();
      await assert.rejects(
        transaction(context(), async (context) => {
          await enqueue({ ...context, team }, { job, subjectId: randomUUID() });
          throw new Error("on purpose");
        }),
        { message: "on purpose" },
      );
      assert.equal(await take(), null);
    });

    it("runs anew when it was done, and when it was dead", async () => {
      const team = await fresh();
      const subject = randomUUID();
      await ask(team, subject);
      await finishClaim(context(), await taken());
      assert.equal(await take(), null);
      await ask(team, subject);
      await failClaim(context(), await taken(), { reason: "No.", retryAt: null });
      assert.equal(await take(), null);
      await ask(team, subject);
      assert.equal((await taken()).attempts, 1);
      assert.deepEqual(await states(), [{ done_at: null, dead_at: null, last_error: null }]);
    });

    it("while it waits for its next attempt is due now, with all its attempts", async () => {
      const team = await fresh();
      const subject = randomUUID();
      await ask(team, subject);
      await failClaim(context(), await taken(), { reason: "No.", retryAt: later(MINUTE_MS) });
      await ask(team, subject);
      assert.equal((await taken()).attempts, 1);
    });

    it("while it runs runs once more, however it ends", async () => {
      const ends = {
        done: (claim: Claim) => finishClaim(context(), claim),
        failed: (claim: Claim) =>
          failClaim(context(), claim, { reason: "No.", retryAt: later(MINUTE_MS) }),
        dead: (claim: Claim) => failClaim(context(), claim, { reason: "No.", retryAt: null }),
        released: (claim: Claim) => releaseClaim(context(), claim),
      };
      for (const [how, end] of Object.entries(ends)) {
        const team = await fresh();
        const subject = randomUUID();
        await ask(team, subject);
        const claim = await taken();
        await ask(team, subject);
        await ask(team, subject);
        assert.equal(await take(), null, "it is not run twice at a time");
        assert.equal(await end(claim), true);
        const again = await taken();
        assert.deepEqual([again.subjectId, again.attempts], [subject, 1], how);
        await finishClaim(context(), again);
        assert.equal(await take(), null, "and once is enough");
      }
    });

    it("while its process has ended runs anew, with all its attempts", async () => {
      for (const earlier of [1, 2, 3]) {
        const team = await fresh();
        const subject = randomUUID();
        await ask(team, subject);
        for (let attempt = 1; attempt < earlier; attempt += 1) {
          await taken();
          world.pass(MINUTE_MS);
        }
        await taken();
        await ask(team, subject);
        world.pass(MINUTE_MS);
        assert.equal((await taken()).attempts, 1, `after ${earlier}`);
      }
    });

    it("while it ends is never forgotten", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const team = await fresh();
        const subject = randomUUID();
        await ask(team, subject);
        const claim = await taken();
        const works = [() => ask(team, subject), () => finishClaim(context(), claim)];
        await Promise.all((round % 2 === 0 ? works : works.toReversed()).map((work) => work()));
        assert.equal((await taken()).subjectId, subject);
      }
    });
  });

  describe("a claim", () => {
    it("is nobody else's for a minute, and may be taken over then", async () => {
      await one();
      const first = await taken();
      world.pass(MINUTE_MS - 1);
      assert.equal(await take(), null);
      world.pass(1);
      const second = await taken();
      assert.equal(second.id, first.id);
      assert.notEqual(second.lease, first.lease);
      assert.equal(second.attempts, 2);
    });

    it("that is extended lasts another minute", async () => {
      await one();
      const claim = await taken();
      world.pass(MINUTE_MS - 1);
      assert.equal(await extendClaim(context(), claim), true);
      world.pass(MINUTE_MS - 1);
      assert.equal(await take(), null);
    });

    it("that was taken over can be extended, ended or given back by its new holder alone", async () => {
      await one();
      const stale = await taken();
      world.pass(MINUTE_MS);
      const claim = await taken();
      const before = await rows();
      assert.equal(await extendClaim(context(), stale), false);
      assert.equal(await finishClaim(context(), stale), false);
      assert.equal(await releaseClaim(context(), stale), false);
      const failure = { reason: "No.", retryAt: null };
      assert.equal(await failClaim(context(), stale, failure), false);
      assert.deepEqual(await rows(), before);
      assert.equal(await finishClaim(context(), claim), true);
      assert.equal(await finishClaim(context(), claim), false, "nor is it ended twice");
    });

    it("that has run out is still its holder's while nobody took it over", async () => {
      await one();
      const claim = await taken();
      world.pass(10 * MINUTE_MS);
      assert.equal(await finishClaim(context(), claim), true);
      assert.equal(await take(), null);
    });

    it("that failed is due at its next attempt, and not before", async () => {
      await one();
      const retryAt = later(MINUTE_MS);
      await failClaim(context(), await taken(), { reason: "The printer is out.", retryAt });
      world.pass(MINUTE_MS - 1);
      assert.equal(await take(), null);
      world.pass(1);
      assert.equal((await taken()).attempts, 2);
      assert.equal((await states())[0]?.last_error, "The printer is out.");
    });

    it("that is given back is due at once, and the attempt does not count", async () => {
      await one();
      await releaseClaim(context(), await taken());
      assert.equal((await taken()).attempts, 1);
    });

    it("whose process ends at every attempt leaves a dead job", async () => {
      await one();
      for (const attempts of [1, 2, 3]) {
        assert.equal((await taken()).attempts, attempts);
        world.pass(MINUTE_MS);
      }
      assert.equal(await take(), null);
      const last_error = "The server ended while it did this, at every attempt.";
      assert.deepEqual(await states(), [{ done_at: null, dead_at: world.now, last_error }]);
      assert.deepEqual(await listDead(world.database.reader), [
        { job, count: 1, latest: world.now },
      ]);
    });

    it("is held by one of several workers that take at the same time", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const team = await fresh();
        const subjects = Array.from({ length: 3 }, () => randomUUID());
        for (const subject of subjects) await ask(team, subject);
        const claims = (await together(6, take)).filter((claim) => claim !== null);
        // Rows that another worker was claiming were passed over, so that some may be left.
        claims.push(...(await takeAll()));
        assert.deepEqual(claims.map(({ subjectId }) => subjectId).toSorted(), subjects.toSorted());
      }
    });

    it("is taken over by one of several workers at the same time", async () => {
      for (let round = 0; round < rounds; round += 1) {
        await one();
        const stale = await taken();
        world.pass(MINUTE_MS);
        const [ended, ...claims] = await Promise.all([
          finishClaim(context(), stale),
          take(),
          take(),
          take(),
        ]);
        const held = claims.filter((claim) => claim !== null).length;
        assert.equal(held, ended ? 0 : 1);
      }
    });
  });

  it("jobs of another name are left to processes that know them", async () => {
    await one();
    assert.equal(await takeDue(context(), new Map([["other" as JobName, 3]])), null);
    await taken();
  });

  it("a commit wakes the worker once for each job, after what was queued can be seen", async () => {
    const team = await fresh();
    const seen: Promise<Claim | null>[] = [];
    const wake = () => void seen.push(take());
    await transaction(
      { ...baseContextOf({ ...sourcesOf(world), wake }), team },
      async (context) => {
        await enqueue(context, { job, subjectId: randomUUID() });
        await transaction(context, async (context) =>
          enqueue(context, { job, subjectId: randomUUID() }),
        );
        assert.equal(seen.length, 0);
      },
    );
    assert.equal((await Promise.all(seen)).filter((claim) => claim !== null).length, 2);
  });

  it("what is undone wakes nobody, also when its caller went away or it is run again", async () => {
    const team = await fresh();
    let woken = 0;
    const parts = { ...sourcesOf(world), wake: () => void (woken += 1) };
    const asking = async (context: BaseContext) =>
      enqueue({ ...context, team }, { job, subjectId: randomUUID() });
    const failing = transaction(baseContextOf(parts), async (context) => {
      await asking(context);
      throw new Error("on purpose");
    });
    await assert.rejects(failing, { message: "on purpose" });
    await assert.rejects(
      transaction(
        baseContextOf(parts, () => true),
        asking,
      ),
    );
    assert.equal(woken, 0);
    let runs = 0;
    const deadlocked = Object.assign(new Error("deadlock"), { code: "40P01" });
    const twice = transaction(baseContextOf(parts), async (context) => {
      await asking(context);
      runs += 1;
      if (runs === 1) throw deadlocked;
    });
    if (world.dialect === "sqlite") await assert.rejects(twice, deadlocked);
    else await twice;
    assert.equal(woken, world.dialect === "sqlite" ? 0 : 1);
  });

  it("nothing can wait for a commit outside of a transaction", async () => {
    assert.throws(() => context().afterCommit(() => {}), /no transaction/);
  });

  function context(): BaseContext {
    return baseContextOf(sourcesOf(world));
  }

  /** An empty queue, and a team to ask for jobs. */
  async function fresh(): Promise<Team> {
    await world.database.begin((db) => db.deleteFrom("outbox").execute());
    return (team ??= await world.team());
  }

  async function ask(team: Team, subjectId: string): Promise<void> {
    await enqueue({ ...context(), team }, { job, subjectId });
  }

  /** One job in the queue. */
  async function one(): Promise<void> {
    await ask(await fresh(), randomUUID());
  }

  async function take(): Promise<Claim | null> {
    return takeDue(context(), NAMES);
  }

  async function taken(): Promise<Claim> {
    return (await take()) ?? assert.fail("nothing is due");
  }

  async function takeAll(): Promise<Claim[]> {
    const claims: Claim[] = [];
    for (let claim = await take(); claim !== null; claim = await take()) claims.push(claim);
    return claims;
  }

  async function rows() {
    return world.database.reader.selectFrom("outbox").selectAll().execute();
  }

  async function states() {
    return (await rows()).map(({ done_at, dead_at, last_error }) => ({
      done_at,
      dead_at,
      last_error,
    }));
  }

  function later(milliseconds: number): string {
    return new Date(Date.parse(world.now) + milliseconds).toISOString();
  }
});
