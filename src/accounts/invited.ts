import { equalSecrets } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { Instant } from "../shared/time.ts";
import { idInToken, invitationToken } from "./invitation-token.ts";
import { roleOf } from "./members.ts";

export type Link = { readonly token: string; readonly secret: string };

export type Invited = {
  readonly email: string;
  readonly role: Role;
  readonly team: string;
  readonly expiresAt: Instant;
  readonly inviter: { readonly name: string; readonly timeZone: string } | null;
  readonly account: { readonly hasPassword: boolean; readonly isMember: boolean } | null;
};

/**
 * Finds the open invitation of a link; null when it was used, revoked, renewed, has expired or
 * never existed.
 */
export async function findInvited(context: BaseContext, link: Link): Promise<Invited | null> {
  const invitation = await openedBy(context, link);
  if (invitation === null) return null;
  const { db } = context;
  const { team_id, email, email_key, role, invited_by, expires_at } = invitation;
  const teams = db.selectFrom("teams").select("name").where("id", "=", team_id);
  const { name: team } = await teams.executeTakeFirstOrThrow();
  const people = db.selectFrom("users").select(["id", "name", "time_zone", "password_hash"]);
  const inviter = await people.where("id", "=", invited_by).executeTakeFirst();
  const account = await people.where("email_key", "=", email_key).executeTakeFirst();
  const roleNow = account === undefined ? null : await roleOf(context, team_id, account.id);
  return {
    email,
    role,
    team,
    expiresAt: expires_at,
    inviter: inviter === undefined ? null : { name: inviter.name, timeZone: inviter.time_zone },
    account:
      account === undefined
        ? null
        : { hasPassword: account.password_hash !== null, isMember: roleNow !== null },
  };
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openedBy>>>;

/** Locks the open invitation of a link; concurrent requests take turns. */
export async function lockInvited(
  context: BaseContext,
  link: Link,
): Promise<OpenInvitation | null> {
  return openedBy(context, link, (query) => lockForUpdate(context.db, query));
}

function invitations({ db, now }: BaseContext) {
  return db
    .selectFrom("invitations")
    .select(["team_id", "id", "email", "email_key", "role", "invited_by", "expires_at"])
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now);
}

async function openedBy(
  context: BaseContext,
  { token, secret }: Link,
  held = (query: ReturnType<typeof invitations>) => query,
) {
  const id = idInToken(token);
  if (id === null) return null;
  const found = await held(invitations(context).where("id", "=", id)).executeTakeFirst();
  if (found === undefined) return null;
  return equalSecrets(token, invitationToken(found, secret)) ? found : null;
}
