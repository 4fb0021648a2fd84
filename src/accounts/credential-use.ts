import { type Instant, millisecondsOf } from "../core/time.ts";
import type { Begin } from "../db/connect.ts";
import type { Client } from "../db/context.ts";
import type { Db } from "../db/schema.ts";

/** What a call comes in with: its row is that of the key, or of the grant behind the token. */
export type Credential = {
  readonly kind: "api_key" | "oauth_grant";
  readonly id: string;
  readonly teamId: string;
};

/** How often the use of one credential is written at the most. */
const WRITE_EVERY_MS = 60_000;
/** How often another program under one credential is written, when several take turns. */
const NAME_EVERY_MS = 1000;

/** Notes when each credential was last used, and by which program, off the path of the requests. */
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

  /** Notes which program uses it, when it is another than the one that is known. */
  noteClient(credential: Credential, client: Client, now: Instant): void {
    if (!isDue(this.#named, credential, now, NAME_EVERY_MS)) return;
    this.#write(() => setLastUse(this.#begin, credential, now, client.name));
  }

  /** Resolves when every use noted so far is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch(this.#onError);
  }
}

/** Whether so long has passed since the last time; then this is one. */
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

/** Remembers which program introduced itself under a credential, for the calls that follow without a name. */
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
