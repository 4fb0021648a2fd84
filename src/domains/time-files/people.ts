import { listMembers } from "../../accounts/members.ts";
import { Refusal } from "../../core/errors.ts";
import { fold } from "../../core/fold.ts";
import { type Context, mayAct } from "../../db/context.ts";
import type { TimeImportOptions } from "./import-options.ts";
import type { TimeRow } from "./time-row.ts";

export type Owner = { readonly id: string; readonly name: string; readonly zone: string };

type Stranger = { readonly reason: string };

type People = {
  readonly ownerOf: (row: Whose) => Owner | Stranger;
  /** True for a row with the name or address of somebody whom no member matches. */
  readonly isUnknown: (row: Whose) => boolean;
};

type Whose = Pick<TimeRow, "email" | "person" | "owner">;

/**
 * Finds members by e-mail address, or by name where the file has no address. The options name members for
 * the people whom none matches.
 * @throws Refusal when a chosen member is not in the team
 */
export async function peopleOf(context: Context, options: TimeImportOptions): Promise<People> {
  const { actor } = context;
  const members = await membersOf(context);
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]));
  const byName = Map.groupBy(members, ({ name }) => fold(name));
  const chosen = chosenIn(members, options);
  const me = { id: actor.id, name: actor.name, zone: actor.timeZone };
  const isLead = mayAct(actor.role, "admin");
  const known = ({ email, person }: Whose) =>
    email === "" ? soleOf(byName.get(fold(person))) : byEmail.get(email);
  const ownerOf = (row: Whose) => {
    const owner = known(row) ?? (row.owner === "" ? me : chosen.get(row.owner));
    if (owner === undefined) return { reason: "is not in the team" };
    if (owner.id !== me.id && !isLead)
      return { reason: "is somebody else, whose time only owners and admins import" };
    return { id: owner.id, name: owner.name, zone: owner.zone };
  };
  return { ownerOf, isUnknown: (row) => row.owner !== "" && known(row) === undefined };
}

function chosenIn(
  members: readonly Owner[],
  options: Pick<TimeImportOptions, "people" | "members">,
): ReadonlyMap<string, Owner> {
  const byId = new Map(members.map((member) => [member.id, member]));
  return new Map(
    options.people.map((person, index) => {
      const member = byId.get(options.members[index] ?? "");
      if (member === undefined) throw noMember();
      return [person, member];
    }),
  );
}

function noMember(): Refusal {
  return new Refusal({
    code: "not_found",
    path: "members",
    message: "A member who was chosen for time of the file is not in the team",
    next: "choose another member; nothing was imported",
  });
}

async function membersOf(context: Context): Promise<readonly (Owner & { email: string })[]> {
  const members = await listMembers(context);
  const zones = await context.db
    .selectFrom("users")
    .select(["id", "time_zone"])
    .where(
      "id",
      "in",
      members.map(({ id }) => id),
    )
    .execute();
  const zoneOf = new Map(zones.map(({ id, time_zone }) => [id, time_zone]));
  return members.map(({ id, name, email }) => ({
    id,
    name,
    email,
    zone: zoneOf.get(id) ?? "UTC",
  }));
}

function soleOf<T>(items: readonly T[] | undefined): T | undefined {
  return items?.length === 1 ? items[0] : undefined;
}
