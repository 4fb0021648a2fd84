import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { runAdmin } from "./cli.ts";
import { parseConfig } from "./config.ts";
import { connect } from "./db/connect.ts";
import { serve } from "./serve.ts";

/**
 * The only reader of the environment, of the command line and of the real clock: it builds
 * everything else. `serve [--demo]` runs the server, `admin …` one admin command.
 */
async function main([door = "serve", ...words]: readonly string[]): Promise<void> {
  const config = parseConfig(process.env);
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
  const database = await connect(config.databaseUrl, {
    onIdleError: (error) => log.warn({ err: error }, "an idle database connection was lost"),
    // A backup is taken of what is there, also right before an update.
    migrate: words[0] !== "backup",
  });
  const sources = { database, clock: Date.now, randomBytes };
  const print = (line: string) => process.stdout.write(`${line}\n`);
  if (door === "admin") {
    const printError = (line: string) => process.stderr.write(`${line}\n`);
    process.exitCode = await runAdmin(
      { ...sources, print, printError, readInput: () => text(process.stdin) },
      words,
    );
    await database.close();
    return;
  }
  const { values } = parseArgs({
    args: [...words],
    options: { demo: { type: "boolean", default: false } },
  });
  const stop = await serve({ ...sources, config, log, print, demo: values.demo });
  // A terminal sends its interrupt to the launcher and to this process: the second one changes nothing.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`Ledgerport does not start: ${reasonOf(error)}\n`);
  process.exit(1);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  if (!(error instanceof Error)) return String(error);
  const isPortTaken = "code" in error && error.code === "EADDRINUSE";
  return isPortTaken
    ? `${error.message}; stop what listens there, or set another PORT`
    : error.message;
}
