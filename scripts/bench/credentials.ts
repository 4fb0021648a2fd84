import type { Dialect } from "../../src/db/dialect.ts";
import { onFilled } from "./fill.ts";
import type { Measured } from "./job.ts";
import type { Effort, LoadGenerator } from "./load-generator.ts";
import { type Operation, SEQUENCES } from "./operations.ts";
import { ServeProcess } from "./serve-process.ts";

const CALLS = ["customers_get", "start + stop"] as const satisfies readonly Operation[];
const CUSTOMERS = 1000;

/** One operation's measurements by kind of credential, one for each round. */
export type ByCredential = {
  readonly database: Dialect;
  readonly operation: Operation;
  readonly key: readonly Measured[];
  readonly token: readonly Measured[];
};

/** Measures calls with access tokens and with API keys, of the same people on one server. */
export async function compareCredentials(
  load: LoadGenerator,
  database: Dialect,
  { connections, rounds, seconds }: Effort,
): Promise<readonly ByCredential[]> {
  const size = { people: connections, customers: CUSTOMERS };
  return onFilled(database, size, async (filled) => {
    const { url, keys, accessTokens } = filled;
    const serve = await ServeProcess.up({ url }, keys[0] ?? "");
    const { port } = serve;
    try {
      const compared: ByCredential[] = [];
      for (const operation of CALLS) {
        const sequences = SEQUENCES[operation](filled);
        const job = { port, generation: "legacy", sequences, seconds } as const;
        const jobs = new Map([
          ["key", { ...job, keys }],
          ["token", { ...job, keys: accessTokens }],
        ] as const);
        const measured = await load.inTurns(jobs, rounds);
        const [key = [], token = []] = [measured.get("key"), measured.get("token")];
        compared.push({ database, operation, key, token });
      }
      return compared;
    } finally {
      await serve.stop();
    }
  });
}
