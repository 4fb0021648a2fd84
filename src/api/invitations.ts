import { z } from "zod";
import { confirmedUntil } from "../accounts/confirmed.ts";
import { invitationToken } from "../accounts/invitation-token.ts";
import {
  createInvitation,
  type Invitation,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from "../accounts/invitations.ts";
import { mayAct, withArticle } from "../accounts/membership.ts";
import { Refusal } from "../core/errors.ts";
import { byId, type ById, email } from "../core/fields.ts";
import { waitOf } from "../core/words.ts";
import { invitationMail } from "../mail/invitation-mail.ts";
import { requireConfirmed } from "./confirmed.ts";
import { Role } from "./members.ts";
import { ApiProblem } from "./problem.ts";
import { defineRoute, type TeamContext } from "./route.ts";

const Shown = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  invitedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** Null for an admin when it makes an owner: whoever has the link can become one. */
  link: z.string().nullable(),
});

const Sent = z.object({
  invitation: Shown,
  mail: z.enum(["sent", "not_set_up", "failed"]),
});

const list = defineRoute({
  path: "GET /api/teams/:team/invitations",
  role: "admin",
  input: z.strictObject({}),
  output: z.object({ invitations: z.array(Shown) }),
  handler: async (context) => {
    const rows = await listInvitations(context);
    return { invitations: rows.map((row) => shown(context, row, row.inviter_name)) };
  },
});

const create = defineRoute({
  path: "POST /api/teams/:team/invitations",
  role: "admin",
  input: z.strictObject({ email, role: Role }),
  output: Sent,
  handler: async (context, given) => {
    if (given.role === "owner" && context.actor.role === "owner") requireConfirmed(context);
    await requireMayMail(context);
    return sent(context, await createInvitation(context, given));
  },
});

const renew = defineRoute({
  path: "POST /api/teams/:team/invitations/:id/renew",
  role: "admin",
  input: byId,
  output: Sent,
  handler: async (context, given) => {
    await requireOwnersPassword(context, given);
    await requireMayMail(context);
    return sent(context, await renewInvitation(context, given));
  },
});

const revoke = defineRoute({
  path: "DELETE /api/teams/:team/invitations/:id",
  role: "admin",
  input: byId,
  output: z.object({}),
  handler: async (context, given) => {
    await revokeInvitation(context, given);
    return {};
  },
});

export const invitationRoutes = [list, create, renew, revoke];

/** The link of one that has expired opens nothing: another one makes an owner as a new invitation does. */
async function requireOwnersPassword(context: TeamContext, { id }: ById): Promise<void> {
  if (context.actor.role !== "owner" || confirmedUntil(context.session, context.now) !== null)
    return;
  const open = await listInvitations(context);
  if (open.find((invitation) => invitation.id === id)?.role !== "owner") return;
  throw new Refusal({
    code: "password_needed",
    message: "An invitation that makes an owner needs your password again",
    next: "revoke it and invite them again, which asks for the password",
  });
}

/** @throws ApiProblem for whoever had too many mailed; where nothing is mailed nobody has */
async function requireMayMail({ actor, parts }: TeamContext): Promise<void> {
  const wait = parts.mailer === null ? null : await parts.invitationMails.begin(actor.id);
  if (wait === null) return;
  const problem = {
    status: 429,
    code: "too_many_invitations",
    title: "You have sent too many invitations within an hour.",
    detail: `Nothing was done; try again in ${waitOf(wait)}.`,
  };
  throw new ApiProblem(problem, { "Retry-After": String(wait) });
}

function shown(
  context: TeamContext,
  invitation: Invitation,
  inviterName: string | null,
): z.input<typeof Shown> {
  const { id, email, role, invited_by, created_at, expires_at } = invitation;
  return {
    id,
    email,
    role,
    invitedBy:
      invited_by === null || inviterName === null ? null : { id: invited_by, name: inviterName },
    createdAt: created_at,
    expiresAt: expires_at,
    isExpired: expires_at <= context.now,
    link: mayAct(context.actor.role, role) ? linkOf(context, invitation) : null,
  };
}

function linkOf({ parts }: TeamContext, invitation: Invitation): string {
  return `${parts.baseUrl}/join?token=${invitationToken(invitation, parts.secret)}`;
}

/** Sends an invitation; one that cannot be sent stands all the same, and its link can be copied. */
async function sent(context: TeamContext, invitation: Invitation): Promise<z.input<typeof Sent>> {
  const { name } = context.actor;
  return {
    invitation: shown(context, invitation, name),
    mail: await mailed(context, invitation),
  };
}

async function mailed(
  context: TeamContext,
  invitation: Invitation,
): Promise<"sent" | "not_set_up" | "failed"> {
  const { mailer, log } = context.parts;
  if (mailer === null) return "not_set_up";
  const { email, role, expires_at } = invitation;
  const message = await invitationMail({
    to: email,
    team: context.team.name,
    inviter: context.actor.name,
    role: withArticle(role),
    link: linkOf(context, invitation),
    until: expires_at,
  });
  try {
    await mailer.send(message);
    return "sent";
  } catch (error) {
    log.error({ reason: reasonOf(error, email) }, "an invitation could not be mailed");
    return "failed";
  }
}

/** Mail servers repeat whom they refuse; a person's address has no place in the log. */
function reasonOf(error: unknown, email: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replaceAll(email, "(the address)");
}
