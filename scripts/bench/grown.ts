import { connect, type Database } from "../../src/db/connect.ts";
import type { Dialect } from "../../src/db/dialect.ts";
import { Connection } from "./connection.ts";
import type { Years } from "./fill-years.ts";
import { onFilled, type Filled } from "./fill.ts";
import { type Ask, type Case, casesOf } from "./grown-cases.ts";
import { type Call, NoResult, requestOf, requireResult } from "./requests.ts";
import { ServeProcess } from "./serve-process.ts";
import { percentile } from "./statistics.ts";
import { WebSession } from "./web-session.ts";

/** The latencies of one tool, resource or route on a database, in milliseconds. */
export type Latencies = {
  readonly name: string;
  readonly most: number;
  /** Infinite when a call was refused, as is `p95`. */
  readonly p50: number;
  readonly p95: number;
  /** Why a call was refused: it needs something that the benchmark does not fill. */
  readonly refused?: string;
};

export type Grown = Years & { readonly customers: number; readonly runs: number };

const PEOPLE = 20;
/** Kinds of records that several calls use up. */
const CALLS_A_RECORD = 4;

/** Measures each call alone, one after the other, on one database of a grown team. */
export async function measureGrown(
  database: Dialect,
  { customers, runs, ...years }: Grown,
): Promise<readonly Latencies[]> {
  const size = { people: PEOPLE, customers, years, spare: CALLS_A_RECORD * (runs + 1) };
  return onFilled(database, size, async (filled) => measureFilled(filled, runs));
}

async function measureFilled(filled: Filled, runs: number): Promise<readonly Latencies[]> {
  const serve = await ServeProcess.up({ url: filled.url }, filled.keys[0] ?? "");
  const own = await connect(filled.url, { onIdleError: () => {} });
  const connection = await Connection.open(serve.port);
  try {
    const latencies: Latencies[] = [];
    const door = new Door({ filled, database: own, port: serve.port, connection });
    for (const one of casesOf(filled))
      latencies.push(await measure(door, one, runs).catch(refusedAs(one)));
    return latencies;
  } finally {
    connection.close();
    await own.close();
    await serve.stop();
  }
}

/** One refused call does not take the minutes that all others took. */
function refusedAs({ name, most }: Case): (error: unknown) => Latencies {
  return (error) => {
    if (!(error instanceof NoResult)) throw error;
    return { name, most, p50: Infinity, p95: Infinity, refused: error.message };
  };
}

/** The first run warms up and does not count. */
async function measure(door: Door, { name, most, first, of }: Case, runs: number) {
  const taken: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    for (const call of first?.(run) ?? []) await door.call(call);
    taken.push(await door.timed(of(run)));
  }
  const counted = taken.slice(1);
  return { name, most, p50: percentile(counted, 0.5), p95: percentile(counted, 0.95) };
}

type Ways = {
  readonly filled: Filled;
  /** For new sessions. */
  readonly database: Database;
  readonly port: number;
  readonly connection: Connection;
};

class Door {
  readonly #ways: Ways;

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  async call(call: Call): Promise<void> {
    const { filled, connection } = this.#ways;
    const request = requestOf({ generation: "legacy", key: filled.keys[0] ?? "" }, call);
    requireResult(await connection.exchange(request), request);
  }

  async timed(asked: Call | Ask): Promise<number> {
    if ("path" in asked) {
      const { filled, database, port } = this.#ways;
      const { as } = asked;
      const userId = typeof as === "string" ? filled.signedIn[as] : as.userId;
      const session = await WebSession.of(database, port, userId);
      return session.timed(asked);
    }
    const start = performance.now();
    await this.call(asked);
    return performance.now() - start;
  }
}
