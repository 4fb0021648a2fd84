import { readForCaller } from "../../../core/file-thread.ts";
import { readFile } from "./read-file.ts";

await readForCaller(readFile);
