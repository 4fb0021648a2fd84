import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { CredentialUse } from "./accounts/credential-use.ts";
import { newSetupLink } from "./accounts/set-up.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { groundOf, type Sources } from "./db/context.ts";
import { serverSecret } from "./db/server-secret.ts";
import { openDemo } from "./demo/demo.ts";
import { greeting, type NextSteps } from "./greeting.ts";
import { memoryRateLimit } from "./http/rate-limit.ts";
import { startJobs } from "./jobs/jobs.ts";
import { createMailer } from "./mail/mailer.ts";
import { SERVER_INFO } from "./mcp/server-info.ts";
import { createDocumentFetcher } from "./oauth/client-document.ts";

export type ServeParts = Sources & {
  readonly config: Config;
  readonly log: Logger;
  readonly print: (line: string) => void;
  /** Whether a person watches: they read sentences where a log has lines. */
  readonly isTerminal: boolean;
  /** Whether to fill a demo team. */
  readonly demo: boolean;
  /** Given the function that stops the server in good order, before anybody is told that it is up. */
  readonly onceUp: (stop: () => Promise<void>) => void;
};

/** How long a client may take to send a request. */
const REQUEST_MS = 60_000;
const HOUR_SECONDS = 60 * 60;
/** How many documents of apps one address can have fetched in an hour. */
const DOCUMENTS_AN_HOUR = 30;
/** How long calls under way may take to finish when the server stops. */
const DRAIN_MS = 10_000;

/** Listens, and says where to go next. */
export async function serve(parts: ServeParts): Promise<void> {
  const { config, database, log } = parts;
  const credentialUse = new CredentialUse(database.begin, (error) =>
    log.error({ err: error }, "the use of a key was not noted"),
  );
  let stopping = false;
  const app = createApp({
    ...parts,
    baseUrl: config.baseUrl,
    allowedOrigins: config.allowedOrigins,
    rateLimit: memoryRateLimit({ limit: config.mcpRateLimit }),
    trustedProxies: config.trustedProxies,
    registrations: memoryRateLimit({ limit: config.registrationLimit, seconds: HOUR_SECONDS }),
    documents: memoryRateLimit({ limit: DOCUMENTS_AN_HOUR, seconds: HOUR_SECONDS }),
    fetchClientDocument: createDocumentFetcher(parts),
    refreshOverlapSeconds: config.refreshOverlapSeconds,
    credentialUse,
    mailer: config.mail === null ? null : createMailer(config.mail.url, config.mail.from),
    secret: config.secret ?? (await serverSecret(database, parts.randomBytes)),
    isStopping: () => stopping,
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => {
    // A client that is told so sends its next request elsewhere, not into a closing connection.
    if (stopping) outgoing.setHeader("Connection", "close");
    void listener(incoming, outgoing);
  });
  server.requestTimeout = REQUEST_MS;
  await listen(server, config);
  const stopJobs = startJobs(parts, log);
  const next = await nextSteps(parts);

  parts.onceUp(async () => {
    if (stopping) return;
    stopping = true;
    if (parts.isTerminal) parts.print("Stopping…");
    else log.debug("stopping: no new connections, calls under way are finished");
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close();
    await once(server, "close");
    clearTimeout(deadline);
    clearInterval(sweep);
    await stopJobs();
    await credentialUse.settled();
    await database.close();
    if (parts.isTerminal) parts.print("Stopped.");
    else log.info("stopped");
  });
  greet(parts, next);
}

async function listen(server: Server, { port, host }: Config): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE")
      throw because(
        error,
        `PORT: ${port} is taken on ${host}; stop what listens there, or set another PORT`,
      );
    if (code === "EACCES")
      throw because(error, `PORT: this user may not listen on ${port}; set one above 1023`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
      throw because(
        error,
        `HOST: ${host} is no address of this machine; set one that is, such as 127.0.0.1`,
      );
    throw error;
  }
}

function because(cause: unknown, message: string): Error {
  return new Error(message, { cause });
}

/** The demo is filled when the port is sure: a server that does not start leaves no key behind. */
async function nextSteps(parts: ServeParts): Promise<NextSteps> {
  const ground = groundOf(parts);
  if (parts.demo) return openDemo(ground);
  const secret = await newSetupLink(ground);
  return secret === null ? "none" : { setUpAt: `${parts.config.baseUrl}/setup?token=${secret}` };
}

function greet({ config, database, log, print, isTerminal }: ServeParts, next: NextSteps): void {
  for (const line of greeting(config, next)) print(line);
  if (isTerminal) return;
  const { host, port } = config;
  const { dialect, migrated } = database;
  const { version } = SERVER_INFO;
  log.info({ host, port, version, database: dialect, migrated }, "started");
}
