import { type Change, record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { hashSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import type { Role } from "../db/schema/accounts.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import { requireRoom } from "./key-room.ts";
import { lockRole } from "./members.ts";
import { KEY_PREFIX } from "./prefixes.ts";
import { isCapped, type Preset, SCOPES } from "./scopes.ts";
import { requireTeam, type Team } from "./teams.ts";

export type NewKey = {
  readonly userId: string;
  readonly name: string;
  readonly preset: Preset;
  /** Only for the restricted preset. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: Instant | undefined;
};

/** Mints a key. The answer is the only place that ever shows it in clear. */
export async function createKey(
  context: AuditContext,
  newKey: NewKey,
): Promise<{ id: string; key: string }> {
  return transaction(context, async (context) => {
    const { userId, name, preset, expiresAt } = newKey;
    const scopes = scopesOf(newKey);
    const team = await requireTeam(context, context.team.id);
    // Locks the membership: a key minted during the holder's removal would outlive it, and keys minted
    // at the same time would be counted without each other.
    requireMayHold(team, await lockRole(context, userId), preset);
    await requireRoom(context, userId);
    const minted = await addKey(context, { userId, name, scopes, expiresAt: expiresAt ?? null });
    const { id, key, snapshot } = minted;
    await record(context, [{ type: "api_key", id, holder: userId, before: null, after: snapshot }]);
    return { id, key };
  });
}

export type Minted = {
  readonly id: string;
  /** In clear. */
  readonly key: string;
  readonly snapshot: object;
};

/** Inserts a key in the context's transaction; the caller journals it. */
export async function addKey(
  context: AuditContext,
  key: {
    readonly userId: string;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly expiresAt: Instant | null;
  },
): Promise<Minted> {
  const secret = newSecret(KEY_PREFIX, context.randomBytes);
  const shown = {
    id: context.newId(),
    user_id: key.userId,
    name: key.name,
    hint: secret.slice(-4),
    expires_at: key.expiresAt,
  };
  await context.db
    .insertInto("api_keys")
    .values({
      ...shown,
      team_id: context.team.id,
      scopes: JSON.stringify(key.scopes),
      secret_hash: hashSecret(secret),
      created_at: context.now,
    })
    .execute();
  return { id: shown.id, key: secret, snapshot: { ...shown, scopes: key.scopes } };
}

export async function listKeys(context: AuditContext) {
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
      "replaced_by",
      "last_used_at",
    ])
    .where("team_id", "=", context.team.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function teamOfKey(context: BaseContext, id: string): Promise<string> {
  const key = await context.db
    .selectFrom("api_keys")
    .select("team_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (key === undefined) throw noKey(id);
  return key.team_id;
}

/** Ends a key at once. A key that has ended already is left unchanged. */
export async function revokeKey(
  context: AuditContext,
  id: string,
): Promise<{ id: string; revoked_at: Instant }> {
  return transaction(context, async (context) => {
    const keys = context.db
      .selectFrom("api_keys")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id);
    const key = await lockForUpdate(
      context.db,
      keys.select(["user_id", "revoked_at"]),
    ).executeTakeFirst();
    if (key === undefined) throw noKey(id);
    if (key.revoked_at !== null) return { id, revoked_at: key.revoked_at };
    const after = { revoked_at: context.now };
    await context.db
      .updateTable("api_keys")
      .set(after)
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await record(context, [
      { type: "api_key", id, holder: key.user_id, before: { revoked_at: null }, after },
    ]);
    return { id, ...after };
  });
}

/**
 * Ends all keys of a user in the team.
 * @returns the changes for the journal
 */
export async function revokeKeysOf(
  context: AuditContext,
  userId: string,
): Promise<readonly Change[]> {
  const after = { revoked_at: context.now };
  const revoked = await context.db
    .updateTable("api_keys")
    .set(after)
    .where("team_id", "=", context.team.id)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  const ids = revoked.map(({ id }) => id).toSorted();
  return ids.map((id) => ({
    type: "api_key",
    id,
    holder: userId,
    before: { revoked_at: null },
    after,
  }));
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

/** @throws Refusal when this role may not hold a key with this preset; null is a non-member */
export function requireMayHold(team: Team, role: Role | null, preset: Preset): void {
  if (role === null) {
    throw new Refusal({
      code: "not_found",
      path: "user",
      message: "This person is not a member of this team",
      next: "add them with user:add first",
    });
  }
  const { member_full_access: memberFullAccess } = team;
  if (preset === "all" && isCapped({ role, team: { memberFullAccess } })) {
    throw new Refusal({
      code: "not_allowed",
      path: "preset",
      message: "A member's key cannot have the preset all in this team",
      next: "choose read or restricted, or have an owner or admin allow members full access",
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
