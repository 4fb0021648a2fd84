import { once } from "node:events";
import { connect, type Socket } from "node:net";

const END_OF_HEAD = "\r\n\r\n";
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * Keep-alive connection that sends raw requests and parses only enough HTTP/1.1 to find the end of
 * an answer: other clients cost more than the servers under test.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #missing: number | "last chunk" | null = null;
  #waiting: PromiseWithResolvers<Buffer> | null = null;
  #failure: Error | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (piece) => this.#read(piece));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the server closed the connection")));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new Connection(socket);
  }

  /** Answers head and body. One request at a time. */
  async exchange(request: Buffer): Promise<Buffer> {
    if (this.#failure !== null) throw this.#failure;
    this.#waiting = Promise.withResolvers();
    this.#socket.write(request);
    return this.#waiting.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
  }

  #read(piece: Buffer): void {
    this.#received.push(piece);
    if (this.#missing === null) this.#missing = missingAfter(piece);
    else if (typeof this.#missing === "number") this.#missing -= piece.length;
    const isWhole =
      this.#missing === "last chunk" ? piece.subarray(-5).equals(LAST_CHUNK) : this.#missing <= 0;
    if (!isWhole) return;
    const answer = this.#received.length === 1 ? piece : Buffer.concat(this.#received);
    this.#received = [];
    this.#missing = null;
    this.#waiting?.resolve(answer);
  }
}

/** Bytes missing after the first chunk. Servers on this machine send a head in one piece. */
function missingAfter(piece: Buffer): number | "last chunk" {
  const end = piece.indexOf(END_OF_HEAD);
  if (end < 0) throw new Error("the head of an answer came in pieces");
  const length = /\r\ncontent-length: *(\d+)/i.exec(piece.toString("latin1", 0, end))?.[1];
  if (length === undefined) return "last chunk";
  return end + END_OF_HEAD.length + Number(length) - piece.length;
}
