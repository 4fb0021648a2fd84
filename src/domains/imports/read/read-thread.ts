import { parentPort, workerData } from "node:worker_threads";
import { Refusal } from "../../../core/errors.ts";
import { readFile } from "./read-file.ts";
import type { Answer, Given } from "./read-in-worker.ts";

const { bytes, options } = given();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await answer());

async function answer(): Promise<Answer> {
  try {
    return { file: await readFile(bytes, options) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, next, path } = error;
    return { refused: { code, message, next, path } };
  }
}

function given(): Given {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the data of a thread has no type
  return workerData;
}
