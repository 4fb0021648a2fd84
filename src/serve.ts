import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { CallLog, CredentialUse } from "./accounts/call-log.ts";
import { newSetupLink } from "./accounts/set-up.ts";
import { JournalWatch } from "./activity/journal-watch.ts";
import { demoSteps } from "./admin/steps.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { isPassing } from "./core/errors.ts";
import { visible } from "./core/visible.ts";
import { baseContextOf, type Sealing, type Sources } from "./db/context.ts";
import { postgresCounters } from "./db/postgres-counters.ts";
import { sealingOf } from "./db/server-secret.ts";
import { withoutPassword } from "./db/unusable.ts";
import { openDemo, type Demo } from "./demo/demo.ts";
import { type FileStore, fileStoreOf } from "./files/file-store.ts";
import type { Draw } from "./files/previews.ts";
import { listenerOf } from "./http/listener.ts";
import { knowingSpent, memoryCounters, type RateLimit, rateLimitOf } from "./http/rate-limit.ts";
import { serverOf } from "./http/server.ts";
import { jobsOf } from "./jobs/all.ts";
import { startCollecting } from "./jobs/collect.ts";
import { startRates } from "./jobs/fetch-rates.ts";
import { startInboxFolder } from "./jobs/inbox-folder.ts";
import { Worker } from "./jobs/worker.ts";
import { createMailer } from "./mail/mailer.ts";
import { SERVER_INFO } from "./mcp/server-info.ts";
import { createDocumentFetcher } from "./oauth/client-document.ts";
import { PaperReader, ReaderKilled } from "./reading/reader-process.ts";

type ServeParts = Sources & {
  readonly config: Config;
  readonly log: Logger;
  readonly print: (line: string) => void;
  /** True when a person watches, who reads sentences instead of log lines. */
  readonly isTerminal: boolean;
  readonly demo: boolean;
  /** Receives the function that stops the server gracefully, before it writes or listens. */
  readonly onceUp: (stop: Stop) => void;
};

/**
 * Stops the server. With "drain" it takes calls for `DRAIN_SECONDS` more, while `/readyz` says that it
 * leaves; "now" ends that time too.
 */
export type Stop = (how: "drain" | "now") => Promise<void>;

const HOUR_SECONDS = 60 * 60;
/** Client documents that one address may have fetched. */
const DOCUMENTS_AN_HOUR = 30;
/** Calls under way end within this time; then their connections are closed. */
const CALLS_MS = 10_000;

export async function serve(given: ServeParts): Promise<void> {
  const { config, database, log } = given;
  const reader = new PaperReader({ ocrModels: config.ocrModels });
  const files = fileStoreOf(config, { ...given, draw: drawBy(reader) });
  const inboxDomain = config.mailIn?.domain ?? null;
  const parts = { ...given, files, inboxDomain };
  const { credentialUse, callLog, journals } = besideCalls(parts);
  const { baseUrl, mail } = config;
  const sealing = await sealingOf(config.secret, database, parts.randomBytes);
  const { secret } = sealing;
  const mailer = mail === null ? null : createMailer(mail.url, mail.from);
  const worker = new Worker({
    ...parts,
    baseUrl,
    sealing,
    jobs: jobsOf({ baseUrl, secret, mailer, reader }),
  });
  let leaving = false;
  let stopping = false;
  const counts = await countsOf(parts);
  const limited = (name: string, limit: number, seconds: number) => {
    const window = { limit, seconds };
    return rateLimitOf(knowingSpent(counts.counters)(name, window), window);
  };
  const mailDoor = await mailDoorOf({ ...parts, wake: worker.wake, limited });
  const app = createApp({
    ...parts,
    wake: worker.wake,
    baseUrl,
    allowedOrigins: config.allowedOrigins,
    counters: counts.counters,
    countsAlone: counts.isAlone,
    rateLimit: limited("calls", config.mcpRateLimit, 60),
    trustedProxies: config.trustedProxies,
    registrations: limited("registrations", config.registrationLimit, HOUR_SECONDS),
    documents: limited("documents", DOCUMENTS_AN_HOUR, HOUR_SECONDS),
    clientDocuments: config.clientDocuments,
    appsChallenge: config.appsChallenge,
    fetchClientDocument: createDocumentFetcher(parts),
    refreshOverlapSeconds: config.refreshOverlapSeconds,
    credentialUse,
    callLog,
    journals,
    sendsMail: mailer !== null,
    invoiceMailsPerHour: config.invoiceMailsPerHour,
    sealing,
    isStopping: () => stopping,
    isLeaving: () => leaving,
  });
  const server = serverOf(listenerOf(app), () => leaving);
  const up = Promise.withResolvers<{ stopJobs: () => Promise<void> }>();
  const hurry = new AbortController();
  parts.onceUp(async (how) => {
    if (how === "now") hurry.abort();
    if (leaving) return;
    leaving = true;
    if (parts.isTerminal) parts.print("Stopping…");
    const { stopJobs } = await up.promise;
    const workerStopped = worker.stop();
    const mailStopped = mailDoor?.stop();
    await drain(parts, hurry.signal);
    stopping = true;
    journals.stop();
    log.debug("stopping: no new connections, calls under way are finished");
    await close(server);
    await mailStopped;
    await workerStopped;
    await stopJobs();
    await reader.stop();
    await credentialUse.settled();
    await callLog?.settled();
    counts.close();
    await database.close();
    if (parts.isTerminal) parts.print("Stopped.");
    else log.info("stopped");
  });
  // A write that fails ends a start that nobody relies on yet.
  await requireFreePort(config, WEB);
  if (config.mailIn !== null) await requireFreePort(config.mailIn, MAIL_IN);
  const next = await nextSteps(parts, sealing);
  await listen(server, config, WEB);
  await mailDoor?.listen();
  worker.start();
  up.resolve({ stopJobs: startJobs({ ...parts, wake: worker.wake }) });
  greet(parts, next);
}

