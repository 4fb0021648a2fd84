import { difference, record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { Context } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds, type Instant, millisecondsBetween } from "../shared/time.ts";
import { addKey, requireMayHold } from "./api-keys.ts";
import { noKey } from "./key-list.ts";
import { requireRoom } from "./key-room.ts";
import { lockRole } from "./members.ts";
import { seesAllCredentials } from "./membership.ts";
import { presetOf } from "./scopes.ts";
import { requireTeam } from "./teams.ts";

export type Rotation = {
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

/** End of the old key: now without an overlap, and never later than its own expiry. */
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
  if (key === undefined || !(isOwn || seesAllCredentials(context.actor))) throw noKey(id);
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
