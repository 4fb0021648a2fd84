import { z } from "zod";
import { listMembers } from "../../accounts/members.ts";
import { notFound, Refusal } from "../../core/errors.ts";
import { label, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";

/** A member's id, name or e-mail address. */
export const member = z.union([uuid, label(200)]);

type Asked = { readonly assigned_id?: string | null | undefined };

/** Id of the member that a call asks for, else of the caller. */
export async function memberAsked(context: Context, { assigned_id }: Asked): Promise<string> {
  return typeof assigned_id === "string" ? memberCalled(context, assigned_id) : context.actor.id;
}

/**
 * Id of the member who is called so; an id is given back, whosever it is. Some words of a name, such as the first one, do
 * where one member has them and nobody is called just that.
 * @throws Refusal that names members, for a name or address that nobody, or more than one, has
 */
export async function memberCalled(context: Context, given: string): Promise<string> {
  const id = uuid.safeParse(given);
  if (id.success) return id.data;
  const members = await listMembers(context);
  const wanted = fold(given);
  const whole = members.filter(({ name, email }) => [fold(name), fold(email)].includes(wanted));
  const partly = members.filter(({ name }) => {
    const words = wordsOf(fold(name));
    return wordsOf(wanted).every((word) => words.includes(word));
  });
  const found = whole.length > 0 ? whole : partly;
  const [person, ...others] = found;
  if (person !== undefined && others.length === 0) return person.id;
  throw unknownMember(given, found.length === 0 ? members : found);
}

function wordsOf(name: string): readonly string[] {
  return name.split(/\s+/u);
}

const MOST_NAMED = 10;

function unknownMember(given: string, people: Awaited<ReturnType<typeof listMembers>>): Refusal {
  const named = people.slice(0, MOST_NAMED).map(({ id, name }) => `${quoted(name)} (${id})`);
  const more = people.length - named.length;
  const others = more === 0 ? "" : `, and ${more} more`;
  return new Refusal({
    code: "not_found",
    path: "assigned_id",
    message: `${quoted(given)} is not the name or e-mail address of one member alone: there are ${named.join(", ")}${others}`,
    next: `give an id; ${WHERE_IDS_ARE}`,
  });
}

export function noAssigned(id: string): Refusal {
  return notFound({
    what: "User",
    id,
    path: "assigned_id",
    next: `leave assigned_id out for yourself; ${WHERE_IDS_ARE}`,
  });
}

const WHERE_IDS_ARE =
  "ledgerport://team has members with their ids, and tracker_list_entries with assigned_id all names everybody who has time, those who left too";
