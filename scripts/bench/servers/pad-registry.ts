import { tools } from "../../../src/mcp/registry.ts";
import { padded } from "./padding.ts";

// Loaded before src/main.ts with --import, so that the server itself is measured with BENCH_TOOLS
// tools. The registry is read when the server starts, so it is extended in place.
const count = Number(process.env["BENCH_TOOLS"]);
Reflect.apply(Array.prototype.push, tools, padded(tools, count).slice(tools.length));
