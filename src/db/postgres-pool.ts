import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool, type PoolClient, type PoolConfig, types } from "pg";
import { toInstant } from "../shared/time.ts";
import { codeOf } from "./failures.ts";

/** Limits in milliseconds, so that no fault of the server or of the network holds a call for ever. */
export type Limits = {
  /** For opening a connection, or for one that other calls have. */
  readonly connect: number;
  readonly crowded: number;
  readonly statement: number;
  /** For the answer to a statement, held here: a connection that is dead without an end is closed. */
  readonly answer: number;
  /** For a transaction whose client says nothing, held by the server: its locks end then. */
  readonly idleInTransaction: number;
  readonly close: number;
};

export const LIMITS: Limits = {
  connect: 10_000,
  crowded: 5_000,
  statement: 20_000,
  answer: 25_000,
  idleInTransaction: 30_000,
  close: 5_000,
};

export type PoolOptions = {
  readonly url: string;
  readonly connections: number;
  readonly limits: Limits;
  readonly endsStatements: boolean;
  readonly onLost: (error: Error) => void;
  readonly onCrowded: () => void;
};

/** Time after which the kernel asks an idle peer whether it lives; ten questions later the connection ends. */
const KEEP_ALIVE_MS = 10_000;
const RETRY_MS = 200;

export class PostgresPool {
  readonly #pool: Pool;
  readonly #options: PoolOptions;
  readonly #sockets = new Set<Socket>();

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#pool = new Pool({ ...configOf(options), stream: () => this.#socket() });
    // A restarting server ends its connections; without listeners that would end this process too.
    this.#pool.on("error", (error: Error) => {
      if (!this.#pool.ending) options.onLost(error);
    });
    // On a connection in use, the running query fails with the same error.
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  get size(): number {
    return this.#pool.totalCount;
  }

  /** Retries for a while when the server has no connection left, or is starting. */
  async connect(): Promise<PoolClient> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), this.#options.limits.crowded).unref();
    try {
      for (;;) {
        try {
          return await this.#pool.connect();
        } catch (error) {
          if (!isCrowded(error) || patience.signal.aborted) throw error;
          this.#options.onCrowded();
          await sleep(RETRY_MS);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param isBroken closes the connection, which undoes a transaction that is still open */
  release(client: PoolClient, isBroken: boolean): void {
    client.release(isBroken || this.size > this.#pool.options.max);
  }

  /** Sets the most connections; those beyond are closed, each as soon as no call has it. */
  resize(connections: number): void {
    this.#pool.options.max = connections;
    const excess = Math.min(this.size - connections, this.#pool.idleCount);
    for (let count = 0; count < excess; count += 1)
      this.#pool.connect().then(
        (client) => client.release(true),
        () => {},
      );
  }

  async close(): Promise<void> {
    const patience = Promise.withResolvers<null>();
    const timer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
      patience.resolve(null);
    }, this.#options.limits.close);
    await Promise.race([this.#ended(), patience.promise]);
    clearTimeout(timer);
  }

  /** The pool forgets a connection before its goodbye is sent and answered. */
  async #ended(): Promise<void> {
    await this.#pool.end();
    await Promise.all([...this.#sockets].map(closed));
  }

  #socket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    return socket;
  }
}

async function closed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<null>();
  socket.once("close", () => resolve(null));
  await promise;
}

function configOf({ url, connections, limits, endsStatements }: PoolOptions): PoolConfig {
  const ends = {
    statement_timeout: limits.statement,
    query_timeout: limits.answer,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
  };
  return {
    connectionString: withCheckedMode(url),
    max: connections,
    pipeline: true,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(endsStatements ? ends : {}),
    types: POSTGRES_TYPES,
  };
}

/** Modes that the driver takes as verify-full today, with a warning of several lines about tomorrow. */
const CHECKED_MODE = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

function withCheckedMode(url: string): string {
  return url.includes("uselibpqcompat=true") ? url : url.replace(CHECKED_MODE, "$1verify-full");
}

/** too_many_connections, cannot_connect_now. */
function isCrowded(error: unknown): boolean {
  return ["53300", "57P03"].includes(codeOf(error));
}

/** Rows look the same as SQLite's: days and instants are text, counts and sums are numbers. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.DATE, (text) => text],
  [types.builtins.TIMESTAMPTZ, instantOfTimestamp],
  [types.builtins.INT8, Number],
  [types.builtins.NUMERIC, Number],
]);

const POSTGRES_TYPES = {
  getTypeParser(oid: number): (text: string) => unknown {
    // oxlint-disable-next-line typescript/no-unsafe-return -- the driver declares its parsers as any
    return PARSERS.get(oid) ?? types.getTypeParser(oid);
  },
};

/** `2026-11-21 08:30:00.5+00`: an offset has two digits, or five where a zone has minutes. */
function instantOfTimestamp(text: string): string {
  return toInstant(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}
