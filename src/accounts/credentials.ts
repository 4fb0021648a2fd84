import { hashSecret, isWellFormedSecret } from "../core/secrets.ts";
import { type Instant, millisecondsBetween } from "../core/time.ts";
import type { Database } from "../db/connect.ts";
import type { Actor, Client, Context, Ground } from "../db/context.ts";
import { hotQuery, type Slots } from "../db/hot-query.ts";
import { ACCESS_TOKEN_PREFIX, CODE_PREFIX, KEY_PREFIX, REFRESH_TOKEN_PREFIX } from "./prefixes.ts";
import { accessAt, REACH } from "./reach.ts";
import type { Access } from "./scopes.ts";

/** Whom a credential stands for, and how far it reaches: as it is now, not as it was when it was made. */
export type Holder = {
  /** The key, or the grant behind a token: what stays when a token is refreshed. */
  readonly credential: { readonly kind: "api_key" | "oauth_grant"; readonly id: string };
  /** Whose calls are counted together: a key's, or one access token's. */
  readonly budget: string;
  readonly team: Context["team"];
  readonly actor: Actor;
  readonly access: Access;
  /** The program that last introduced itself under this credential. */
  readonly client: Client | null;
  /** The name of the program that used it last, as far as that is written. */
  readonly lastUsedBy: string | null;
};

/** Why a credential opens nothing, in words for its holder. */
export type Invalid = { readonly invalid: string };

/**
 * Whether an answer may be up to 5 seconds behind what another process has changed. On SQLite none is,
 * and what this process has changed is known at once.
 */
export type Freshness = "now" | "recent";

export type VerifyCredential = (
  context: Ground,
  secret: string,
  freshness: Freshness,
) => Promise<Holder | Invalid>;

/**
 * Tells who holds an API key or an access token. What was looked up is kept while nothing is
 * committed to the database.
 */
export function credentialVerifier(database: Database): VerifyCredential {
  const known = new KnownCredentials(database);
  return async (context, secret, freshness) => {
    const secret_hash = hashSecret(secret);
    const remembered = known.find(secret_hash, context.now, freshness);
    if (remembered !== undefined) return holderOf(context, remembered);
    const find = finderOf(secret);
    if ("invalid" in find) return find;
    const version = database.version();
    const row = await find.row(context, secret_hash);
    if (row === undefined) return { invalid: find.absent };
    known.keep(secret_hash, row, version, context.now);
    return holderOf(context, row);
  };
}

/** How a secret of this form is looked up, and what to say when it is not there. */
function finderOf(secret: string) {
  if (isWellFormedSecret(KEY_PREFIX, secret)) return KEY;
  if (isWellFormedSecret(ACCESS_TOKEN_PREFIX, secret)) return ACCESS_TOKEN;
  if (isWellFormedSecret(REFRESH_TOKEN_PREFIX, secret))
    return { invalid: "This is a refresh token: exchange it for an access token, and send that." };
  if (isWellFormedSecret(CODE_PREFIX, secret))
    return {
      invalid: "This is an authorization code: exchange it for an access token, and send that.",
    };
  return {
    invalid: "The credential is neither an API key nor an access token, or was not copied whole.",
  };
}

const KEY = {
  row: async ({ db }: Ground, secret_hash: string) => {
    const [row] = await findKey(db, { secret_hash });
    if (row === undefined) return undefined;
    return { ...row, kind: "api_key", budget: row.id, grant_expires_at: null } as const;
  },
  absent: "No such API key exists, or its holder has left the team.",
};

const ACCESS_TOKEN = {
  row: async ({ db }: Ground, token_hash: string) => {
    const [row] = await findAccessToken(db, { token_hash });
    return row === undefined ? undefined : ({ ...row, kind: "oauth_grant" } as const);
  },
  absent: "No such access token exists, or its holder has left the team.",
};

