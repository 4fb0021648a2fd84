import { join } from "node:path";
import { connect } from "../src/db/connect.ts";
import { addressOf, connected, createOnServer, onServer, POSTGRES } from "./postgres.ts";
import type { Templates } from "./run.ts";
import { shapeOf } from "./schema-shape.ts";

/** Migrates a database of each dialect for a run to copy; none on PostgreSQL without a server. */
export async function makeTemplates(folder: string, prefix: string): Promise<Templates> {
  const sqlite = join(folder, "template.db");
  await migrateAt(`sqlite:${sqlite}`);
  if (POSTGRES === undefined) return { sqlite, postgres: null };
  const name = `${prefix}_template`;
  await createOnServer(name);
  await migrateAt(addressOf(name));
  const shape = await connected(addressOf(name), shapeOf);
  return { sqlite, postgres: { name, shape } };
}

async function migrateAt(url: string): Promise<void> {
  const onIdleError = (error: Error) => {
    throw error;
  };
  const database = await connect(url, { onIdleError });
  await database.close();
}

/** Drops what a run has made on the server, also where one of its processes was stopped. */
export async function dropDatabases(prefix: string): Promise<void> {
  if (POSTGRES === undefined) return;
  const names = await connected(POSTGRES, async (client) => {
    const { rows } = await client.query("select datname from pg_database where datname ^@ $1", [
      prefix,
    ]);
    return rows.map(({ datname }): string => datname);
  });
  await Promise.all(names.map((name) => onServer(`drop database "${name}" with (force)`)));
}
