import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";

/** In milliseconds. */
type Times = {
  readonly request?: number;
  readonly look?: number;
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

const UNREAD_MS = 30_000;

/**
 * Closes the connection of a client that does not read its answer, which is held in memory until
 * then. A call may take longer before it answers.
 */
export function closeUnread(outgoing: ServerResponse, milliseconds = UNREAD_MS): void {
  // The timer of `node:net` begins anew whenever the kernel takes a part of what is sent.
  outgoing.setTimeout(milliseconds, () => {
    const { socket } = outgoing;
    if (socket !== null && socket.writableLength > 0) socket.destroy();
  });
}
