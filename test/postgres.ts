import { Client } from "pg";

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
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
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
