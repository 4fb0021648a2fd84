import { randomBytes } from "node:crypto";
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "../../test/run.ts";
import { dropDatabases, makeTemplates } from "../../test/templates.ts";

/** File system in memory: databases of tests need not survive a crash. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/** Does work with the places that test files share, and removes them. */
export async function inRun<T>(work: (run: Omit<Run, "slot">) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), "ledgerport-run-"));
  const prefix = `ledgerport_run_${randomBytes(6).toString("hex")}`;
  try {
    return await work({ folder, prefix, templates: await makeTemplates(folder, prefix) });
  } finally {
    await dropDatabases(prefix);
    rmSync(folder, { recursive: true });
  }
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return false;
  }
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM_BYTES;
}
