import { hashSecret, isWellFormedSecret } from "../core/secrets.ts";
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

/** Who holds that API key. */
export async function verifyKey(context: Ground, key: string): Promise<Holder | Invalid> {
  if (!isWellFormedSecret(KEY_PREFIX, key))
    return { invalid: "The credential is not an API key, or was not copied whole." };
  const [row] = await findKey(context.db, { secret_hash: hashSecret(key) });
  if (row === undefined)
    return { invalid: "No such API key exists, or its holder has left the team." };
  if (row.revoked_at !== null) return { invalid: "The API key was revoked." };
  if (row.expires_at !== null && row.expires_at <= context.now)
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
