import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to PostgreSQL that counts how often somebody has to wait for its answer. */
export type CountedWay = {
  /** The address of the database by this way. */
  readonly url: string;
  /** Packets that were sent after the answer to those before them, on all connections. */
  readonly roundTrips: () => number;
  readonly close: () => Promise<void>;
};

/** Opens a proxy before the database server of an address. */
export async function countedWay(databaseUrl: string): Promise<CountedWay> {
  let roundTrips = 0;
  const sockets = new Set<Socket>();
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const server = createServer((client) => {
    const database = connect(Number(port || 5432), hostname);
    let isAnswered = true;
    client.on("data", () => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
    });
    database.on("data", () => {
      isAnswered = true;
    });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.once("error", () => other.destroy());
      socket.once("close", () => sockets.delete(socket));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    roundTrips: () => roundTrips,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
