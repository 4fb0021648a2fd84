import { isPassing } from "../core/errors.ts";
import type { Database } from "./connect.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 4_000;

/** Tells whether the database can be written. It tries this at most every two seconds. */
export function readinessOf(
  database: Database,
  report: (error: unknown) => void,
  { freshMs = FRESH_MS, patienceMs = PATIENCE_MS } = {},
): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null;
  let wasWritable = true;
  return () => {
    if (answer !== null) return answer;
    const tried = isWritable(database, report, wasWritable);
    void tried.then((isNow) => (wasWritable = isNow));
    const asked = inTime(tried, patienceMs);
    answer = asked;
    void asked.finally(() => {
      setTimeout(() => {
        answer = null;
      }, freshMs).unref();
    });
    return asked;
  };
}

/** @param before what the last try has shown, which stands while others keep the database busy */
async function isWritable(
  database: Database,
  report: (error: unknown) => void,
  before: boolean,
): Promise<boolean> {
  try {
    await database.tryWrite();
    return true;
  } catch (error) {
    // A server under load is not taken out: that would leave its load to the others. Nor does one come back by load.
    if (isPassing(error)) return error.code === "busy" && before;
    report(error);
    return false;
  }
}

async function inTime(answer: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), milliseconds);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
