import { AsyncLocalStorage } from "node:async_hooks";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";

/** What a door knows of a call, for its line in the log: never a secret, never what was sent. */
type Note = { readonly credential: string | null; readonly tool: string | null };

export type RequestLog = {
  readonly middleware: MiddlewareHandler;
  /** Adds to the line of the request under way; of a batch, its last call stands there. */
  readonly note: (note: Note) => void;
};

/** One line a request at debug; null above that, so that a server that does not log it pays nothing. */
export function requestLog(log: Logger, clock: () => number): RequestLog | null {
  if (!log.isLevelEnabled("debug")) return null;
  const requests = new AsyncLocalStorage<{ note: Note }>();
  return {
    middleware: async (http, next) => {
      const request = { note: { credential: null, tool: null } };
      const start = clock();
      await requests.run(request, next);
      const { method } = http.req;
      const { status } = http.res;
      // A path that leads nowhere may be anything, a key that was pasted there as well.
      const path = status === 404 ? "(unknown)" : http.req.path;
      log.debug({ method, path, status, ms: clock() - start, ...request.note }, "request");
    },
    note: (note) => {
      const request = requests.getStore();
      if (request !== undefined) request.note = note;
    },
  };
}
