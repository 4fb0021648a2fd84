import type { Dialect } from "../../src/db/dialect.ts";
import { type Filled, onFilled } from "./fill.ts";
import type { Measured } from "./job.ts";
import type { Effort, LoadGenerator } from "./load-generator.ts";
import { type Operation, SEQUENCES } from "./operations.ts";
import { ServeProcess } from "./serve-process.ts";

const READS = [
  "customers_get",
  "customers_list",
  "search, frequent term",
  "search, absent term",
] as const satisfies readonly Operation[];

/** One read's measurements by number of customers, one for each round. */
export type Growth = {
  readonly database: Dialect;
  readonly operation: (typeof READS)[number];
  readonly measured: ReadonlyMap<number, readonly Measured[]>;
};

export async function measureGrowth(
  load: LoadGenerator,
  database: Dialect,
  sizes: readonly number[],
  effort: Effort,
): Promise<readonly Growth[]> {
  return onSizes(database, sizes, effort, async (servers) => {
    const growth: Growth[] = [];
    for (const operation of READS) {
      const jobs = servers.map(({ customers, filled, port }) => {
        const sequences = SEQUENCES[operation](filled);
        // On SQLite a search that reads everything blocks all other calls: one at a time is enough.
        const keys = operation === "search, absent term" ? filled.keys.slice(0, 1) : filled.keys;
        return [
          customers,
          { port, generation: "legacy", sequences, keys, seconds: effort.seconds },
        ] as const;
      });
      growth.push({
        database,
        operation,
        measured: await load.inTurns(new Map(jobs), effort.rounds),
      });
    }
    return growth;
  });
}

type Sized = { readonly customers: number; readonly filled: Filled; readonly port: number };

/** Starts a server for each size; all run until `work` is done. */
async function onSizes<T>(
  database: Dialect,
  [customers, ...sizes]: readonly number[],
  effort: Effort,
  work: (servers: readonly Sized[]) => Promise<T>,
): Promise<T> {
  if (customers === undefined) return work([]);
  return onFilled(database, { people: effort.connections, customers }, async (filled) => {
    const serve = await ServeProcess.up({ url: filled.url }, filled.keys[0] ?? "");
    try {
      const sized = { customers, filled, port: serve.port };
      return await onSizes(database, sizes, effort, (others) => work([sized, ...others]));
    } finally {
      await serve.stop();
    }
  });
}
