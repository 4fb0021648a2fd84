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

/** Notes when each credential was last used, off the path of the requests. */
export class CredentialUse {
  readonly #begin: Begin;
  readonly #onError: (error: unknown) => void;
  readonly #written = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(begin: Begin, onError: (error: unknown) => void) {
    this.#begin = begin;
    this.#onError = onError;
  }

  note(credential: Credential, now: Instant): void {
    const milliseconds = millisecondsOf(now);
    if (milliseconds - (this.#written.get(credential.id) ?? -Infinity) < WRITE_EVERY_MS) return;
    this.#written.set(credential.id, milliseconds);
    this.#writing = this.#writing
      .then(() => setLastUse(this.#begin, credential, now))
      .catch(this.#onError);
  }

  /** Resolves when every use noted so far is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }
}

async function setLastUse(begin: Begin, credential: Credential, now: Instant): Promise<void> {
  await begin((db) => rowOf(db, credential).set({ last_used_at: now }).execute());
}

/** Remembers which program introduced itself under a credential, for the calls that follow without a name. */
export async function setClient(
  begin: Begin,
  credential: Credential,
  client: Client,
): Promise<void> {
  const names = { client_name: client.name, client_version: client.version };
  await begin((db) => rowOf(db, credential).set(names).execute());
}

function rowOf(db: Db, { kind, id, teamId }: Credential) {
  return db
    .updateTable(kind === "api_key" ? "api_keys" : "oauth_grants")
    .where("team_id", "=", teamId)
    .where("id", "=", id);
}
