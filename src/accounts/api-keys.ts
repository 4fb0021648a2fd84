import { type Change, record, difference } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { hashSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext, AuditContext, Context } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import type { Role } from "../db/schema/accounts.ts";
import { transaction } from "../db/transaction.ts";
import { type Instant, addMilliseconds, millisecondsBetween } from "../shared/time.ts";
import { noShownKey } from "./connections.ts";
import { KEY_PREFIX } from "./credentials.ts";
import { lockRole } from "./members.ts";
import { seesAllCredentials } from "./membership.ts";
import { isCapped, type Preset, SCOPES, presetOf } from "./scopes.ts";
import { requireTeam, type Team } from "./teams.ts";

export type NewKey = {
  readonly userId: string;
  readonly name: string;
  readonly preset: Preset;
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

type Minted = {
  readonly id: string;
  readonly key: string;
  readonly snapshot: object;
};

async function addKey(
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

/** @returns the changes, for the caller to record */
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
function requireMayHold(team: Team, role: Role | null, preset: Preset): void {
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

const MOST_KEYS = 50;

/** @throws Refusal when the person has as many live keys as they may; the caller holds their membership */
async function requireRoom({ db, team, now }: AuditContext, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom("api_keys")
    .where("team_id", "=", team.id)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where((key) => key.or([key("expires_at", "is", null), key("expires_at", ">", now)]))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count < MOST_KEYS) return;
  throw new Refusal({
    code: "limit_reached",
    message: `A person has at most ${MOST_KEYS} API keys in a team, besides those that have ended`,
    next: "revoke one that is not used any more, and try again",
  });
}

type Rotation = {
  readonly id: string;
  readonly overlapMs: number;
};

/**
 * Replaces one's own key by a copy with another secret and a life as long as the old key's. The old
 * key ends after the overlap, or at its own expiry if that is earlier.
 * @returns the new key, shown in clear only here
 * @throws Refusal for a key that has ended or was rotated already; of concurrent calls one succeeds
 */
export async function rotateKey(
  context: Context,
  { id, overlapMs }: Rotation,
): Promise<{ id: string; key: string }> {
  return transaction(context, async (context) => {
    const { now } = context;
    const team = await requireTeam(context, context.team.id);
    const role = await lockRole(context, context.actor.id);
    const { name, scopes, created_at, ...before } = await lockLiveKey(context, id);
    requireMayHold(team, role, presetOf(scopes));
    // Without an overlap the number of live keys stays the same.
    if (overlapMs > 0) await requireRoom(context, context.actor.id);
    const { expires_at } = before;
    const lifeMs = expires_at === null ? null : millisecondsBetween(created_at, expires_at);
    const successor = await addKey(context, {
      userId: context.actor.id,
      name,
      scopes,
      expiresAt: lifeMs === null ? null : addMilliseconds(now, lifeMs),
    });
    const after = { ...endOf(expires_at, overlapMs, now), replaced_by: successor.id };
    const old = context.db.updateTable("api_keys").set(after);
    await old.where("team_id", "=", context.team.id).where("id", "=", id).execute();
    const holder = context.actor.id;
    await record(context, [
      { type: "api_key", id: successor.id, holder, before: null, after: successor.snapshot },
      { type: "api_key", id, holder, ...difference(before, after) },
    ]);
    return { id: successor.id, key: successor.key };
  });
}

function endOf(expires_at: Instant | null, overlapMs: number, now: Instant) {
  if (overlapMs === 0) return { expires_at, revoked_at: now };
  const end = addMilliseconds(now, overlapMs);
  const isEarlier = expires_at !== null && expires_at < end;
  return { expires_at: isEarlier ? expires_at : end, revoked_at: null };
}

/** Locks one's own live key without a successor. Owners and admins learn when a key is somebody else's. */
async function lockLiveKey(context: Context, id: string) {
  const keys = context.db
    .selectFrom("api_keys")
    .select(["user_id", "name", "scopes", "created_at", "expires_at", "revoked_at", "replaced_by"])
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  const key = await lockForUpdate(context.db, keys).executeTakeFirst();
  const isOwn = key?.user_id === context.actor.id;
  if (key === undefined || !(isOwn || seesAllCredentials(context.actor))) throw noShownKey(id);
  if (!isOwn) throw notTheirs();
  const reason = reasonAgainst(key, context.now);
  if (reason !== null) throw ended(reason);
  const { user_id: _own, ...rest } = key;
  return rest;
}

function reasonAgainst(
  key: Readonly<Record<"expires_at" | "revoked_at" | "replaced_by", string | null>>,
  now: Instant,
): string | null {
  if (key.replaced_by !== null) return "The key was rotated already";
  if (key.revoked_at !== null) return "The key was revoked";
  return key.expires_at !== null && key.expires_at <= now ? "The key has expired" : null;
}

function ended(message: string): Refusal {
  return new Refusal({ code: "key_ended", message, next: "make a new key" });
}

function notTheirs(): Refusal {
  return new Refusal({
    code: "not_allowed",
    message: "Only the holder of a key can rotate it, since they get the new one",
    next: "ask them to, or revoke the key",
  });
}
