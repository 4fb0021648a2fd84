import assert from "node:assert/strict";
import { hash, randomInt } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";
import { chanceOf, type Chance } from "../../src/demo/chance.ts";
import { tools } from "../../src/mcp/registry.ts";
import { onEachDatabase, type Team, type World } from "../app.ts";
import { extent } from "../extent.ts";
import { assertSound } from "./answers.ts";
import { type Facts, givenOut, idsIn, NOTHING_GIVEN, offersTo } from "./facts.ts";
import { heapSize } from "./heap.ts";
import { type Headers, plainCall, soundCall, toolCall } from "./messages.ts";
import type { Outcome } from "./replies.ts";
import { badCredential, bearer, draftOf, type Request, requestOf } from "./requests.ts";
import { assertServes, type FuzzedServer, serve } from "./server.ts";
import { Sum } from "./sum.ts";
import { tallyOf } from "./tally.ts";
import { busyTeam, keysOf, quietTeam } from "./team.ts";
import { assertAccounted, rowsOf } from "./traces.ts";
import { volley } from "./volley.ts";

/** A generator of requests, and the way they are sent. */
export type Theme = {
  /** Name, as the beginning of the test's name. */
  readonly name: string;
  /** Fraction of all requests. */
  readonly share: number;
  /** Simultaneous connections, and unanswered requests on each. */
  readonly connections?: number;
  readonly pipelined?: number;
  readonly make: (chance: Chance, facts: Facts, credential: Headers) => Request;
};

const TOOLS = tools.map(({ name }) => name);

const { FUZZ_SEED, FUZZ_REQUESTS, FUZZ_GROUP } = process.env;
const SEED = FUZZ_SEED ?? String(randomInt(2 ** 31));
const REQUESTS = Number(FUZZ_REQUESTS ?? extent(10_000, 1_000_000));
/** Requests between two comparisons of the database; FUZZ_GROUP=1 finds a single culprit. */
const GROUP = 500;
/** Requests at the end to tools that chance has missed. */
const MOST_FURTHER = 5 * GROUP;
/** Requests for one team; then a new team is used, as the old one has grown large. */
const LANE = 4000;
const SHARES = { sqlite: 0.7, postgres: 0.3 };
/** Allowed growth of the heap between the first and the last lane. */
const MOST_GROWTH = 100 * 1024 * 1024;
/** Time limit of a test. A request usually takes 4 ms; busy machines need more. */
const LIMIT_MS = 250_000 + REQUESTS * 25;

/** A theme running on one database. */
type Run = {
  readonly theme: Required<Theme>;
  readonly world: World;
  readonly server: FuzzedServer;
  /** A team for which nobody calls. */
  readonly quiet: Team;
  readonly sum: Sum;
};

/** Defines the test of a theme on each database. */
export function fuzz(given: Theme): void {
  const theme = { connections: 16, pipelined: 1, ...given };
  process.stdout.write(`${theme.name}: FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}\n`);
  const all = new Sum();
  onEachDatabase((world) => {
    const rule = "every answer is sound, and only what was done leaves a trace";
    test(`${theme.name}, ${rule}`, { timeout: LIMIT_MS }, async (t) => {
      const server = await serve(world);
      t.after(server.close);
      const run = { theme, world, server, quiet: await quietTeam(world), sum: new Sum() };
      const end = Math.round(REQUESTS * theme.share * SHARES[world.dialect]);
      const heaps: number[] = [];
      for (let from = 0; from < end; from += LANE) {
        await runLane(run, from, Math.min(from + LANE, end));
        heaps.push(heapSize());
      }
      process.stdout.write(`${theme.name}, on ${world.dialect}: ${run.sum.text}\n`);
      const [first = 0, last = 0] = [heaps[0], heaps.at(-1)];
      assert.ok(last - first < MOST_GROWTH, `the memory in use grew from ${first} to ${last}`);
      if (end >= LANE) await reach(run, end);
      all.addSum(run.sum);
      await assertServes(server, await busyTeam(world));
    });
  });
  // Fewer requests may miss a tool by chance.
  if (REQUESTS * theme.share >= LANE)
    test(`${theme.name}, every tool succeeds and is refused`, () => all.assertReached(TOOLS));
}

