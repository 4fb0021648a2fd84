import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A Redis whose keys tests may add to: each test has keys of its own. */
const REDIS = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

/** Address of the Redis, or null where none answers. */
export async function reachableRedis(): Promise<string | null> {
  const { hostname, port } = new URL(REDIS);
  const socket = connect(Number(port || 6379), hostname);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(1_000) });
    return REDIS;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

export const NO_REDIS = `no Redis answers at ${REDIS}: TEST_REDIS_URL names another`;

/** A name of a limit that no other test has. */
export function newLimitName(): string {
  return `test ${randomUUID()}`;
}

/** A way to Redis that a test cuts, and mends. */
export async function breakableWay(to: string) {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port || 6379), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => other.destroy());
      socket.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${address.port}`,
    cut,
    /** Keeps the connections open, and passes nothing on. */
    hang: () => {
      for (const socket of sockets) socket.unpipe();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
