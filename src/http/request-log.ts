import { AsyncLocalStorage } from "node:async_hooks";
import type { MiddlewareHandler, Context as Http } from "hono";
import { routePath } from "hono/route";
import type { Logger } from "pino";
import type { Exchange } from "./exchange.ts";

/** Details of a call for its log line; never a secret or request data. */
type Note = { readonly credential: string | null; readonly tool: string | null };

export type RequestLog = {
  readonly middleware: MiddlewareHandler;
  readonly logged: (exchange: Exchange, route: string) => Exchange;
  /** Adds to the line of the request under way; of a batch, its last call stands there. */
  readonly note: (note: Note) => void;
};

/** Logs one line per request at level debug; null at higher levels, where it would only cost time. */
export function requestLog(log: Logger, clock: () => number): RequestLog | null {
  if (!log.isLevelEnabled("debug")) return null;
  const requests = new AsyncLocalStorage<{ note: Note }>();
  const line = async <Answer extends { readonly status: number }>(
    method: string,
    answer: () => Promise<Answer>,
    route: () => string,
  ): Promise<Answer> => {
    const request = { note: { credential: null, tool: null } };
    const start = clock();
    const answered = await requests.run(request, answer);
    const { status } = answered;
    const ms = clock() - start;
    log.debug({ method, route: route(), status, ms, ...request.note }, "request");
    return answered;
  };
  return {
    middleware: async (http, next) => {
      const answer = async () => {
        await next();
        return http.res;
      };
      await line(http.req.method, answer, () => routeOf(http));
    },
    logged: (exchange, route) => (request) =>
      line(
        request.method,
        () => exchange(request),
        () => route,
      ),
    note: (note) => {
      const request = requests.getStore();
      if (request !== undefined) request.note = note;
    },
  };
}

/** Route of a request for the log, as its pattern: the path itself may hold a pasted secret. */
export function routeOf(http: Http): string {
  const pattern = routePath(http);
  return ANY.has(pattern) ? "(unmatched)" : pattern;
}

const ANY: ReadonlySet<string> = new Set(["", "*", "/*"]);
