import { z } from "zod";
import { lastChanges, listMembers, memberRole } from "../accounts/members.ts";
import { removeMember, setRole } from "../accounts/roles.ts";
import { byId, uuid } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import { requireConfirmed, type TeamContext } from "./route.ts";

export const Role = z.enum(["owner", "admin", "member"]);

const Members = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: Role,
      joinedAt: z.string(),
      lastChangeAt: z.string().nullable(),
      isYou: z.boolean(),
      /** False while nobody has shown that the address is theirs. */
      isVerified: z.boolean(),
      isLastOwner: z.boolean(),
    }),
  ),
});

const list = defineRoute({
  path: "GET /api/teams/:team/members",
  role: "member",
  input: z.strictObject({}),
  output: json(Members),
  example: () => ({}),
  handler: membersOf,
});

const change = defineRoute({
  path: "PATCH /api/teams/:team/members/:id",
  role: "admin",
  event: {
    of: "membership",
    did: "changed",
    said: {
      column: "role",
      by: { owner: "made * an owner", admin: "made * an admin", member: "made * a member" },
      otherwise: "changed the role of *",
    },
  },
  input: z.strictObject({ id: uuid, role: Role }),
  output: json(Members),
  example: (idOf) => ({ id: idOf("member"), role: "admin" as const }),
  handler: async (context: TeamContext, { id, role }) => {
    if (role === "owner") requireOwnersPassword(context);
    else await requirePasswordFor(context, id);
    await setRole(context, { id, role });
    return membersOf(context);
  },
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/members/:id",
  role: "member",
  event: { of: "membership", did: "deleted" },
  input: byId,
  output: json(z.object({})),
  example: (idOf) => ({ id: idOf("member") }),
  handler: async (context: TeamContext, { id }) => {
    if (id !== context.actor.id) await requirePasswordFor(context, id);
    await removeMember(context, { id });
    return {};
  },
});

export const memberRoutes = [list, change, remove];

async function membersOf(context: TeamContext): Promise<z.input<typeof Members>> {
  const [rows, changes] = await Promise.all([listMembers(context), lastChanges(context)]);
  const members = rows.map(({ id, name, email, role, created_at, verified_at, is_last_owner }) => ({
    id,
    name,
    email,
    role,
    joinedAt: created_at,
    lastChangeAt: changes.get(id) ?? null,
    isYou: id === context.actor.id,
    isVerified: verified_at !== null,
    isLastOwner: is_last_owner,
  }));
  return { members };
}

async function requirePasswordFor(context: TeamContext, id: string): Promise<void> {
  if ((await memberRole(context, context.team.id, id)) === "owner") requireOwnersPassword(context);
}

/** Asks owners for their password; others are refused by the verb. */
function requireOwnersPassword(context: TeamContext): void {
  if (context.actor.role === "owner") requireConfirmed(context);
}