type Row = NonNullable<Awaited<ReturnType<(typeof KEY | typeof ACCESS_TOKEN)["row"]>>>;

/** How long a row stands for what another process may have changed. */
const RECENT_MS = 5_000;

/** The credentials that were looked up since the last commit. */
class KnownCredentials {
  readonly #database: Database;
  readonly #rows = new Map<string, { readonly row: Row; readonly at: Instant }>();
  #version = -1;

  constructor(database: Database) {
    this.#database = database;
  }

  find(hash: string, now: Instant, freshness: Freshness): Row | undefined {
    this.#forget(this.#database.version());
    const known = this.#rows.get(hash);
    if (known === undefined || this.#database.dialect === "sqlite") return known?.row;
    const age = millisecondsBetween(known.at, now);
    // A clock that was set back tells nothing of the age.
    const isRecent = age >= 0 && age < RECENT_MS;
    return freshness === "recent" && isRecent ? known.row : undefined;
  }

  /** @param version of the database, from before the row was read */
  keep(hash: string, row: Row, version: number, at: Instant): void {
    this.#forget(this.#database.version());
    if (version === this.#version) this.#rows.set(hash, { row, at });
  }

  #forget(version: number): void {
    if (version !== this.#version) this.#rows.clear();
    this.#version = version;
  }
}

function holderOf({ now }: Ground, row: Row): Holder | Invalid {
  const reason = reasonAgainst(row, now);
  if (reason !== null) return { invalid: reason };
  return {
    credential: { kind: row.kind, id: row.id },
    budget: row.budget,
    team: { id: row.team_id, name: row.team_name, baseCurrency: row.base_currency },
    actor: { id: row.user_id, name: row.user_name, role: row.role, timeZone: row.time_zone },
    access: accessAt(row, now),
    client:
      row.client_name === null ? null : { name: row.client_name, version: row.client_version },
    lastUsedBy: row.last_used_by,
  };
}

function reasonAgainst(row: Row, now: Instant): string | null {
  const isKey = row.kind === "api_key";
  if (row.revoked_at !== null)
    return isKey
      ? "The API key was revoked."
      : "The app was disconnected, or gave its access back.";
  if (row.grant_expires_at !== null && row.grant_expires_at <= now)
    return "The app's access has ended after its longest time; connect it again.";
  if (row.expires_at === null || row.expires_at > now) return null;
  return isKey ? "The API key has expired." : "The access token has expired; refresh it.";
}

/** Who stands behind a credential. */
const HOLDER = [
  ...REACH,
  "user.id as user_id",
  "user.name as user_name",
  "user.time_zone",
  "team.id as team_id",
  "team.name as team_name",
  "team.base_currency",
] as const;

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
      "key.last_used_by",
    ])
    .select(HOLDER),
);

/** Token, grant, membership, person and team. A grant does not outlive the membership it was given under. */
const findAccessToken = hotQuery((db, { slot }: Slots<{ token_hash: string }>) =>
  db
    .selectFrom("oauth_access_tokens as token")
    .innerJoin("oauth_grants as grant", (join) =>
      join.onRef("grant.team_id", "=", "token.team_id").onRef("grant.id", "=", "token.grant_id"),
    )
    .innerJoin("memberships as member", (join) =>
      join
        .onRef("member.team_id", "=", "grant.team_id")
        .onRef("member.user_id", "=", "grant.user_id")
        .onRef("member.created_at", "<=", "grant.created_at"),
    )
    .innerJoin("users as user", "user.id", "grant.user_id")
    .innerJoin("teams as team", "team.id", "grant.team_id")
    .where("token.token_hash", "=", slot("token_hash"))
    .select([
      "grant.id",
      "token.id as budget",
      "token.scopes",
      "token.expires_at",
      "grant.expires_at as grant_expires_at",
      "grant.ended_at as revoked_at",
      "grant.client_name",
      "grant.client_version",
      "grant.last_used_by",
    ])
    .select(HOLDER),
);
