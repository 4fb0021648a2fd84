import type { Dialect } from "../../src/db/dialect.ts";
import {
  type Competitors,
  requireAgreement,
  type ServerName,
  SERVERS,
  startCompetitors,
  stopAll,
} from "./competitors.ts";
import { type Filled, onFilled } from "./fill.ts";
import type { Measured } from "./job.ts";
import type { Effort, LoadGenerator } from "./load-generator.ts";
import { type Operation, SEQUENCES } from "./operations.ts";
import { GENERATIONS, type Generation } from "./requests.ts";

const READS = ["tools/list", "customers_get", "customers_list"] as const;
const COMPARED: readonly Operation[] = [...READS, "start + stop"];
const CUSTOMERS = 1000;

/** One operation's measurements by server, one for each round. */
export type Comparison = {
  readonly database: Dialect;
  readonly toolCount: number;
  readonly operation: Operation;
  readonly generation: Generation;
  readonly measured: ReadonlyMap<ServerName, readonly Measured[]>;
};

export async function compareServers(
  load: LoadGenerator,
  { database, toolCount }: Pick<Comparison, "database" | "toolCount">,
  effort: Effort,
): Promise<readonly Comparison[]> {
  const size = { people: effort.connections, customers: CUSTOMERS };
  return onFilled(database, size, async (filled) => {
    const competitors = await startCompetitors(filled, toolCount);
    try {
      const reads = READS.flatMap((read) => SEQUENCES[read](filled).slice(0, 1).flat());
      await requireAgreement(competitors, filled, reads);
      const comparisons: Comparison[] = [];
      for (const operation of COMPARED) {
        for (const generation of GENERATIONS) {
          const what = { database, toolCount, operation, generation };
          const measured = await compareOne(load, competitors, filled, what, effort);
          comparisons.push({ ...what, measured });
        }
      }
      return comparisons;
    } finally {
      await stopAll(competitors);
    }
  });
}

async function compareOne(
  load: LoadGenerator,
  competitors: Competitors,
  filled: Filled,
  { operation, generation }: Pick<Comparison, "operation" | "generation">,
  { rounds, seconds }: Effort,
): Promise<Comparison["measured"]> {
  const sequences = SEQUENCES[operation](filled);
  const jobs = SERVERS.map((server) => {
    const { port } = competitors[server];
    return [server, { port, generation, sequences, keys: filled.keys, seconds }] as const;
  });
  return load.inTurns(new Map(jobs), rounds);
}
