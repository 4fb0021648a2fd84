import { type Instant, millisecondsOf } from "../core/time.ts";
import type { Begin } from "../db/connect.ts";
import type { Client } from "../db/context.ts";

export type Key = { readonly id: string; readonly teamId: string };

/** How often the use of one key is written at the most. */
const WRITE_EVERY_MS = 60_000;

/** Notes when each key was last used, off the path of the requests. */
export class KeyUse {
  readonly #begin: Begin;
  readonly #onError: (error: unknown) => void;
  readonly #written = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(begin: Begin, onError: (error: unknown) => void) {
    this.#begin = begin;
    this.#onError = onError;
  }

  note(key: Key, now: Instant): void {
    const milliseconds = millisecondsOf(now);
    if (milliseconds - (this.#written.get(key.id) ?? -Infinity) < WRITE_EVERY_MS) return;
    this.#written.set(key.id, milliseconds);
    this.#writing = this.#writing
      .then(() => setLastUse(this.#begin, key, now))
      .catch(this.#onError);
  }

  /** Resolves when every use noted so far is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }
}

async function setLastUse(begin: Begin, key: Key, now: Instant): Promise<void> {
  await begin((db) =>
    db
      .updateTable("api_keys")
      .set({ last_used_at: now })
      .where("team_id", "=", key.teamId)
      .where("id", "=", key.id)
      .execute(),
  );
}

/** Remembers which program introduced itself under a key, for the calls that follow without a name. */
export async function setClient(begin: Begin, key: Key, client: Client): Promise<void> {
  await begin((db) =>
    db
      .updateTable("api_keys")
      .set({ client_name: client.name, client_version: client.version })
      .where("team_id", "=", key.teamId)
      .where("id", "=", key.id)
      .execute(),
  );
}
