import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { pino } from "pino";
import type { Mailer } from "../src/core/mail.ts";
import type { Sources } from "../src/db/context.ts";
import type { FileStore } from "../src/files/file-store.ts";
import { jobsOf } from "../src/jobs/all.ts";
import { type Job, type Jobs, Worker } from "../src/jobs/worker.ts";
import type { PaperReader } from "../src/reading/reader-process.ts";
import { BASE_URL, SECRET, type World } from "./app.ts";

/** The world's database, clock and chance. */
export function sourcesOf(world: World): Sources & { readonly files: FileStore } {
  const { database, files } = world;
  return { database, files, clock: () => Date.parse(world.now), randomBytes };
}

/** The worker of a server with that mail server. */
export function workerOf(world: World, parts: { mailer: Mailer; baseUrl: string }): Worker {
  const jobs = jobsOf({ ...parts, secret: SECRET });
  return new Worker({ ...sourcesOf(world), ...linking, baseUrl: parts.baseUrl, log: silent, jobs });
}

/** The jobs of the server, with a mail server of the test. */
export function jobsWith(
  mailer: Mailer | null,
  reader: Pick<PaperReader, "read"> | null = null,
): Jobs {
  return jobsOf({ mailer, reader, baseUrl: BASE_URL, secret: SECRET });
}

/** Jobs of which the test does the work; without a word on retries there are none. */
export function jobsThat(run: Job["run"], retriesMs: readonly number[] = []): Jobs {
  const invitation_mail = { name: "invitation_mail", retriesMs, run } as const;
  return {
    invitation_mail,
    settlement: null,
    invoice_pdf: null,
    invoice_mail: null,
    read_document: null,
    match_item: null,
    match_joined: null,
    settle_tax: null,
    match_new: null,
  };
}

/** Runs every job that is due, and those that become due by it. */
export async function worked(world: World, jobs: Jobs, log: Logger = silent): Promise<void> {
  const worker = new Worker({ ...sourcesOf(world), ...linking, log, jobs });
  worker.wake();
  await worker.idle();
}

/** Facts of the server of which links are made. */
const linking = { baseUrl: BASE_URL, sealing: { secret: SECRET, isInDatabase: false } };

const silent = pino({ level: "silent" });

/** A log whose lines a test reads. */
export function linesOfLog(): { readonly log: Logger; readonly lines: readonly any[] } {
  const lines: any[] = [];
  const log = pino({ level: "debug" }, { write: (line) => lines.push(JSON.parse(line)) });
  return { log, lines };
}
