import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { hashSecret, newSecret } from "../core/secrets.ts";
import type { Instant } from "../core/time.ts";
import type { Ground, Signed } from "../db/context.ts";
import { lockRows } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { roleOf } from "./members.ts";
import { KEY_PREFIX } from "./prefixes.ts";
import { type Preset, SCOPES } from "./scopes.ts";
import { requireTeam } from "./teams.ts";

export type NewKey = {
  readonly userId: string;
  readonly name: string;
  readonly preset: Preset;
  /** For the restricted preset, and only for that. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: Instant | undefined;
};

/** Mints a key. The answer is the only place where it ever stands in clear. */
export async function createKey(
  context: Signed,
  newKey: NewKey,
): Promise<{ id: string; key: string }> {
  return transaction(context, async (context) => {
    const scopes = scopesOf(newKey);
    await requireMayHold(context, newKey);
    const key = newSecret(KEY_PREFIX, context.randomBytes);
    const shown = {
      id: context.newId(),
      user_id: newKey.userId,
      name: newKey.name,
      hint: key.slice(-4),
      expires_at: newKey.expiresAt ?? null,
    };
    await context.db
      .insertInto("api_keys")
      .values({
        ...shown,
        team_id: context.team.id,
        scopes: JSON.stringify(scopes),
        secret_hash: hashSecret(key),
        created_at: context.now,
      })
      .execute();
    await record(context, [
      { type: "api_key", id: shown.id, before: null, after: { ...shown, scopes } },
    ]);
    return { id: shown.id, key };
  });
}

/** The team's keys, the newest first, without anything that would let somebody in. */
export async function listKeys(context: Signed) {
  return context.db
    .selectFrom("api_keys")
    .select([
      "id",
      "user_id",
      "name",
      "scopes",
      "hint",
      "created_at",
      "expires_at",
      "revoked_at",
      "last_used_at",
    ])
    .where("team_id", "=", context.team.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** The team of a key, for the operator who knows only the key's id. */
export async function teamOfKey(context: Ground, id: string): Promise<string> {
  const key = await context.db
    .selectFrom("api_keys")
    .select("team_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (key === undefined) throw noKey(id);
  return key.team_id;
}

/** Ends a key at once and for good. One that has ended stays as it was. */
export async function revokeKey(
  context: Signed,
  id: string,
): Promise<{ id: string; revoked_at: Instant }> {
  return transaction(context, async (context) => {
    const keys = context.db
      .selectFrom("api_keys")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id);
    const key = await lockRows(context.db, keys.select("revoked_at")).executeTakeFirst();
    if (key === undefined) throw noKey(id);
    if (key.revoked_at !== null) return { id, revoked_at: key.revoked_at };
    const after = { revoked_at: context.now };
    await context.db
      .updateTable("api_keys")
      .set(after)
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await record(context, [{ type: "api_key", id, before: { revoked_at: null }, after }]);
    return { id, ...after };
  });
}

function scopesOf({ preset, scopes }: NewKey): readonly string[] {
  if (preset !== "restricted") {
    if (scopes === undefined) return [preset === "all" ? "apis.all" : "apis.read"];
    throw invalidScopes(
      `the preset ${preset} has its own scopes`,
      "leave scopes out, or use the preset restricted",
    );
  }
  if (scopes === undefined || scopes.length === 0) {
    throw invalidScopes(
      "a restricted key needs at least one scope",
      `choose from ${SCOPES.join(", ")}`,
    );
  }
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined)
    throw invalidScopes(`there is no scope ${unknown}`, `choose from ${SCOPES.join(", ")}`);
  return [...new Set(scopes)];
}

async function requireMayHold(context: Signed, { userId, preset }: NewKey): Promise<void> {
  const team = await requireTeam(context, context.team.id);
  const role = await roleOf(context, team.id, userId);
  if (role === null) {
    throw new Refusal({
      code: "not_found",
      path: "user",
      message: `User ${userId} is not a member of this team`,
      next: "add them with user:add first",
    });
  }
  if (preset === "all" && role === "member" && !team.member_full_access) {
    throw new Refusal({
      code: "not_allowed",
      path: "preset",
      message: "A member's key stops short of all in this team",
      next: "choose read or restricted, or allow it with team:set --member-full-access on",
    });
  }
}

function invalidScopes(message: string, next: string): Refusal {
  return new Refusal({ code: "invalid_argument", path: "scopes", message, next });
}

function noKey(id: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "id",
    message: `There is no API key ${id}`,
    next: "see key:list",
  });
}
