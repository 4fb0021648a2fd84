import { hashSecret, isWellFormedSecret } from "../core/secrets.ts";
import type { Database } from "../db/connect.ts";
import type { Actor, Client, Context, BaseContext } from "../db/context.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import type { Role } from "../db/schema/accounts.ts";
import { type Instant, millisecondsBetween } from "../shared/time.ts";
import { type Access, accessOf, type Opens, opensOf } from "./scopes.ts";
import { switchAt, type Team } from "./teams.ts";

export const KEY_PREFIX = "svc_";
export const ACCESS_TOKEN_PREFIX = "svc_at_";
export const REFRESH_TOKEN_PREFIX = "svc_rt_";
export const CODE_PREFIX = "svc_ac_";
export const INVITATION_PREFIX = "svc_invite_";

export type Holder = {
  /** The key, or the grant behind a token, which stays the same when the token is refreshed. */
  readonly credential: { readonly kind: "api_key" | "oauth_grant"; readonly id: string };
  /** Key of the rate limit: id of the API key, or of this one access token. */
  readonly budget: string;
  readonly team: Context["team"];
  readonly actor: Actor;
  readonly access: Access;
  readonly scopes: readonly string[];
  readonly client: Client | null;
  readonly lastUsedBy: string | null;
};

/** A sentence for the caller. */
export type Invalid = { readonly invalid: string };

/**
 * `now` looks the row up. `recent` allows a row up to 5 seconds behind the changes of other processes.
 * On SQLite no row is behind, and a process always sees its own changes. `any` allows every row that
 * is cached: enough to read a request's body, after which the credential is verified again.
 */
export type Freshness = "now" | "recent" | "any";

export type VerifyCredential = (
  context: BaseContext,
  freshness: Freshness,
) => Promise<Holder | Invalid>;

/** Finds the holder of an API key or access token. Look-ups are cached until the next commit. */
export function credentialVerifier(database: Database): (secret: string) => VerifyCredential {
  const known = new KnownCredentials(database);
  return (secret) => {
    const secret_hash = hashSecret(secret);
    return async (context, freshness) => {
      const remembered = known.find(secret_hash, context.now, freshness);
      if (remembered !== undefined) return holderOf(context, remembered);
      const find = finderOf(secret);
      if ("invalid" in find) return find;
      // Read before the query: a commit meanwhile makes the row old.
      const version = database.version();
      const row = await find.row(context, secret_hash);
      if (row === undefined) known.forget(secret_hash);
      else known.keep(secret_hash, { row, version, at: context.now });
      return row === undefined ? { invalid: find.absent } : holderOf(context, row);
    };
  };
}

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
  row: async ({ db }: BaseContext, secret_hash: string) => {
    const [row] = await findKey(db, { secret_hash });
    if (row === undefined) return undefined;
    return { ...row, kind: "api_key", budget: row.id, grant_expires_at: null } as const;
  },
  absent: "No such API key exists, or its holder has left the team.",
};

const ACCESS_TOKEN = {
  row: async ({ db }: BaseContext, token_hash: string) => {
    const [row] = await findAccessToken(db, { token_hash });
    return row === undefined ? undefined : ({ ...row, kind: "oauth_grant" } as const);
  },
  absent: "No such access token exists, or its holder has left the team.",
};

type Row = NonNullable<Awaited<ReturnType<(typeof KEY | typeof ACCESS_TOKEN)["row"]>>>;

/** Age up to which `recent` takes a row on PostgreSQL. */
const RECENT_MS = 5_000;

/** Bounds the cache to some megabytes. */
const MOST_KNOWN = 10_000;

class KnownCredentials {
  readonly #database: Database;
  readonly #known = new Map<string, Known>();

  constructor(database: Database) {
    this.#database = database;
  }

  find(hash: string, now: Instant, freshness: Freshness): Row | undefined {
    const known = this.#known.get(hash);
    if (known === undefined || freshness === "any") return known?.row;
    if (known.version !== this.#database.version()) return undefined;
    if (this.#database.dialect === "sqlite") return known.row;
    const age = millisecondsBetween(known.at, now);
    // A negative age means that the clock was set back.
    const isRecent = age >= 0 && age < RECENT_MS;
    return freshness === "recent" && isRecent ? known.row : undefined;
  }

  keep(hash: string, known: Known): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(hash, known);
  }

  forget(hash: string): void {
    this.#known.delete(hash);
  }
}

type Known = { readonly row: Row; readonly version: number; readonly at: Instant };

function holderOf({ now }: BaseContext, row: Row): Holder | Invalid {
  const reason = reasonAgainst(row, now);
  if (reason !== null) return { invalid: reason };
  return {
    credential: { kind: row.kind, id: row.id },
    budget: row.budget,
    team: { id: row.team_id, name: row.team_name, baseCurrency: row.base_currency },
    actor: { id: row.user_id, name: row.user_name, role: row.role, timeZone: row.time_zone },
    access: accessAt(row, now),
    scopes: row.scopes,
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

/** Columns that decide, beside the scopes, which tiers are open. */
export const REACH = [
  "member.role",
  "team.destructive_ai_tools",
  "team.destructive_ai_tools_until",
  "team.member_full_access",
] as const;

const HOLDER = [
  ...REACH,
  "user.id as user_id",
  "user.name as user_name",
  "user.time_zone",
  "team.id as team_id",
  "team.name as team_name",
  "team.base_currency",
] as const;

/** One query for key, membership, user and team, so that all four are of the same moment. */
const findKey = preparedQuery((db, { slot }: Slots<{ secret_hash: string }>) =>
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

/** Token, grant, membership, user and team. A grant does not outlive its membership. */
const findAccessToken = preparedQuery((db, { slot }: Slots<{ token_hash: string }>) =>
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

type Gates = "destructive_ai_tools" | "destructive_ai_tools_until" | "member_full_access";

type Reaching = Pick<Team, Gates> & {
  readonly scopes: readonly string[];
  readonly role: Role;
};

function accessAt(row: Reaching, now: Instant): Access {
  return accessOf({
    scopes: row.scopes,
    role: row.role,
    team: {
      destructiveAiTools: switchAt(row, now).isOn,
      memberFullAccess: row.member_full_access,
    },
  });
}

/** True if a live credential deletes while the team's switch is on, whether that is so now or not. */
export function deletesWhenOn({
  role,
  ...row
}: Omit<Reaching, "role"> & { readonly role: Role | null }): boolean {
  if (role === null) return false;
  const team = { destructiveAiTools: true, memberFullAccess: row.member_full_access };
  return opensOf(accessOf({ scopes: row.scopes, role, team })).destructive;
}

/** Tiers of a live credential; none when its holder has left the team, with no role. */
export function opensAt(
  { role, ...row }: Omit<Reaching, "role"> & { readonly role: Role | null },
  now: Instant,
): Opens {
  return opensOf(role === null ? { tier: null } : accessAt({ ...row, role }, now));
}
