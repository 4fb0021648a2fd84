import { sql } from "kysely";
import {
  type PrivateSubject,
  type SharedSubject,
  namesIn,
  type Credential,
} from "../activity/subject.ts";
import type { CallEvent } from "../core/event.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { GrantEnd } from "../db/schema/oauth.ts";
import type { Invitation } from "./invitations.ts";
import type { Team } from "./teams.ts";
import type { User } from "./users.ts";

declare module "../core/event.ts" {
  interface Kinds {
    team: typeof teamSubject;
    membership: typeof membershipSubject;
    invitation: typeof invitationSubject;
    user: typeof userSubject;
    api_key: typeof apiKeySubject;
    oauth_grant: typeof oauthGrantSubject;
  }
}

/** None of these events can be undone. */

const ROLES: Readonly<Record<Role, string>> = { owner: "Owner", admin: "Admin", member: "Member" };

export const DELETING = {
  column: "destructive_ai_tools",
  by: {
    true: "turned on deleting by assistants",
    false: "turned off deleting by assistants",
  },
} as const;

export const teamSubject: SharedSubject<Exclude<keyof Team, "id"> | "inbox_token"> = {
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
    deletions_per_hour: {
      label: "Deletions an hour by assistants that cannot ask",
      kind: "number",
      unit: null,
    },
    member_full_access: { label: "Full access for members’ assistants", kind: "boolean" },
    // Not shown: it is enough to send receipts.
    inbox_token: null,
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

const SCOPES = { "apis.all": "All", "apis.read": "Read Only" };

const keyCredential: Credential = {
  kind: "api_key",
  via: "key",
  find: async ({ db, team }, ids) =>
    db
      .selectFrom("api_keys")
      .select(["id", "name", "hint"])
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .execute(),
  choices: async ({ db, team }, isUsed) => {
    const keys = await db
      .selectFrom("api_keys as key")
      .select(["key.id", "key.name", "key.hint"])
      .where("key.team_id", "=", team.id)
      .where(isUsed(sql.ref("key.id")))
      .orderBy("key.name")
      .orderBy("key.id")
      .execute();
    return keys.map(({ id, name, hint }) => ({ id, label: `${name} …${hint}` }));
  },
};

const appCredential: Credential = {
  kind: "oauth_grant",
  via: "app",
  find: async ({ db, team }, ids) => {
    const grants = await db
      .selectFrom("oauth_grants as grant")
      .innerJoin("oauth_clients as client", "client.id", "grant.client_id")
      .select(["grant.id", "client.name"])
      .where("grant.team_id", "=", team.id)
      .where("grant.id", "in", ids)
      .execute();
    return grants.map((grant) => ({ ...grant, hint: null }));
  },
  choices: async ({ db, team }, isUsed) => {
    const apps = await db
      .selectFrom("oauth_grants as grant")
      .innerJoin("oauth_clients as app", "app.id", "grant.client_id")
      .innerJoin("users as holder", "holder.id", "grant.user_id")
      .select(["grant.id", "app.name", "holder.name as holder"])
      .where("grant.team_id", "=", team.id)
      .where(isUsed(sql.ref("grant.id")))
      .orderBy("app.name")
      .orderBy("holder.name")
      .orderBy("grant.id")
      .execute();
    return apps.map(({ id, name, holder }) => ({ id, label: `${name} of ${holder}` }));
  },
};

type KeyColumn =
  | "user_id"
  | "name"
  | "hint"
  | "scopes"
  | "expires_at"
  | "revoked_at"
  | "replaced_by";

export const apiKeySubject: PrivateSubject<KeyColumn> = {
  isPrivate: true,
  noun: { label: "API key", one: "an API key", named: "the API key *", many: "API keys" },
  verbs: { created: { said: "created *", tried: "create *" } },
  fields: {
    name: { label: "Name", kind: "text" },
    hint: { label: "Ends in", kind: "text" },
    user_id: { label: "Held by", kind: "id", of: "user" },
    scopes: { label: "Scopes", kind: "list", items: SCOPES },
    expires_at: { label: "Expires", kind: "moment" },
    revoked_at: { label: "Revoked", kind: "moment" },
    replaced_by: { label: "Replaced by", kind: "id", of: "api_key" },
  },
  page: "/settings/developer#keys",
  names: namesIn("api_keys"),
  namedIn: "name",
  credential: keyCredential,
  undo: {
    because: "What was done to API keys is not undone: a revoked key cannot be brought back",
    next: "revoke the key, or create a new one, in Settings",
  },
};

const GRANT_ENDS: Readonly<Record<GrantEnd, string>> = {
  disconnected: "Disconnected",
  revoked: "Revoked by the app",
  removed: "Its holder was removed",
  code_replayed: "Its sign-in code was used twice",
  refresh_token_reused: "One of its tokens was used twice",
};

type GrantColumn =
  | "user_id"
  | "client_id"
  | "scopes"
  | "redirect_uri"
  | "created_at"
  | "expires_at"
  | "ended_at"
  | "ended_because";

export const oauthGrantSubject: PrivateSubject<GrantColumn> = {
  isPrivate: true,
  noun: { label: "Connected app", one: "an app", named: "the app *", many: "apps" },
  verbs: {
    created: { said: "connected *", tried: "connect *" },
    changed: { said: "disconnected *", tried: "disconnect *" },
  },
  fields: {
    user_id: { label: "Held by", kind: "id", of: "user" },
    client_id: null,
    scopes: { label: "Scopes", kind: "list", items: SCOPES },
    redirect_uri: null,
    created_at: null,
    expires_at: { label: "Expires", kind: "moment" },
    ended_at: { label: "Disconnected", kind: "moment" },
    ended_because: { label: "Reason", kind: "choice", choices: GRANT_ENDS },
  },
  page: "/settings/developer#apps",
  names: async (context, ids) => appCredential.find(context, ids),
  namedIn: null,
  credential: appCredential,
  undo: {
    because: "The access of an app is not undone",
    next: "disconnect it in Settings, or connect it again from the app",
  },
};
