import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Dialect } from "../../src/db/dialect.ts";
import { onFilled } from "./fill.ts";
import type { Effort, LoadGenerator } from "./load-generator.ts";
import { type Operation, SEQUENCES } from "./operations.ts";
import { ServeProcess } from "./serve-process.ts";
import { number, table } from "./table.ts";

const SECONDS = 5;
const FUNCTIONS = 40;

/** Lists the server's most expensive functions in one operation. */
export async function profile(
  load: LoadGenerator,
  { database, operation }: { database: Dialect; operation: Operation },
  { connections }: Effort,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-bench-"));
  try {
    await onFilled(database, { people: connections, customers: 1000 }, async (filled) => {
      const { url, keys } = filled;
      const nodeOptions = ["--cpu-prof", `--cpu-prof-dir=${folder}`];
      const serve = await ServeProcess.up({ url, nodeOptions }, keys[0] ?? "");
      const sequences = SEQUENCES[operation](filled);
      await load.measure({
        port: serve.port,
        generation: "legacy",
        sequences,
        keys,
        seconds: SECONDS,
      });
      await serve.stop();
    });
    const [file = ""] = await readdir(folder);
    const text = await readFile(join(folder, file), "utf8");
    return table(["function", "% of the time"], rowsOf(Profile.parse(JSON.parse(text))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The part of V8's profile format that is read here; times are in microseconds. */
const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() }),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.int()),
});

/** Self time of each function, without its callees. */
function rowsOf({ nodes, samples, timeDeltas }: z.output<typeof Profile>): readonly string[][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? "";
    if (name !== "(idle)") times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const total = times.values().reduce((sum, time) => sum + time, 0);
  return [...times]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, FUNCTIONS)
    .map(([name, time]) => [name, number((100 * time) / total)]);
}

type Frame = { readonly functionName: string; readonly url: string; readonly lineNumber: number };

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName === "" ? "(anonymous)" : functionName;
  const file = url
    .split("/node_modules/")
    .at(-1)
    ?.replace(/^file:.*\/src\//, "src/");
  return file === undefined || file === "" ? name : `${name} ${file}:${lineNumber + 1}`;
}
