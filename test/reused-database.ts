import type { Client } from "pg";
import { addressOf, connected, createOnServer, onServer, POSTGRES } from "./postgres.ts";
import { deletionFrom } from "./rows.ts";
import type { Run } from "./run.ts";
import { shapeOf } from "./schema-shape.ts";

type Template = NonNullable<Run["templates"]["postgres"]>;

/** Numbers of the databases that worlds of this process have open. */
const taken = new Set<number>();

/**
 * Gives a database that no other world uses, with all tables and no rows. It is one that an earlier file of the run
 * used, when there is one: to empty it takes 5 ms, to copy the template and to drop it 400 ms and more.
 */
export async function takeDatabase(
  { prefix, slot }: Run,
  template: Template,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => index);
  const number = numbers.find((number) => !taken.has(number)) ?? taken.size;
  taken.add(number);
  const name = `${prefix}_${slot}_${number}`;
  if (!(await isReady(name, template))) {
    await onServer(`drop database if exists ${name} with (force)`);
    await createOnServer(name, template.name);
  }
  return { url: addressOf(name), drop: async () => void taken.delete(number) };
}

/** Empties the database; false when there is none, or when a test has changed its tables. */
async function isReady(name: string, { shape }: Template): Promise<boolean> {
  const isThere = await connected(POSTGRES, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    return rowCount === 1;
  });
  if (!isThere) return false;
  return connected(addressOf(name), async (client) => {
    await client.query(END_OTHERS);
    if ((await shapeOf(client)) !== shape) return false;
    await empty(client);
    return true;
  });
}

/** A process that was stopped may have left a transaction open. */
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

async function empty(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
  );
  await client.query(deletionFrom(rows.map(({ tablename }): string => tablename)));
}
