import {
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  sql,
} from "kysely";
import type { Begin, Database, PostgresOptions } from "./connect.ts";
import { codeOf, type Translate, translator } from "./failures.ts";
import { migrate } from "./migrate.ts";
import { busy, isImpatient, PostgresConnection } from "./postgres-connection.ts";
import { PostgresPool, LIMITS, type PoolOptions } from "./postgres-pool.ts";
import type { Db, Schema } from "./schema/schema.ts";

type Postgres = { readonly db: Kysely<Schema>; readonly begin: Begin };

export function openPostgres(pool: PostgresPool, translate: Translate): Postgres {
  const dialect = postgresDialect(new PostgresDriver(pool, translate));
  const db = new Kysely<Schema>({ dialect });
  return { db, begin: (work) => inTransaction(db, dialect, work) };
}

/**
 * Runs the work in a transaction. Kysely's own transaction sends one statement after the other. This
 * one sends the statements of a `Promise.all` in one round trip, in the order of the calls.
 */
async function inTransaction<T>(
  pool: Kysely<Schema>,
  dialect: Dialect,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return pool.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof PostgresConnection))
      throw new TypeError("the pool gave a connection of another kind");
    const executor = pool
      .getExecutor()
      .withConnectionProvider({ provideConnection: (use) => use(connection) });
    const props = { config: { dialect }, dialect, driver: dialect.createDriver(), executor };
    connection.begin();
    try {
      const result = await work(new Transaction<Schema>(props));
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  });
}

function postgresDialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PostgresDriver implements Driver {
  readonly #pool: PostgresPool;
  readonly #translate: Translate;

  constructor(pool: PostgresPool, translate: Translate) {
    this.#pool = pool;
    this.#translate = translate;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#pool, this.#translate);
    } catch (error) {
      throw isImpatient(error) ? busy(error) : this.#translate(error);
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.giveBack();
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    connection.begin();
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.close();
  }
}

const CONNECTIONS = 20;

export async function connectPostgres(url: string, options: PostgresOptions): Promise<Database> {
  const { connections = CONNECTIONS, onIdleError, onFailure = () => {} } = options;
  const common = { url, limits: { ...LIMITS, ...options.limits }, onLost: onIdleError };
  const translate = translator(onFailure);
  const migrated = options.state === "as it is" ? [] : await migrateAlone(common);

  // Two pools, so that calls waiting for row locks do not keep others from reading.
  const pools = shared(connections, { ...common, endsStatements: true });
  const [reader, writer] = [openPostgres(pools[0], translate), openPostgres(pools[1], translate)];
  let version = 0;
  return {
    dialect: "postgres",
    migrated,
    reader: reader.db,
    version: () => version,
    begin: async (work) => {
      try {
        return await retried(() => writer.begin(work));
      } finally {
        // A failed transaction may have been committed all the same.
        version += 1;
      }
    },
    tryWrite: () => undone(writer.begin),
    heldLog: () => null,
    close: async () => {
      await Promise.all([reader.db.destroy(), writer.db.destroy()]);
    },
  };
}

/** Migrates on a connection without limits, which is closed before others are opened. */
async function migrateAlone(
  common: Pick<PoolOptions, "url" | "limits" | "onLost">,
): Promise<readonly string[]> {
  const pool = new PostgresPool({
    ...common,
    connections: 1,
    endsStatements: false,
    onCrowded: () => {},
  });
  const { db } = openPostgres(pool, (error) => error);
  try {
    return await migrate(db);
  } finally {
    await db.destroy();
  }
}

const FEWER_MS = 5_000;

/**
 * Makes two pools with half of the connections each. When the server has no connection left, each
 * pool is limited to half of the connections that are open. The limit ends after five seconds.
 */
function shared(
  connections: number,
  options: Omit<PoolOptions, "connections" | "onCrowded">,
): readonly [PostgresPool, PostgresPool] {
  const most = Math.max(1, Math.floor(connections / 2));
  let timer: NodeJS.Timeout | null = null;
  const onCrowded = () => {
    const have = pools.reduce((sum, { size }) => sum + size, 0);
    for (const pool of pools) pool.resize(Math.min(most, Math.max(1, Math.floor(have / 2))));
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      for (const pool of pools) pool.resize(most);
    }, FEWER_MS).unref();
  };
  const newPool = () => new PostgresPool({ ...options, connections: most, onCrowded });
  const pools = [newPool(), newPool()] as const;
  return pools;
}

const ATTEMPTS = 5;
/** serialization_failure and deadlock_detected: PostgreSQL asks for a retry. */
const RUN_AGAIN = new Set(["40001", "40P01"]);

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!RUN_AGAIN.has(codeOf(error)) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Locks a row, which writes to its page but makes no new row, and undoes it. A standby and a database
 * that only reads refuse it.
 */
async function undone(begin: Database["begin"]): Promise<void> {
  const undo = new Error("undo");
  try {
    await begin(async (db: Db) => {
      await sql`select name from migrations order by name limit 1 for update skip locked`.execute(
        db,
      );
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
}
