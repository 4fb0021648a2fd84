import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The bytes that are still in use after the garbage was collected. */
export function heapSize(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