/** A page that takes too much to draw has no picture. */
function drawBy(reader: PaperReader): Draw {
  return async (page) => {
    try {
      return await reader.draw(page);
    } catch (error) {
      if (error instanceof ReaderKilled) return null;
      throw error;
    }
  };
}

type MailParts = ServeParts & {
  readonly files: FileStore;
  readonly wake: () => void;
  readonly limited: (name: string, limit: number, seconds: number) => RateLimit;
};

/** Null where no mail is taken. */
async function mailDoorOf({ config, limited, ...parts }: MailParts) {
  const { mailIn } = config;
  if (mailIn === null) return null;
  // Loaded on demand: most servers take no mail.
  const { MailDoor, MAILS_AN_HOUR } = await import("./smtp/mail-door.ts");
  const mails = limited("mails", MAILS_AN_HOUR.limit, MAILS_AN_HOUR.seconds);
  const door = new MailDoor({ ...parts, inboxDomain: mailIn.domain, mails });
  return {
    listen: async () => {
      await door.listen(mailIn.port, mailIn.host).catch((error: unknown) => {
        throw notListening(error, mailIn, MAIL_IN);
      });
    },
    stop: async () => door.stop(),
  };
}

/** @returns a function that stops them */
function startJobs(parts: ServeParts & { readonly files: FileStore }): () => Promise<void> {
  const { log } = parts;
  const stopCollecting = startCollecting(parts, log);
  const { ratesUrl, inboxFolder } = parts.config;
  const stopRates = ratesUrl === null ? null : startRates(parts, new URL(ratesUrl), log);
  const stopFolder =
    inboxFolder === null ? null : startInboxFolder({ ...parts, folder: inboxFolder });
  return async () => {
    await stopCollecting();
    await stopRates?.();
    await stopFolder?.();
  };
}

/** A server that cannot listen writes nothing: it would leave a key of the demo behind. */
async function requireFreePort(at: Listening, settings: Settings): Promise<void> {
  const probe = createServer();
  await listen(probe, at, settings);
  probe.close();
  await once(probe, "close");
}

/** Where limits are counted: what servers share, or this process where it is alone. */
async function countsOf({ config, database, log }: ServeParts) {
  const inProcess = { isAlone: () => false, close: () => {} };
  if (config.isAlone) return { ...inProcess, counters: memoryCounters };
  if (config.redisUrl !== null) {
    const { RedisCounts } = await import("./http/redis-counters.ts");
    const redis = await RedisCounts.open(config.redisUrl, log);
    return { counters: redis.counters, isAlone: () => redis.isAway, close: () => redis.close() };
  }
  const isShared = database.dialect === "postgres";
  return { ...inProcess, counters: isShared ? postgresCounters(database.reader) : memoryCounters };
}

async function close(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), CALLS_MS).unref();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  server.close();
  await once(server, "close");
  clearTimeout(deadline);
  clearInterval(sweep);
}

