import type { Logger } from "pino";
import { Refusal } from "../core/errors.ts";

export type Translate = (error: unknown) => unknown;

export function translator(report: (error: Error) => void): Translate {
  return (error) => {
    const refusal = unavailable(error);
    if (refusal === null || !(error instanceof Error)) return error;
    report(error);
    return refusal;
  };
}

function unavailable(cause: unknown): Refusal | null {
  if (!(cause instanceof Error) || cause instanceof Refusal) return null;
  const found = FAILURES.find(([, matches]) => matches(cause));
  if (found === undefined) return null;
  const [message, , next] = found;
  return new Refusal({
    code: "unavailable",
    message: `${message}; nothing was saved`,
    next,
    cause,
  });
}

export function heldOutside(cause?: unknown): Refusal {
  return new Refusal({
    code: "busy",
    message: "Another process is writing to the database; nothing was saved",
    next: "repeat the call in a few seconds",
    cause,
  });
}

export class DatabaseMoved extends Error {
  constructor(file: string, isLog: boolean, cause?: unknown) {
    const next = isLog
      ? "stop the server, which puts what was saved into the database, and start it again"
      : "move the file back, or stop the server and restore a backup";
    super(
      `${file} was removed or replaced while the server runs, so that nothing is saved; ${next}`,
      { cause },
    );
    this.name = "DatabaseMoved";
  }
}

export function outcomeUnknown(cause: unknown): Refusal {
  return new Refusal({
    code: "outcome_unknown",
    message:
      "The connection to the database was lost while this was being saved, so it may or may not have been done",
    next: "look at what is there before you repeat it",
    cause,
  });
}

/**
 * Holds for a `commit` that failed without an answer, on a connection that the database still
 * served.
 */
export function isWithoutAnswer(error: unknown): boolean {
  if (!(error instanceof Error) || NOT_SENT.test(error.message)) return false;
  return !("severity" in error) || /^(08|57P)/.test(codeOf(error));
}

function kindOfFailure(error: Error): string {
  if ("errcode" in error) return `SQLite ${String(error.errcode)}`;
  return codeOf(error) || error.message;
}

/** Errors of `pg` for statements that it did not send. */
const NOT_SENT = /^Client .* is not queryable$/;

const TIMEOUTS = new Set(["Query read timeout", "57014"]);

/** Classes and codes of PostgreSQL, appendix A: connection lost, resources gone, server stops or starts, I/O. */
const AWAY = /^(08...|53...|57P0.|25P03|58030)$/;
const READ_ONLY = /^(25006|53100)$/;
/** Errors of the network, and of a process without free file descriptors. */
const NETWORK =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN|RESET)|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE)$/;
const CONNECTION = /^(Connection terminated|Client .* is not queryable|timeout expired)/;

/** Primary result codes: busy, and a protocol of locks that failed. */
const SQLITE_AWAY = new Set([5, 15]);
/** Read-only, I/O error, full disk, a file that cannot be opened. */
const SQLITE_UNWRITABLE = new Set([8, 10, 13, 14]);

const LATER = "repeat the call in a few seconds";

const FAILURES: readonly (readonly [
  message: string,
  matches: (error: Error) => boolean,
  next: string,
])[] = [
  [
    "The database took too long",
    (error) => TIMEOUTS.has(error.message) || TIMEOUTS.has(codeOf(error)),
    LATER,
  ],
  [
    "The database is not at its place",
    (error) => error instanceof DatabaseMoved,
    "tell whoever runs the server",
  ],
  [
    "The database cannot be written at the moment",
    (error) => READ_ONLY.test(codeOf(error)) || SQLITE_UNWRITABLE.has(sqliteCodeOf(error)),
    "repeat the call later, and tell whoever runs the server if it goes on",
  ],
  [
    "The database is not available at the moment",
    (error) =>
      AWAY.test(codeOf(error)) ||
      NETWORK.test(codeOf(error)) ||
      CONNECTION.test(error.message) ||
      SQLITE_AWAY.has(sqliteCodeOf(error)),
    LATER,
  ],
];

/** Code of PostgreSQL or of the system; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** Primary result code; SQLite's extended codes have more in their higher bits. 0 for other errors. */
export function sqliteCodeOf(error: unknown): number {
  return extendedCodeOf(error) & 0xff;
}

export function extendedCodeOf(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
}

const EVERY_MS = 60_000;

/**
 * Logs a failure of the database with its stack when its kind is new, and then one line a minute with
 * the count. A kind that has not been met for a minute is new again.
 */
export class FailureLog {
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #counts = new Map<string, number>();

  constructor(log: Logger, { everyMs = EVERY_MS } = {}) {
    this.#log = log;
    this.#everyMs = everyMs;
  }

  readonly note = (error: Error): void => {
    const kind = kindOfFailure(error);
    const count = this.#counts.get(kind);
    this.#counts.set(kind, (count ?? -1) + 1);
    if (count !== undefined) return;
    this.#log.error(
      { err: error, kind },
      "the database was not available; further failures of this kind are counted",
    );
    const timer = setInterval(() => {
      if (!this.#tell(kind)) clearInterval(timer);
    }, this.#everyMs).unref();
  };

  #tell(kind: string): boolean {
    const count = this.#counts.get(kind) ?? 0;
    if (count === 0) {
      this.#counts.delete(kind);
      return false;
    }
    this.#counts.set(kind, 0);
    this.#log.error({ kind, count }, "the database was not available");
    return true;
  }
}

export function isConstraintViolation(error: unknown): boolean {
  // PostgreSQL: class 23. SQLite: SQLITE_CONSTRAINT.
  return codeOf(error).startsWith("23") || sqliteCodeOf(error) === 19;
}

type Unique = { readonly table: string; readonly columns: readonly string[] };

/** True when another row has the same values in the columns of a unique constraint without a name of its own. */
export function isTakenIn({ table, columns }: Unique, error: unknown): boolean {
  if (!isConstraintViolation(error) || !(error instanceof Error)) return false;
  const paths = columns.map((column) => `${table}.${column}`);
  return "constraint" in error
    ? error.constraint === [table, ...columns, "key"].join("_")
    : error.message === `UNIQUE constraint failed: ${paths.join(", ")}`;
}
