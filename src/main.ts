import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { type Logger, pino } from "pino";
import { runAdmin } from "./admin/cli.ts";
import { type Config, misspeltSettings, parseConfig } from "./config.ts";
import { Refusal } from "./core/errors.ts";
import { connect, type State } from "./db/connect.ts";
import { heldLogWords } from "./db/database-file.ts";
import { FailureLog } from "./db/failures.ts";
import { unusable } from "./db/unusable.ts";
import { serve, type Stop } from "./serve.ts";

/**
 * Reads the environment, the command line and the real clock, which nothing else does, and builds
 * everything else. `serve [--demo]` runs the server, `admin …` one admin command.
 */
async function main([door = "serve", ...words]: readonly string[]): Promise<void> {
  if (door === "admin") process.exitCode = await admin(words);
  else await startServer(words);
}

const SERVE_HELP = `Usage: npm start -- [--demo]

  --demo    fill a team with examples first, or keep the one there is, and print a key for it

docs/operating.md lists the settings. The admin commands: npm run --silent admin -- help`;

const FOLDER = join(import.meta.dirname, "..");
const sources = { clock: Date.now, randomBytes };

function admin(words: readonly string[]): Promise<number> {
  const settings = () => parseConfig(process.env, FOLDER);
  return runAdmin(
    {
      ...sources,
      settings,
      open: (state) => openDatabase(settings(), logOf(settings()), state),
      print,
      printError: (line) => process.stderr.write(`${line}\n`),
      readInput: () => text(process.stdin),
      isTerminal: process.stdin.isTTY || process.stdout.isTTY,
      fetch,
    },
    words,
  );
}

async function startServer(words: readonly string[]): Promise<void> {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        // npm takes an option before -- for itself, and passes it in the environment.
        demo: { type: "boolean", default: process.env["npm_config_demo"] === "true" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) {
      print(SERVE_HELP);
      return;
    }
    const config = parseConfig(process.env, FOLDER);
    const log = logOf(config);
    for (const { name, meant } of misspeltSettings(process.env))
      log.warn({ name, meant }, `${name} is no setting, and is ignored; ${meant} is one`);
    const database = await openDatabase(config, log, "up to date");
    const isTerminal = process.stderr.isTTY;
    const parts = { ...sources, database, config, log, print, isTerminal, demo: values.demo };
    await serve({ ...parts, onceUp: (stop) => heedSignals(stop, log) }).catch(
      async (error: unknown) => {
        await database.close();
        throw unusable(config.databaseUrl, error) ?? error;
      },
    );
  } catch (error) {
    process.stderr.write(`Ledgerport does not start: ${reasonOf(error)}\n`);
    process.exit(1);
  }
}

const LONGEST_STOP_MS = 30_000;

/**
 * Stops at a signal, and at the end of the launcher, which may have been killed. A terminal sends its
 * interrupt to the launcher and to this process: a second signal of a kind changes nothing.
 */
function heedSignals(stop: Stop, log: Logger): void {
  const heed = (how: Parameters<Stop>[0]) => () => {
    setTimeout(() => {
      log.error("the server did not stop in 30 seconds, and is ended");
      process.exit(1);
    }, LONGEST_STOP_MS).unref();
    void stop(how);
  };
  process.on("SIGTERM", heed("drain"));
  process.on("SIGINT", heed("now"));
  process.on("disconnect", heed("now"));
  // A listener alone would keep this process from ending.
  process.channel?.unref();
}

function openDatabase(config: Config, log: Logger, state: State) {
  return connect(config.databaseUrl, {
    onIdleError: (error) =>
      log.warn({ reason: error.message }, "an idle database connection was lost"),
    onFailure: new FailureLog(log).note,
    onHeldLog: (bytes) => {
      const { problem, fix } = heldLogWords(bytes);
      log.warn({ bytes }, `${problem} ${fix}`);
    },
    connections: config.databaseConnections,
    state,
  });
}

function logOf({ logLevel }: Config): Logger {
  return pino(
    { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.sentence;
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

await main(process.argv.slice(2));
