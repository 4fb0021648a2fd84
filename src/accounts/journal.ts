import type { PrivateSubject, SharedSubject } from "../activity/subject.ts";
import { namesIn } from "../activity/subject.ts";
import type { CallEvent } from "../core/event.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { Invitation } from "./invitations.ts";
import type { Team } from "./teams.ts";
import type { User } from "./users.ts";

declare module "../core/event.ts" {
  interface Kinds {
    team: typeof teamSubject;
    membership: typeof membershipSubject;
    invitation: typeof invitationSubject;
    user: typeof userSubject;
  }
}

/** Journal descriptions of teams and their people. None of their events can be undone. */

const ROLES: Readonly<Record<Role, string>> = { owner: "Owner", admin: "Admin", member: "Member" };

/** Words for a change of the switch. */
export const DELETING = {
  column: "destructive_ai_tools",
  by: {
    true: "turned on deleting by assistants",
    false: "turned off deleting by assistants",
  },
} as const;

export const teamSubject: SharedSubject<Exclude<keyof Team, "id">> = {
  isPrivate: false,
  noun: { label: "Team", one: "the team", named: "the team *", many: "teams" },
  verbs: {
    created: { said: "created *", tried: "create a team" },
    changed: { said: "changed the settings of *", tried: "change the settings of *" },
  },
  fields: {
    name: { label: "Name", kind: "text" },
    base_currency: { label: "Base currency", kind: "currency" },
    country_code: { label: "Country", kind: "text" },
    fiscal_year_start: { label: "Start of the fiscal year", kind: "text" },
    time_zone: { label: "Time zone", kind: "text" },
    destructive_ai_tools: { label: "Deleting by assistants", kind: "boolean" },
    destructive_ai_tools_until: { label: "Deleting by assistants until", kind: "moment" },
    member_full_access: { label: "Full access for members’ assistants", kind: "boolean" },
  },
  page: "/settings/team#details",
  names: async ({ db, team }) =>
    db.selectFrom("teams").select(["id", "name"]).where("id", "=", team.id).execute(),
  namedIn: "name",
  undo: {
    because: "The settings of a team are not undone",
    next: "change them back in Settings",
  },
};

/** Events of pages and of the OAuth server's endpoints, which are no definitions. */
export const pageEvents: Readonly<Record<string, CallEvent>> = {
  setup: {
    of: "team",
    did: "created",
    said: "set up this server with *",
    tried: "set up this server",
  },
  join: { of: "membership", did: "created", said: "joined the team", tried: "join the team" },
  "oauth/authorize": { of: "oauth_grant", did: "created" },
  "oauth/token": { of: "oauth_grant", did: "changed" },
  "oauth/revoke": { of: "oauth_grant", did: "changed" },
};

/** Identified by the user's id. */
export const membershipSubject: SharedSubject<"user_id" | "role" | "created_at"> = {
  isPrivate: false,
  noun: { label: "Member", one: "a member", named: "*", many: "members" },
  verbs: {
    created: { said: "added * to the team", tried: "add *" },
    changed: { said: "changed the role of *", tried: "change the role of *" },
    deleted: { said: "removed * from the team", tried: "remove *" },
  },
  fields: {
    user_id: null,
    role: { label: "Role", kind: "choice", choices: ROLES },
    created_at: { label: "Member since", kind: "moment" },
  },
  page: "/settings/team#members",
  names: "user",
  namedIn: null,
  undo: {
    because: "Changes to members and their roles are not undone",
    next: "add, remove or change the member in Settings",
  },
};

type InvitationColumn =
  | Exclude<keyof Invitation, "id">
  | "accepted_at"
  | "accepted_by"
  | "revoked_at";

export const invitationSubject: PrivateSubject<InvitationColumn> = {
  isPrivate: true,
  noun: {
    label: "Invitation",
    one: "an invitation",
    named: "the invitation for *",
    many: "invitations",
  },
  verbs: { created: { said: "created *", tried: "create *" } },
  fields: {
    email: { label: "E-mail", kind: "text" },
    role: { label: "Role", kind: "choice", choices: ROLES },
    invited_by: { label: "Invited by", kind: "id", of: "user" },
    created_at: null,
    expires_at: { label: "Expires", kind: "moment" },
    accepted_at: { label: "Accepted", kind: "moment" },
    accepted_by: { label: "Accepted by", kind: "id", of: "user" },
    revoked_at: { label: "Revoked", kind: "moment" },
  },
  page: "/settings/team#invitations",
  names: namesIn("invitations", "email"),
  namedIn: "email",
  undo: {
    because: "An invitation is not undone",
    next: "revoke it, or send another, in Settings",
  },
};

export const userSubject: PrivateSubject<keyof User | "password_set_at"> = {
  isPrivate: true,
  noun: {
    label: "Account",
    one: "an account",
    named: "the account of *",
    inFields: "*",
    many: "accounts",
  },
  verbs: { created: { said: "created *", tried: "create *" } },
  fields: {
    name: { label: "Name", kind: "text" },
    email: { label: "E-mail", kind: "text" },
    time_zone: { label: "Time zone", kind: "text" },
    password_set_at: { label: "Date of the password", dates: "the password", kind: "moment" },
    verified_at: { label: "Date of the check of the address", kind: "moment" },
  },
  page: null,
  names: async ({ db }, ids) =>
    db.selectFrom("users").select(["id", "name"]).where("id", "in", ids).execute(),
  namedIn: "name",
  undo: {
    because: "An account is not undone",
    next: "its user can change it in Settings",
  },
};
