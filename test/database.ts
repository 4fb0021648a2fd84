import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Dialect } from "../src/db/dialect.ts";
import { addressOf, createOnServer, onServer } from "./postgres.ts";
import { takeDatabase } from "./reused-database.ts";
import { RUN } from "./run.ts";

export type TestDatabase = { readonly url: string; readonly drop: () => Promise<void> };

/** Makes an empty database: a file, or a database with a random name on the test server. */
export function createDatabase(dialect: Dialect): Promise<TestDatabase> {
  return dialect === "sqlite" ? createFile() : createNamed();
}

/**
 * Gives a database with all tables and no rows. Where a run of `npm test` has no template it is an empty one, which
 * connecting migrates.
 */
export function migratedDatabase(dialect: Dialect): Promise<TestDatabase> {
  if (RUN === null) return createDatabase(dialect);
  const { sqlite, postgres } = RUN.templates;
  if (dialect === "sqlite") return createFile(sqlite);
  return postgres === null ? createNamed() : takeDatabase(RUN, postgres);
}

async function createFile(template?: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(RUN?.folder ?? tmpdir(), "ledgerport-test-"));
  const file = join(folder, "test.db");
  if (template !== undefined) await copyFile(template, file);
  return { url: `sqlite:${file}`, drop: () => rm(folder, { recursive: true }) };
}

async function createNamed(): Promise<TestDatabase> {
  const name = `ledgerport_test_${randomBytes(8).toString("hex")}`;
  await createOnServer(name);
  return { url: addressOf(name), drop: () => onServer(`drop database ${name} with (force)`) };
}
