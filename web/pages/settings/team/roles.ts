import type { Team } from "../../../queries.ts";

export type Role = Team["role"];

export type RoleWords = {
  readonly role: Role;
  readonly label: string;
  /** With its article: `an admin`. */
  readonly one: string;
  readonly means: string;
};

export const ROLE_WORDS: readonly RoleWords[] = [
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

export function roleWords(role: Role): RoleWords {
  const words = ROLE_WORDS.find((words) => words.role === role);
  if (words === undefined) throw new Error(`unknown role: ${role}`);
  return words;
}

/** Roles for an invitation: none above one's own. */
export function rolesUpTo(role: Role): readonly RoleWords[] {
  return ROLE_WORDS.slice(0, ROLE_WORDS.findIndex((words) => words.role === role) + 1);
}

export type Person = { readonly role: Role; readonly isLastOwner: boolean };

/** Roles that this user may give to the member; none if they may not change it. */
export function rolesFor(own: Role, { role, isLastOwner }: Person): readonly RoleWords[] {
  if (isLastOwner || own === "member") return [];
  if (own === "owner") return ROLE_WORDS;
  return role === "owner" ? [] : rolesUpTo("admin");
}

export function mayRemove(own: Role, { role }: Person): boolean {
  return own === "owner" || (own === "admin" && role !== "owner");
}
