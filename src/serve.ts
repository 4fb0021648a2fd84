import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { KeyUse } from "./accounts/key-use.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { groundOf, type Sources } from "./db/context.ts";
import { greeting } from "./greeting.ts";
import { memoryRateLimit } from "./http/rate-limit.ts";

export type ServeParts = Sources & {
  readonly config: Config;
  readonly log: Logger;
  readonly print: (line: string) => void;
  /** Whether to fill a demo team first. */
  readonly demo: boolean;
};

/** How long a client may take to send a request. */
const REQUEST_MS = 60_000;
/** How long calls under way may take to finish when the server stops. */
const DRAIN_MS = 10_000;

/** Listens, and says where to go next. @returns the function that stops the server in good order. */
export async function serve(parts: ServeParts): Promise<() => Promise<void>> {
  const { config, database, log } = parts;
  const keyUse = new KeyUse(database.begin, (error) =>
    log.error({ err: error }, "the use of a key was not noted"),
  );
  let stopping = false;
  const app = createApp({
    ...parts,
    baseUrl: config.baseUrl,
    allowedOrigins: config.allowedOrigins,
    rateLimit: memoryRateLimit({ limit: config.mcpRateLimit }),
    keyUse,
    isStopping: () => stopping,
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.requestTimeout = REQUEST_MS;
  server.listen(config.port, config.host);
  await once(server, "listening");
  for (const line of await greeting(groundOf(parts), config, parts.demo)) parts.print(line);

  return async () => {
    if (stopping) return;
    stopping = true;
    log.info("stopping: no new connections, calls under way are finished");
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close();
    await once(server, "close");
    clearTimeout(deadline);
    clearInterval(sweep);
    await keyUse.settled();
    await database.close();
    log.info("stopped");
  };
}
