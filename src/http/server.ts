import { createServer, type RequestListener, type Server } from "node:http";
import { closeUnread } from "./unread.ts";

/** Times in milliseconds. */
type Times = {
  /** For a request, from its first byte to its last. */
  readonly request?: number;
  /** Between two looks for requests that took longer. */
  readonly look?: number;
  /** Without the client reading any of its answer. */
  readonly unread?: number;
};

const REQUEST_MS = 60_000;
const LOOK_MS = 30_000;
/** Longer than a load balancer keeps an idle connection, commonly 60 s, so that it never uses a closed one. */
const KEEP_ALIVE_MS = 70_000;

/**
 * Serves requests within bounds for slow clients.
 * @param isLeaving true once clients should open their next connection elsewhere
 */
export function serverOf(
  listener: RequestListener,
  isLeaving: () => boolean,
  { request = REQUEST_MS, look = LOOK_MS, unread }: Times = {},
): Server {
  const options = { requestTimeout: request, connectionsCheckingInterval: look };
  const server = createServer(options, (incoming, outgoing) => {
    if (isLeaving()) outgoing.setHeader("Connection", "close");
    closeUnread(outgoing, unread);
    listener(incoming, outgoing);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}
