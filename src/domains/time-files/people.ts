import { listMembers } from "../../accounts/members.ts";
import { mayAct } from "../../accounts/membership.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import type { ImportOptions } from "./import-options.ts";
import type { TimeRow } from "./time-row.ts";

export type Owner = { readonly id: string; readonly name: string; readonly zone: string };

/** The member whose time a row is, or why it is nobody's, as a sentence. */
export type FindOwner = (row: Pick<TimeRow, "email" | "person">) => Owner | Stranger;

type Stranger = { readonly reason: string };

/** Members are found by e-mail address, or by name where the file has no address. */
export async function peopleOf(context: Context, options: ImportOptions): Promise<FindOwner> {
  const { actor } = context;
  const members = await membersOf(context);
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]));
  const byName = Map.groupBy(members, ({ name }) => fold(name));
  const me = { id: actor.id, name: actor.name, zone: actor.timeZone };
  const isLead = mayAct(actor.role, "admin");
  return ({ email, person }) => {
    const found = email === "" ? soleOf(byName.get(fold(person))) : byEmail.get(email);
    const isNobody = email === "" && person === "";
    const owner = found ?? (isNobody || options.strangers === "mine" ? me : null);
    if (owner === null) return { reason: "is not in the team" };
    if (owner.id !== me.id && !isLead)
      return { reason: "is somebody else, whose time only owners and admins import" };
    return { id: owner.id, name: owner.name, zone: owner.zone };
  };
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
