import { AsyncLocalStorage } from "node:async_hooks";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { Exchange } from "./exchange.ts";

/** Details of a call for its log line; never a secret or request data. */
type Note = { readonly credential: string | null; readonly tool: string | null };

export type RequestLog = {
  readonly middleware: MiddlewareHandler;
  readonly logged: (exchange: Exchange, path: string) => Exchange;
  /** Adds to the line of the request under way; of a batch, its last call stands there. */
  readonly note: (note: Note) => void;
};

/** Logs one line per request at level debug; null at higher levels, where it would only cost time. */
export function requestLog(log: Logger, clock: () => number): RequestLog | null {
  if (!log.isLevelEnabled("debug")) return null;
  const requests = new AsyncLocalStorage<{ note: Note }>();
  const line = async <Answer extends { readonly status: number }>(
    { method, path }: { readonly method: string; readonly path: string },
    answer: () => Promise<Answer>,
  ): Promise<Answer> => {
    const request = { note: { credential: null, tool: null } };
    const start = clock();
    const answered = await requests.run(request, answer);
    const { status } = answered;
    // An unknown path may hold anything, even a pasted key.
    const known = status === 404 ? "(unknown)" : path;
    log.debug({ method, path: known, status, ms: clock() - start, ...request.note }, "request");
    return answered;
  };
  return {
    middleware: async (http, next) => {
      await line({ method: http.req.method, path: http.req.path }, async () => {
        await next();
        return http.res;
      });
    },
    logged: (exchange, path) => (request) =>
      line({ method: request.method, path }, () => exchange(request)),
    note: (note) => {
      const request = requests.getStore();
      if (request !== undefined) request.note = note;
    },
  };
}
