import { z } from "zod";
import {
  invitationLink,
  createInvitation,
  type Invitation,
  listInvitations,
  renewInvitation,
  revokeInvitation,
  invitersOf,
} from "../accounts/invitations.ts";
import { confirmedUntil } from "../accounts/sessions.ts";
import type { Counters } from "../core/counters.ts";
import { Refusal } from "../core/errors.ts";
import { byId, type ById, email } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import { mayAct } from "../db/context.ts";
import { type Attempts, limitedAttempts } from "../http/rate-limit.ts";
import { waitOf } from "../shared/words.ts";
import { Role } from "./members.ts";
import { ApiProblem } from "./problem.ts";
import { requireConfirmed, type TeamContext } from "./route.ts";

const Mail = z.object({
  state: z.enum(["queued", "sent", "failed", "not_configured"]),
  /** Why it failed, failed so far, or waits, as a sentence. */
  reason: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
});

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
  /** Null once it has expired: a mail would help nobody. */
  mail: Mail.nullable(),
});

const Made = z.object({ invitation: Shown });

const list = defineRoute({
  path: "GET /api/teams/:team/invitations",
  role: "admin",
  input: z.strictObject({}),
  output: json(z.object({ invitations: z.array(Shown) })),
  example: () => ({}),
  handler: async (context: TeamContext) => {
    const rows = await listInvitations(context);
    return {
      invitations: rows.map((row) => shown(context, row, row.inviter_name, mailOf(context, row))),
    };
  },
});

const create = defineRoute({
  path: "POST /api/teams/:team/invitations",
  role: "admin",
  event: { of: "invitation", did: "created" },
  input: z.strictObject({ email, role: Role }),
  output: json(Made),
  example: () => ({ email: "new@example.com", role: "member" as const }),
  handler: async (context: TeamContext, given) => {
    if (given.role === "owner" && context.actor.role === "owner") requireConfirmed(context);
    const invite = () => createInvitation(context, { ...given, ...mailing(context) });
    return made(context, await counted(context, invite));
  },
});

const renew = defineRoute({
  path: "POST /api/teams/:team/invitations/:id/renew",
  role: "admin",
  event: { of: "invitation", did: "changed", said: "renewed *", tried: "renew an invitation" },
  input: byId,
  output: json(Made),
  example: (idOf) => ({ id: idOf("invitation") }),
  handler: async (context: TeamContext, given) => {
    await requireOwnersPassword(context, given);
    const invite = () => renewInvitation(context, { ...given, ...mailing(context) });
    return made(context, await counted(context, invite));
  },
});