function besideCalls(parts: ServeParts) {
  const { config, database, clock, randomBytes, log } = parts;
  const { begin } = database;
  const failed = (words: string) => (error: unknown) => {
    // The database has told the log of failures that pass.
    if (!isPassing(error)) log.error({ err: error }, words);
  };
  return {
    credentialUse: new CredentialUse(begin, failed("the use of a key was not noted")),
    callLog: config.callLog
      ? new CallLog({ begin, clock, randomBytes, onError: failed("calls were not logged") })
      : null,
    journals: new JournalWatch({ ...parts, report: failed("the journals could not be watched") }),
  };
}

/** Leaves load balancers the time to notice, by `/readyz`, that calls go elsewhere. */
async function drain({ config, log }: ServeParts, signal: AbortSignal): Promise<void> {
  const { drainSeconds } = config;
  if (drainSeconds === 0 || signal.aborted) return;
  log.debug({ drainSeconds }, "leaving: not ready any more, calls are still taken");
  await sleep(drainSeconds * 1000, null, { signal }).catch(() => {});
}

type Listening = Pick<Config, "port" | "host">;

/** Settings that name a port and its host. */
type Settings = { readonly port: string; readonly host: string };

const WEB: Settings = { port: "PORT", host: "HOST" };
const MAIL_IN: Settings = { port: "MAIL_IN_URL", host: "MAIL_IN_URL" };

async function listen(server: Server, at: Listening, settings: Settings): Promise<void> {
  server.listen(at.port, at.host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw notListening(error, at, settings);
  }
}

function notListening(error: unknown, { port, host }: Listening, settings: Settings): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return because(
      error,
      `${settings.port}: ${port} is taken on ${host}; stop what listens there, or set another ${settings.port}`,
    );
  if (code === "EACCES")
    return because(
      error,
      `${settings.port}: this user may not listen on ${port}; set one above 1023`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return because(
      error,
      `${settings.host}: ${host} is no address of this machine; set one that is, such as 127.0.0.1`,
    );
  return error;
}

function because(cause: unknown, message: string): Error {
  return new Error(message, { cause });
}

async function nextSteps(parts: ServeParts, sealing: Sealing): Promise<NextSteps> {
  const baseContext = baseContextOf({ ...parts, baseUrl: parts.config.baseUrl, sealing });
  if (parts.demo) return openDemo(baseContext, { logsCalls: parts.config.callLog });
  const secret = await newSetupLink(baseContext);
  return secret === null ? "none" : { setUpAt: `${parts.config.baseUrl}/setup?token=${secret}` };
}

function greet({ config, database, log, print, isTerminal }: ServeParts, next: NextSteps): void {
  for (const line of greeting(config, next)) print(visible(line));
  if (isTerminal) return;
  const { host, port } = config;
  const { dialect, migrated } = database;
  const { version } = SERVER_INFO;
  log.info({ host, port, version, database: dialect, migrated }, "started");
}

type NextSteps = Demo | { readonly setUpAt: string } | "none";

function greeting(config: Config, next: NextSteps): readonly string[] {
  return [
    `Ledgerport ${SERVER_INFO.version} is running. Stop it with Ctrl-C.`,
    "",
    `  Web pages     ${config.baseUrl}`,
    `  MCP endpoint  ${config.baseUrl}/mcp`,
    `  Database      ${withoutPassword(config.databaseUrl)}`,
    ...mailLines(config),
    "",
    ...stepsOf(config, next),
    "Teams, people, keys, projects and backups: npm run --silent admin -- help",
    "",
  ];
}

function mailLines({ mailIn }: Config): readonly string[] {
  if (mailIn === null) return [];
  const { host, port, domain } = mailIn;
  return [`  Receipts      by mail at ${domain}, port ${port} of ${host}`];
}

function stepsOf({ baseUrl }: Config, next: NextSteps): readonly string[] {
  if (next === "none") return [];
  if (!("setUpAt" in next)) return [...demoSteps(baseUrl, next), ""];
  return [
    "No account exists yet. Set the server up with this link, which works once and for 24 hours:",
    "",
    `  ${next.setUpAt}`,
    "",
    "Or do it in another terminal, with a key to begin with:",
    "",
    '  npm run --silent admin -- team:create --name "My team" --owner-email you@example.com',
    "  npm run --silent admin -- key:create --user you@example.com --name Assistant --preset all",
    "",
    "Or look around in a team full of examples: npm start -- --demo",
    "",
  ];
}
