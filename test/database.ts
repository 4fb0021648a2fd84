import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Dialect } from "../src/db/dialect.ts";

export const POSTGRES = process.env["TEST_DATABASE_URL"];

export type TestDatabase = { readonly url: string; readonly drop: () => Promise<void> };

/** A new empty database of its own: a file, or a database with a random name on the test server. */
export function createDatabase(dialect: Dialect): Promise<TestDatabase> {
  return dialect === "sqlite" ? createFile() : createOnServer();
}

async function createFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-test-"));
  return { url: `sqlite:${join(folder, "test.db")}`, drop: () => rm(folder, { recursive: true }) };
}

async function createOnServer(): Promise<TestDatabase> {
  if (POSTGRES === undefined) throw new Error("TEST_DATABASE_URL is not set");
  const name = `ledgerport_test_${randomBytes(8).toString("hex")}`;
  await onServer(`create database ${name}`);
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: POSTGRES });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
