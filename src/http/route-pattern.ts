import type { Context as Http } from "hono";
import { routePath } from "hono/route";

/** Route of a request for the log, as its pattern: the path itself may hold a pasted secret. */
export function routeOf(http: Http): string {
  const pattern = routePath(http);
  return ANY.has(pattern) ? "(unmatched)" : pattern;
}

/** Patterns of what runs for every path. */
const ANY: ReadonlySet<string> = new Set(["", "*", "/*"]);
