import { equalSecrets } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { Instant } from "../shared/time.ts";
import { idInToken, invitationToken, type LinkWay } from "./invitation-token.ts";

export type Link = { readonly token: string; readonly secret: string };

export type Invited = {
  readonly email: string;
  readonly role: Role;
  readonly teamId: string;
  readonly team: string;
  readonly expiresAt: Instant;
  readonly inviter: { readonly name: string; readonly timeZone: string } | null;
};

/**
 * Finds the open invitation of a link; null when it was used, revoked, renewed, has expired or
 * never existed. It says nothing of the account that the address may have: whoever has the link may
 * not be the person.
 */
export async function findInvited(context: BaseContext, link: Link): Promise<Invited | null> {
  const invitation = await openedBy(context, link);
  if (invitation === null) return null;
  const { db } = context;
  const { team_id, email, role, invited_by, expires_at } = invitation;
  const teams = db.selectFrom("teams").select("name").where("id", "=", team_id);
  const { name: team } = await teams.executeTakeFirstOrThrow();
  const people = db.selectFrom("users").select(["name", "time_zone"]);
  const inviter = await people.where("id", "=", invited_by).executeTakeFirst();
  return {
    email,
    role,
    teamId: team_id,
    team,
    expiresAt: expires_at,
    inviter: inviter === undefined ? null : { name: inviter.name, timeZone: inviter.time_zone },
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

const WAYS = ["copied", "mailed"] as const satisfies readonly LinkWay[];

async function openedBy(
  context: BaseContext,
  { token, secret }: Link,
  held = (query: ReturnType<typeof invitations>) => query,
) {
  const id = idInToken(token);
  if (id === null) return null;
  const found = await held(invitations(context).where("id", "=", id)).executeTakeFirst();
  if (found === undefined) return null;
  const way = WAYS.find((way) => equalSecrets(token, invitationToken(found, secret, way)));
  return way === undefined ? null : { ...found, isMailed: way === "mailed" };
}
