import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";

export type Call = { readonly method: string; readonly params?: object };

export type Job = {
  readonly port: number;
  /** Each connection repeats all sequences; the calls of one follow each other. */
  readonly sequences: readonly (readonly Call[])[];
  /** API keys, one for each connection. */
  readonly keys: readonly string[];
  readonly seconds: number;
};

/** Result of a job. Latencies are in milliseconds. */
export type Measured = {
  readonly callsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of time in which the generator was busy: near 1 it measured itself. */
  readonly generatorBusy: number;
};

/** Calls servers from a process of its own. */
export class LoadGenerator {
  readonly #process: ChildProcess = fork(fileURLToPath(import.meta.url));
  #answer = Promise.withResolvers<Measured>();

  constructor() {
    this.#process.on("message", (measured: Measured) => this.#answer.resolve(measured));
    this.#process.on("exit", () => this.#answer.reject(new Error("the load generator ended")));
  }

  /**
   * Measures all in turn, round by round, so that other load on the machine affects them alike. A
   * first round warms up and does not count.
   */
  async inTurns<Name>(
    jobs: ReadonlyMap<Name, Job>,
    rounds: number,
  ): Promise<ReadonlyMap<Name, readonly Measured[]>> {
    const measured = new Map([...jobs.keys()].map((name): [Name, Measured[]] => [name, []]));
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, job] of jobs) {
        const answer = await this.#measure(job);
        if (round > 0) measured.get(name)?.push(answer);
      }
    }
    return measured;
  }

  async #measure(job: Job): Promise<Measured> {
    this.#answer = Promise.withResolvers();
    this.#process.send(job);
    return this.#answer.promise;
  }

  stop(): void {
    this.#process.disconnect();
  }
}

// The process's side.
if (import.meta.main)
  process.on("message", (job: Job) => {
    void measure(job).then((measured) => process.send?.(measured));
  });

/** Calls for the given time, one call at a time on a connection for each key. */
async function measure({ port, sequences, keys, seconds }: Job): Promise<Measured> {
  const clients = await Promise.all(
    keys.map(async (key, index) => ({
      connection: await Connection.open(port),
      sequences: sequences.map((calls) => calls.map((call) => requestOf(key, call))),
      // Different for each connection, so that not all ask for the same at once.
      first: index * 7,
    })),
  );
  const latencies: number[] = [];
  const utilization = performance.eventLoopUtilization();
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    clients.map(async ({ connection, sequences, first }) => {
      for (let next = first; performance.now() < end; next += 1)
        for (const request of sequences[next % sequences.length] ?? []) {
          const sent = performance.now();
          const answer = await connection.exchange(request);
          latencies.push(performance.now() - sent);
          requireResult(answer);
        }
    }),
  );
  const taken = (performance.now() - start) / 1000;
  const generatorBusy = performance.eventLoopUtilization(utilization).utilization;
  for (const { connection } of clients) connection.close();
  const sorted = Float64Array.from(latencies).toSorted();
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    callsPerSecond: sorted.length / taken,
    p50: percentile(0.5),
    p99: percentile(0.99),
    generatorBusy,
  };
}

function requestOf(key: string, call: Call): Buffer {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, params: {}, ...call });
  const headers = {
    ...headersOf(key),
    Host: "127.0.0.1",
    "Content-Length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

export function headersOf(key: string) {
  return {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
  };
}

/** @throws Error unless the answer is a result without a tool's error. */
function requireResult(answer: Buffer): void {
  const isResult = answer.includes('"result":') && !answer.includes('"isError":true');
  if (!isResult || answer.toString("latin1", 0, 12) !== "HTTP/1.1 200")
    throw new Error(`an answer is no result\n\n${answer.toString()}`);
}

const END_OF_HEAD = "\r\n\r\n";
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * Keep-alive connection that parses only enough HTTP/1.1 to find the end of an answer: other clients
 * cost more than the servers under test.
 */
class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #missing: number | "last chunk" | null = null;
  #waiting = Promise.withResolvers<Buffer>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (piece) => this.#read(piece));
    socket.on("error", (error) => this.#waiting.reject(error));
    socket.on("close", () => this.#waiting.reject(new Error("the server closed the connection")));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new Connection(socket);
  }

  /** Answers head and body. One request at a time. */
  async exchange(request: Buffer): Promise<Buffer> {
    this.#waiting = Promise.withResolvers();
    this.#socket.write(request);
    return this.#waiting.promise;
  }

  close(): void {
    this.#waiting.promise.catch(() => {});
    this.#socket.destroy();
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
    this.#waiting.resolve(answer);
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
