import { hashSecret, isWellFormedSecret } from "../core/secrets.ts";
import { type Instant, millisecondsBetween } from "../core/time.ts";
import type { Database } from "../db/connect.ts";
import type { Actor, Client, Context, Ground } from "../db/context.ts";
import { hotQuery, type Slots } from "../db/hot-query.ts";
import { KEY_PREFIX } from "./api-keys.ts";
import { type Access, accessOf } from "./scopes.ts";

/** Whom a credential stands for, and how far it reaches: as it is now, not as it was when it was made. */
export type Holder = {
  readonly credential: { readonly kind: "api_key"; readonly id: string };
  readonly team: Context["team"];
  readonly actor: Actor;
  readonly access: Access;
  /** The program that last introduced itself under this credential. */
  readonly client: Client | null;
};

/** Why a credential opens nothing, in words for its holder. */
export type Invalid = { readonly invalid: string };

/**
 * Whether an answer may be up to 5 seconds behind what another process has changed. On SQLite none is,
 * and what this process has changed is known at once.
 */
export type Freshness = "now" | "recent";

export type VerifyKey = (
  context: Ground,
  key: string,
  freshness: Freshness,
) => Promise<Holder | Invalid>;

/** Tells who holds an API key. What was looked up is kept while nothing is committed to the database. */
export function keyVerifier(database: Database): VerifyKey {
  const known = new KnownKeys(database);
  return async (context, key, freshness) => {
    const secret_hash = hashSecret(key);
    const remembered = known.find(secret_hash, context.now, freshness);
    if (remembered !== undefined) return holderOf(context, remembered);
    if (!isWellFormedSecret(KEY_PREFIX, key))
      return { invalid: "The credential is not an API key, or was not copied whole." };
    const version = database.version();
    const [row] = await findKey(context.db, { secret_hash });
    if (row === undefined)
      return { invalid: "No such API key exists, or its holder has left the team." };
    known.keep(secret_hash, row, version, context.now);
    return holderOf(context, row);
  };
}

type KeyRow = Awaited<ReturnType<typeof findKey>>[number];

/** How long a row stands for what another process may have changed. */
const RECENT_MS = 5_000;

/** The keys that were looked up since the last commit. */
class KnownKeys {
  readonly #database: Database;
  readonly #rows = new Map<string, { readonly row: KeyRow; readonly at: Instant }>();
  #version = -1;

  constructor(database: Database) {
    this.#database = database;
  }

  find(hash: string, now: Instant, freshness: Freshness): KeyRow | undefined {
    this.#forget(this.#database.version());
    const known = this.#rows.get(hash);
    if (known === undefined || this.#database.dialect === "sqlite") return known?.row;
    const age = millisecondsBetween(known.at, now);
    // A clock that was set back tells nothing of the age.
    const isRecent = age >= 0 && age < RECENT_MS;
    return freshness === "recent" && isRecent ? known.row : undefined;
  }

  /** @param version of the database, from before the row was read */
  keep(hash: string, row: KeyRow, version: number, at: Instant): void {
    this.#forget(this.#database.version());
    if (version === this.#version) this.#rows.set(hash, { row, at });
  }

  #forget(version: number): void {
    if (version !== this.#version) this.#rows.clear();
    this.#version = version;
  }
}

function holderOf({ now }: Ground, row: KeyRow): Holder | Invalid {
  if (row.revoked_at !== null) return { invalid: "The API key was revoked." };
  if (row.expires_at !== null && row.expires_at <= now)
    return { invalid: "The API key has expired." };
  return {
    credential: { kind: "api_key", id: row.id },
    team: { id: row.team_id, name: row.team_name, baseCurrency: row.base_currency },
    actor: { id: row.user_id, name: row.user_name, role: row.role, timeZone: row.time_zone },
    access: accessOf({
      scopes: row.scopes,
      role: row.role,
      team: {
        destructiveAiTools: row.destructive_ai_tools,
        memberFullAccess: row.member_full_access,
      },
    }),
    client:
      row.client_name === null ? null : { name: row.client_name, version: row.client_version },
  };
}

/** Key, membership, person and team in one look-up, so that all four are of the same moment. */
const findKey = hotQuery((db, { slot }: Slots<{ secret_hash: string }>) =>
  db
    .selectFrom("api_keys as key")
    .innerJoin("memberships as member", (join) =>
      join.onRef("member.team_id", "=", "key.team_id").onRef("member.user_id", "=", "key.user_id"),
    )
    .innerJoin("users as user", "user.id", "key.user_id")
    .innerJoin("teams as team", "team.id", "key.team_id")
    .where("key.secret_hash", "=", slot("secret_hash"))
    .select([
      "key.id",
      "key.scopes",
      "key.expires_at",
      "key.revoked_at",
      "key.client_name",
      "key.client_version",
      "member.role",
      "user.id as user_id",
      "user.name as user_name",
      "user.time_zone",
      "team.id as team_id",
      "team.name as team_name",
      "team.base_currency",
      "team.destructive_ai_tools",
      "team.member_full_access",
    ]),
);