const revoke = defineRoute({
  path: "DELETE /api/teams/:team/invitations/:id",
  role: "admin",
  event: { of: "invitation", did: "changed", said: "revoked *", tried: "revoke an invitation" },
  input: byId,
  output: json(z.object({})),
  example: (idOf) => ({ id: idOf("invitation") }),
  handler: async (context: TeamContext, given) => {
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

/**
 * Counts the mail of an invitation, unless the invitation is refused; where nothing is mailed none is.
 * @throws ApiProblem when too many were mailed
 */
async function counted<T>(context: TeamContext, invite: () => Promise<T>): Promise<T> {
  const { actor, parts } = context;
  if (!parts.sendsMail) return invite();
  const inviters = await invitersOf(context, actor.id);
  const full = await parts.invitationMails.begin(actor.id, inviters);
  if (full !== null) throw tooMany(full);
  try {
    return await invite();
  } catch (error) {
    if (error instanceof Refusal && error.code !== "outcome_unknown")
      await parts.invitationMails.notSent(actor.id, inviters);
    throw error;
  }
}

function tooMany({ of, seconds }: FullBudget): ApiProblem {
  const problem = {
    status: 429,
    code: "too_many_invitations",
    title: FULL[of],
    detail: `Nothing was done; try again in ${waitOf(seconds)}.`,
  };
  return new ApiProblem(problem, { "Retry-After": String(seconds) });
}

const FULL: Readonly<Record<FullBudget["of"], string>> = {
  person: "You have sent too many invitations within an hour.",
  chain:
    "You, and others whom the same person brought to this server, have sent too many invitations within an hour.",
  day: "You, or others whom the same person brought to this server, have sent too many invitations today.",
  server: "This server has sent as many invitations today as it may.",
};

function mailing({ parts }: TeamContext) {
  return { isMailed: parts.sendsMail };
}

function made(context: TeamContext, invitation: Invitation): z.input<typeof Made> {
  const mail = context.parts.sendsMail ? QUEUED : NOT_CONFIGURED;
  return { invitation: shown(context, invitation, context.actor.name, mail) };
}

type MailState = z.input<typeof Mail>;

const QUEUED: MailState = { state: "queued", reason: null, nextAttemptAt: null };
const NOT_CONFIGURED: MailState = { state: "not_configured", reason: null, nextAttemptAt: null };

const LEFT = "This server has no mail server set up; one that shares its database sends it.";

type Listed = Awaited<ReturnType<typeof listInvitations>>[number];

function mailOf({ parts }: TeamContext, row: Listed): MailState {
  const { mail_run_at, mail_error: reason, mail_done_at, mail_dead_at } = row;
  if (mail_run_at === null) return NOT_CONFIGURED;
  if (mail_done_at !== null) return { ...QUEUED, state: "sent" };
  if (mail_dead_at !== null) return { ...QUEUED, state: "failed", reason };
  if (!parts.sendsMail) return { ...QUEUED, reason: LEFT };
  return { ...QUEUED, reason, nextAttemptAt: reason === null ? null : mail_run_at };
}

function shown(
  context: TeamContext,
  invitation: Invitation,
  inviterName: string | null,
  mail: MailState,
): z.input<typeof Shown> {
  const { id, email, role, invited_by, created_at, expires_at } = invitation;
  const isExpired = expires_at <= context.now;
  return {
    id,
    email,
    role,
    invitedBy:
      invited_by === null || inviterName === null ? null : { id: invited_by, name: inviterName },
    createdAt: created_at,
    expiresAt: expires_at,
    isExpired,
    link: mayAct(context.actor.role, role) ? invitationLink(invitation, context.parts) : null,
    mail: isExpired ? null : mail,
  };
}

const HOUR_SECONDS = 60 * 60;

/**
 * Mails with invitations. Whom to, and partly what, is for the sender to say, and an invitation makes
 * an account that sends more: all that came of one person's invitations are counted together too.
 */
const LIMITS = {
  person: { limit: 50, seconds: HOUR_SECONDS },
  chain: { limit: 100, seconds: HOUR_SECONDS },
  /** Of a sender, and of all below one inviter: nobody uses up what the server may send. */
  day: { limit: 200, seconds: 24 * HOUR_SECONDS },
  server: { limit: 1000, seconds: 24 * HOUR_SECONDS },
};

type FullBudget = { readonly of: keyof typeof LIMITS; readonly seconds: number };

/** Counts a mail for its sender, for each of those whose invitations led to them, and for the server. */
export type InvitationMails = {
  /**
   * @returns null when the mail may be sent, otherwise the limit that is reached; then nothing is
   * counted
   */
  readonly begin: (sender: string, inviters: readonly string[]) => Promise<FullBudget | null>;
  readonly notSent: (sender: string, inviters: readonly string[]) => Promise<void>;
};

export function invitationMails(counters: Counters, limits = LIMITS): InvitationMails {
  const limited = (of: keyof typeof LIMITS) =>
    limitedAttempts(counters(`mails of ${of}`, limits[of]), limits[of]);
  const [person, chain] = [limited("person"), limited("chain")];
  const [day, server] = [limited("day"), limited("server")];
  const countersOf = (sender: string, inviters: readonly string[]) =>
    [
      { of: "person", attempts: person, key: sender },
      ...inviters.map((key) => ({ of: "chain", attempts: chain, key }) as const),
      ...[sender, ...inviters].map((key) => ({ of: "day", attempts: day, key }) as const),
      { of: "server", attempts: server, key: "" },
    ] as const;
  return {
    begin: async (sender, inviters) => {
      const taken: { attempts: Attempts; key: string }[] = [];
      for (const { of, attempts, key } of countersOf(sender, inviters)) {
        const seconds = await attempts.begin(key);
        if (seconds !== null) {
          for (const { attempts, key } of taken) await attempts.succeeded(key);
          return { of, seconds };
        }
        taken.push({ attempts, key });
      }
      return null;
    },
    notSent: async (sender, inviters) => {
      for (const { attempts, key } of countersOf(sender, inviters)) await attempts.succeeded(key);
    },
  };
}
