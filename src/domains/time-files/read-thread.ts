import { readForCaller } from "../../core/file-thread.ts";
import { parseTimeFile } from "./time-file.ts";

await readForCaller(parseTimeFile);
