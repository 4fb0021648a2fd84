import type { ServerResponse } from "node:http";

/** Longest time without the client reading anything while an answer waits. */
const UNREAD_MS = 30_000;

/**
 * Closes the connection of a client that does not read its answer, which is held in memory until then.
 * A call that takes longer before it answers is not affected.
 */
export function closeUnread(outgoing: ServerResponse, milliseconds = UNREAD_MS): void {
  // The timer of `node:net` begins anew whenever the kernel takes a part of what is sent.
  outgoing.setTimeout(milliseconds, () => {
    const { socket } = outgoing;
    if (socket !== null && socket.writableLength > 0) socket.destroy();
  });
}
