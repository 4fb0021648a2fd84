import type { Team } from "../../../queries.ts";

export type Role = Team["role"];

export type RoleWords = {
  readonly role: Role;
  readonly label: string;
  /** As it stands in a sentence: `an admin`. */
  readonly one: string;
  /** What may be done with it. */
  readonly means: string;
};

/** The roles, from the one that may least. */
export const ROLES: readonly RoleWords[] = [
  {
    role: "member",
    label: "Member",
    one: "a member",
    means: "Works with all of the team’s books, and connects assistants of their own.",
  },
  {
    role: "admin",
    label: "Admin",
    one: "an admin",
    means:
      "Also invites and removes people, changes the team’s settings, and can stop everybody’s keys and apps.",
  },
  {
    role: "owner",
    label: "Owner",
    one: "an owner",
    means: "Also decides who the owners are.",
  },
];

export function wordsOf(role: Role): RoleWords {
  const words = ROLES.find((words) => words.role === role);
  if (words === undefined) throw new Error(`nothing is known of the role ${role}`);
  return words;
}

/** The roles that somebody can invite others to: none above their own. */
export function rolesUpTo(role: Role): readonly RoleWords[] {
  return ROLES.slice(0, ROLES.findIndex((words) => words.role === role) + 1);
}

export type Person = { readonly role: Role; readonly isLastOwner: boolean };

/** The roles that can be given to a member by somebody of this role; none when it is not theirs to say. */
export function rolesFor(own: Role, { role, isLastOwner }: Person): readonly RoleWords[] {
  if (isLastOwner || own === "member") return [];
  if (own === "owner") return ROLES;
  return role === "owner" ? [] : rolesUpTo("admin");
}

/** Whether somebody of this role can remove another member. */
export function mayRemove(own: Role, { role }: Person): boolean {
  return own === "owner" || (own === "admin" && role !== "owner");
}
