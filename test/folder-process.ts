import { randomBytes } from "node:crypto";
import { kill, pid } from "node:process";
import { connect } from "../src/db/connect.ts";
import { FileStore, type WriteStep } from "../src/files/file-store.ts";
import type { ClaimStep } from "../src/files/inbox-folder.ts";
import { InboxFolder } from "../src/jobs/inbox-folder.ts";

export type FolderProcess = {
  readonly url: string;
  /** Of the bytes. */
  readonly store: string;
  readonly folder: string;
  readonly step: ClaimStep | WriteStep | "kept";
};

/** Takes what is in an inbox folder, and kills itself at a step, as a machine does that loses its power. */
async function takeAndDie({ url, store, folder, step }: FolderProcess): Promise<void> {
  const dieAt = (reached: FolderProcess["step"]) => {
    if (reached === step) kill(pid, "SIGKILL");
  };
  const limits = { largest: 2 ** 20, teamLimit: 2 ** 30, reserve: 0 };
  const given = { clock: Date.now, randomBytes };
  const files = new FileStore({ folder: store, ...limits, ...given, draw: null, onStep: dieAt });
  const database = await connect(url, { onIdleError: () => {} });
  const log = { warn: () => {}, error: () => {} };
  const inbox = new InboxFolder({ ...given, database, files, folder, log, onStep: dieAt });
  await inbox.look();
  await inbox.look();
  await database.close();
}

await takeAndDie(JSON.parse(process.argv[2] ?? ""));
