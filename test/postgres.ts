import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { codeOf } from "../src/db/failures.ts";

export const POSTGRES = process.env["TEST_DATABASE_URL"];

/** The address of a database on the test server. */
export function addressOf(name: string): string {
  if (POSTGRES === undefined) throw new Error("TEST_DATABASE_URL is not set");
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return url.href;
}

/** Connects to a database for as long as some work takes. */
export async function connected<T>(
  url: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectionTo(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tests of other processes may have all connections for a moment. */
const ATTEMPTS = 100;

async function connectionTo(url: string | undefined): Promise<Client> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (codeOf(error) !== "53300" || attempt === ATTEMPTS) throw error;
      await sleep(200);
    }
  }
}

/** Creates a database on the test server. It need not survive a crash, so that no commit waits for the disk. */
export async function createOnServer(name: string, template = "template1"): Promise<void> {
  await onServer(`create database ${name} template ${template}`);
  await onServer(`alter database ${name} set synchronous_commit = off`);
}

/** Runs a statement on the server, outside the databases of tests. */
export async function onServer(statement: string): Promise<void> {
  await connected(POSTGRES, (client) => client.query(statement));
}
