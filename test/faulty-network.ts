import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { POSTGRES } from "./postgres.ts";

/** Message of PostgreSQL's protocol that a statement travels in, with its text. */
const COMMIT = Buffer.from("commit");

/** Longer than a transaction may be idle in the tests. */
const KEEPALIVE_MS = 2000;

/** A network between the server and PostgreSQL, with faults that a test switches on. */
export class FaultyNetwork {
  /** Fate of new connections, and of those that are open when something is sent. */
  mode: "works" | "swallows" | "refuses" = "works";
  /** Fate of the next commit: lost on its way, or done, and its answer lost. */
  nextCommit: "works" | "lost" | "done" = "works";
  /** So many commits go well before that one. */
  commitsBefore = 0;
  /** Connections that were opened. */
  opened = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, (near) =>
      this.#join(near),
    );
  }

  static async start(): Promise<FaultyNetwork> {
    const network = new FaultyNetwork();
    network.#server.listen(0, "127.0.0.1");
    await once(network.#server, "listening");
    return network;
  }

  /** The address of a database through this network. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("it does not listen");
    url.hostname = "127.0.0.1";
    url.port = String(address.port);
    return url.href;
  }

  /** Resets every connection that is open. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, "close");
  }

  #join(near: Socket): void {
    this.opened += 1;
    this.#keep(near);
    if (this.mode === "refuses") {
      near.resetAndDestroy();
      return;
    }
    const { hostname, port } = new URL(POSTGRES ?? "");
    // As both ends of a connection do: else a message in parts waits 40 ms for its acknowledgement.
    const far = connect({ port: Number(port || 5432), host: hostname, noDelay: true });
    this.#keep(far);
    // TCP never leaves a gap: a connection that has lost something carries nothing more.
    let isDead = false;
    const carries = () => !(isDead ||= this.mode === "swallows");
    near.on("data", (bytes: Buffer) => {
      if (carries()) this.#send(bytes, near, far);
    });
    far.on("data", (bytes: Buffer) => {
      if (carries()) near.write(bytes);
    });
    near.once("close", () => {
      if (carries()) far.destroy();
      // The keepalive of PostgreSQL's machine finds that nobody is there, after longer in life.
      else setTimeout(() => far.destroy(), KEEPALIVE_MS).unref();
    });
    far.once("close", () => {
      if (carries()) near.destroy();
    });
    near.resume();
  }

  #send(bytes: Buffer, near: Socket, far: Socket): void {
    const fate = bytes.includes(COMMIT) ? this.#fate() : "works";
    if (fate !== "works") this.nextCommit = "works";
    if (fate === "done") {
      far.removeAllListeners("data");
      // The answer comes back this far, and no further.
      far.once("data", () => near.resetAndDestroy());
    }
    if (fate === "lost") near.resetAndDestroy();
    else far.write(bytes);
  }

  #fate(): "works" | "lost" | "done" {
    if (this.nextCommit === "works" || this.commitsBefore === 0) return this.nextCommit;
    this.commitsBefore -= 1;
    return "works";
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // A reset is a fault that the test wants.
    socket.on("error", () => {});
    socket.once("close", () => this.#sockets.delete(socket));
  }
}
