import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runtimes } from "./places.mjs";

/**
 * Hands `build` an empty folder and removes it afterwards. A finished install is renamed into
 * place, so an interrupted one leaves nothing half done, and two at once need no lock: they only do
 * the work twice.
 */
export function assemble(build) {
  removeAbandoned();
  const folder = join(runtimes, `partial-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    build(folder);
  } finally {
    remove(folder);
  }
}

/** Renames `source` to `target`; `isDone` tells if another process was faster. */
export function moveIntoPlace(source, target, isDone) {
  if (isDone()) return;
  try {
    if (existsSync(target)) renameSync(target, `${source}.old`);
    renameSync(source, target);
  } catch (error) {
    if (isDone()) return;
    throw new Error(`${target} can't be replaced (${error.message}).`, { cause: error });
  }
}

function removeAbandoned() {
  if (!existsSync(runtimes)) return;
  for (const name of readdirSync(runtimes)) {
    const owner = /^partial-(\d+)$/.exec(name)?.[1];
    if (owner && !isRunning(Number(owner))) remove(join(runtimes, name));
  }
}

function isRunning(pid) {
  // A folder with our process id is left from a former process.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