/** Sends further requests to the tools that by chance have not succeeded, or were not refused. */
async function reach(run: Run, end: number): Promise<void> {
  const { sum } = run;
  for (
    let from = end;
    from < end + MOST_FURTHER && sum.unreached(TOOLS).length > 0;
    from += GROUP
  ) {
    const unreached = sum.unreached(TOOLS);
    const left = tools.filter(({ name }) => unreached.includes(name));
    await runLane(run, from, from + GROUP, left);
  }
  sum.assertReached(TOOLS);
}

/** Sends the requests from one number to another, for a new team. */
async function runLane(run: Run, first: number, end: number, called = tools): Promise<void> {
  const { theme, world, server, quiet } = run;
  const { reader } = world.database;
  const team = await busyTeam(world);
  const offers = { tools: called, keys: await keysOf(team), ...(await offersTo(team)) };
  const group = Number(FUZZ_GROUP ?? Math.max(GROUP, theme.connections * theme.pipelined));
  let rows = await rowsOf(reader);
  let given = NOTHING_GIVEN;
  for (let from = first; from < end; from += group) {
    const facts = { ...offers, given, ids: idsIn(rows, [team, quiet]) };
    const requests = Array.from({ length: Math.min(group, end - from) }, (_, index) =>
      requestAt(run, from + index, facts),
    );
    const outcomes = await volley(server.port, requests, theme);
    for (const [index, request] of requests.entries())
      assertOne(run, from + index, request, outcomes[index] ?? "silence");
    await server.idle();
    const tally = tallyOf(requests, outcomes);
    const [before, after] = [rows, await rowsOf(reader)];
    reporting(run, `requests ${from} to ${from + requests.length - 1}`, () => {
      assert.equal(server.log.length, 0, "it logged bugs");
      assertAccounted(before, after, team.id, tally);
    });
    run.sum.add(outcomes, tally);
    rows = after;
    given = givenOut(requests, outcomes, given);
    world.pass(90_000);
  }
}

/** Generates request `index`. Apart from its ids it depends only on seed, theme, database and index. */
function requestAt({ theme, world }: Run, index: number, facts: Facts): Request {
  const text = `${SEED} ${theme.name} ${world.dialect} ${index}`;
  const chance = chanceOf(hash("sha256", text, "buffer").readInt32LE());
  const { full, lesser } = facts.keys;
  if (chance.often(0.05)) {
    const draft = draftOf(soundCall(chance, `Sound ${index}`), bearer(full));
    return requestOf("sound", draft, { expected: "service" });
  }
  if (chance.often(0.05)) {
    const draft = draftOf(toolCall(chance, facts), badCredential(chance, facts));
    return requestOf("bad credential", draft, { expected: "challenge" });
  }
  // Enough that every tool succeeds and is refused, however few calls the theme makes.
  if (chance.often(0.25))
    return requestOf("plain", draftOf(plainCall(chance, facts), bearer(full)));
  return theme.make(chance, facts, bearer(chance.often(0.6) ? full : chance.pick(lesser)));
}

function assertOne(run: Run, index: number, request: Request, outcome: Outcome): void {
  const sent = Buffer.concat(request.pieces).toString("latin1");
  const story = () => `\nsent: ${JSON.stringify(sent).slice(0, 4000)}\ncame: ${inspect(outcome)}`;
  reporting(run, `request ${index} (${request.kind})`, () => assertSound(request, outcome), story);
}

/** Says of a failure where it was, so that it can be had again, and what the server logged. */
function reporting(run: Run, where: string, work: () => void, story = () => ""): void {
  const { theme, world, server } = run;
  try {
    work();
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const place = `FUZZ_SEED=${SEED}, ${theme.name}, on ${world.dialect}, ${where}`;
    const logged = inspect(server.log.slice(0, 5), { depth: 4 });
    assert.fail(`${place}: ${what}${story()}\nlogged: ${logged}`);
  }
}
