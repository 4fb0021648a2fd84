import { deepEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ask, contentOf } from "./ask.ts";
import { Child } from "./child.ts";
import type { Filled } from "./fill.ts";
import { type Call, GENERATIONS, type Generation, LIST_TOOLS } from "./requests.ts";
import { ServeProcess } from "./serve-process.ts";

export const SERVERS = ["bare", "ours", "McpServer", "Server"] as const;
export type ServerName = (typeof SERVERS)[number];

type Competitor = {
  readonly port: number;
  readonly stop: () => Promise<void>;
};

export type Competitors = Readonly<Record<ServerName, Competitor>>;

export async function startCompetitors(filled: Filled, toolCount: number): Promise<Competitors> {
  const { url, keys } = filled;
  const serve = await ServeProcess.up({ url, toolCount }, keys[0] ?? "");
  const listFor = (generation: Generation) =>
    ask(serve.port, clientOf(filled, generation), LIST_TOOLS);
  const lists = { legacy: await listFor("legacy"), modern: await listFor("modern") };
  return {
    bare: await startChild(BARE, { url, keys, lists }),
    ours: { port: serve.port, stop: () => serve.stop() },
    McpServer: await startChild(OFFICIAL, { url, toolCount, server: "McpServer" }),
    Server: await startChild(OFFICIAL, { url, toolCount, server: "Server" }),
  };
}

const BARE = import.meta.resolve("./servers/bare.ts");
const OFFICIAL = import.meta.resolve("./servers/official.ts");

async function startChild(script: string, start: object): Promise<Competitor> {
  const child = new Child(fileURLToPath(script));
  const { port } = await child.ask(start, z.object({ port: z.int() }));
  return { port, stop: () => child.stop() };
}

function clientOf({ keys: [key = ""] }: Filled, generation: Generation) {
  return { generation, key };
}

/** @throws Error unless our server and the official ones answer reads alike. */
export async function requireAgreement(
  { ours, McpServer, Server }: Competitors,
  filled: Filled,
  calls: readonly Call[],
): Promise<void> {
  for (const generation of GENERATIONS) {
    const client = clientOf(filled, generation);
    for (const call of calls) {
      const [our, ...others] = await Promise.all(
        [ours, McpServer, Server].map(async ({ port }) => contentOf(await ask(port, client, call))),
      );
      for (const other of others) deepEqual(other, our);
    }
  }
}

export async function stopAll(competitors: Competitors): Promise<void> {
  await Promise.all(Object.values(competitors).map(({ stop }) => stop()));
}
