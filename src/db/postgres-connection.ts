import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { PoolClient, QueryConfig } from "pg";
import { Refusal } from "../core/errors.ts";
import { codeOf, isWithoutAnswer, outcomeUnknown, type Translate } from "./failures.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import { statementNames } from "./prepared-query.ts";

const PATIENCE_MS = 10_000;

/** Pooled connection, leased for one query or transaction; afterwards it refuses queries. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #pool: PostgresPool;
  readonly #translate: Translate;
  /** Pending until PostgreSQL answers the `begin`, then null; stays rejected when that failed. */
  #beginning: Promise<void> | null = null;
  /** True when a statement waits for `#beginning`; later ones must not overtake it. */
  #isHeld = false;
  #ended = false;
  /** First error of a statement; PostgreSQL refuses those behind it in the same packet. */
  #failure: unknown = null;

  constructor(client: PoolClient, pool: PostgresPool, translate: Translate) {
    this.#client = client;
    this.#pool = pool;
    this.#translate = translate;
  }

  /** Closes a connection that may still be in a transaction, which undoes it. */
  giveBack(): void {
    this.#ended = true;
    this.#pool.release(this.#client, this.#client.getTransactionStatus() !== "I");
  }

  /** Begins a transaction, in the round trip of its first statement if that is a `select`. */
  begin(): void {
    this.#beginning = this.#hasBegun();
    // The first statement or the commit reports the failure.
    this.#beginning.catch(() => {});
  }

  async #hasBegun(): Promise<void> {
    try {
      await this.#send({ text: `begin; set local lock_timeout = ${PATIENCE_MS}` });
    } catch (error) {
      throw this.#translate(error);
    }
    this.#beginning = null;
  }

  /** Refuses queries sent while the transaction ends: they would run after it, on their own. */
  async commit(): Promise<void> {
    this.#ended = true;
    await this.#beginning;
    const { command } = await this.#send({ text: "commit" }).catch((error: unknown) => {
      const translated = this.#translate(error);
      throw isWithoutAnswer(error) ? outcomeUnknown(error) : translated;
    });
    // PostgreSQL rolls back a transaction with a failed statement, even when the error was caught.
    if (command !== "COMMIT")
      throw new Error("the transaction was undone: a statement in it had failed");
  }

  async rollback(): Promise<void> {
    this.#ended = true;
    // The error that led here is reported. If this fails too, `giveBack` closes the connection.
    await this.#send({ text: "rollback" }).catch(() => {});
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#isHeld ||= !isSelect(query);
    if (this.#beginning !== null && this.#isHeld) await this.#beginning;
    const name = statementNames.get(query.sql);
    if (this.#ended) throw new Error("a query was sent after its transaction had ended");
    const statement = {
      ...(name === undefined ? {} : { name }),
      text: query.sql,
      values: [...query.parameters],
    };
    try {
      const [{ rows, rowCount }] = await Promise.all([this.#send(statement), this.#beginning]);
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- Kysely's types say what a query answers, the database keeps it
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      this.#failure ??= error;
      const cause = isAborted(error) ? this.#failure : error;
      throw isImpatient(cause) ? busy(cause) : this.#translate(cause);
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("PostgreSQL rows are read at once");
  }

  /** Sends a statement; those of one turn of the event loop leave in one packet. */
  #send(statement: QueryConfig) {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    return this.#client.query(statement);
  }
}

/**
 * Finds the statements that may follow an unanswered `begin`. Should PostgreSQL cancel the `begin`,
 * they run outside the transaction, where a `select` does no harm and a write would stay.
 */
function isSelect({ query }: CompiledQuery): boolean {
  return query.kind === "SelectQueryNode";
}

/** in_failed_sql_transaction */
function isAborted(error: unknown): boolean {
  return codeOf(error) === "25P02";
}

/** lock_not_available, or the pool's error when all of its connections are taken. */
export function isImpatient(error: unknown): boolean {
  const isPools = error instanceof Error && error.message.startsWith("timeout exceeded");
  return isPools || codeOf(error) === "55P03";
}

export function busy(cause: unknown): Refusal {
  return new Refusal({
    code: "busy",
    message: "Other calls hold what this one needs; nothing was saved",
    next: "repeat the call in a few seconds",
    cause,
  });
}
