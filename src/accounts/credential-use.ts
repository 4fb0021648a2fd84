import type { Begin } from "../db/connect.ts";
import type { Client } from "../db/context.ts";
import type { Db } from "../db/schema/schema.ts";
import { type Instant, millisecondsOf } from "../shared/time.ts";

export type Credential = {
  readonly kind: "api_key" | "oauth_grant";
  readonly id: string;
  readonly teamId: string;
};

/** Minimum time between writes of one credential's last use. */
const WRITE_EVERY_MS = 60_000;
/** Minimum time between writes of the client's name, when several clients share a credential. */
const NAME_EVERY_MS = 1000;

/** Records the last use of each credential, and its client, without delaying requests. */
export class CredentialUse {
  readonly #begin: Begin;
  readonly #onError: (error: unknown) => void;
  readonly #written = new Map<string, number>();
  readonly #named = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(begin: Begin, onError: (error: unknown) => void) {
    this.#begin = begin;
    this.#onError = onError;
  }

  note(credential: Credential, now: Instant): void {
    if (!isDue(this.#written, credential, now, WRITE_EVERY_MS)) return;
    this.#write(() => setLastUse(this.#begin, credential, now));
  }

  noteClient(credential: Credential, client: Client, now: Instant): void {
    if (!isDue(this.#named, credential, now, NAME_EVERY_MS)) return;
    this.#write(() => setLastUse(this.#begin, credential, now, client.name));
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch(this.#onError);
  }
}

/** Checks the time since a credential's last write; when enough has passed, counts this one as written. */
function isDue(
  times: Map<string, number>,
  { id }: Credential,
  now: Instant,
  everyMs: number,
): boolean {
  const milliseconds = millisecondsOf(now);
  if (milliseconds - (times.get(id) ?? -Infinity) < everyMs) return false;
  times.set(id, milliseconds);
  return true;
}

async function setLastUse(
  begin: Begin,
  credential: Credential,
  now: Instant,
  by?: string,
): Promise<void> {
  const use = { last_used_at: now, ...(by === undefined ? {} : { last_used_by: by }) };
  await begin((db) => rowOf(db, credential).set(use).execute());
}

export async function setClient(
  begin: Begin,
  credential: Credential,
  { name, version }: Client,
  now: Instant,
): Promise<void> {
  const introduced = { client_name: name, client_version: version };
  const use = { last_used_at: now, last_used_by: name };
  await begin((db) =>
    rowOf(db, credential)
      .set({ ...introduced, ...use })
      .execute(),
  );
}

function rowOf(db: Db, { kind, id, teamId }: Credential) {
  return db
    .updateTable(kind === "api_key" ? "api_keys" : "oauth_grants")
    .where("team_id", "=", teamId)
    .where("id", "=", id);
}
