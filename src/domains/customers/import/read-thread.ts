import { readForCaller } from "../../../core/file-thread.ts";
import { parseRows } from "./read-rows.ts";

await readForCaller(parseRows);
