import { namesIn, type Subject } from "../activity/subject.ts";

/** How the journal tells of teams, their people, and what these hold. None of it is undone. */

export const teamSubject: Subject = {
  label: "Team",
  fields: {
    name: "Name",
    base_currency: "Base currency",
    destructive_ai_tools: "Tools that delete",
    destructive_ai_tools_until: "Tools that delete, until",
    member_full_access: "Full access for members",
  },
  refers: {},
  names: async ({ db, team }) =>
    db.selectFrom("teams").select(["id", "name"]).where("id", "=", team.id).execute(),
  namedIn: "name",
  undo: {
    because: "The settings of a team are not undone",
    next: "set them as they were in Settings",
  },
};

/** Has the person's id. */
export const membershipSubject: Subject = {
  label: "Member",
  fields: { role: "Role", created_at: "Member since" },
  refers: { user_id: "user" },
  names: "user",
  namedIn: null,
  undo: {
    because: "Who is in a team, and with which role, is not undone",
    next: "add, remove or change the member in Settings",
  },
};

export const invitationSubject: Subject = {
  label: "Invitation",
  fields: {
    email: "E-mail",
    role: "Role",
    invited_by: "Invited by",
    expires_at: "Expires",
    accepted_at: "Accepted",
    accepted_by: "Accepted by",
    revoked_at: "Taken back",
  },
  refers: { invited_by: "user", accepted_by: "user" },
  names: namesIn("invitations", "email"),
  namedIn: "email",
  undo: {
    because: "An invitation is not undone",
    next: "take it back, or send another, in Settings",
  },
};

export const userSubject: Subject = {
  label: "Account",
  fields: {
    name: "Name",
    email: "E-mail",
    time_zone: "Time zone",
    password_set_at: "Password set",
  },
  refers: {},
  names: async ({ db }, ids) =>
    db.selectFrom("users").select(["id", "name"]).where("id", "in", ids).execute(),
  namedIn: "name",
  undo: {
    because: "A person's own account is not undone",
    next: "whoever it belongs to can change it in Settings",
  },
};

export const apiKeySubject: Subject = {
  label: "API key",
  fields: {
    name: "Name",
    hint: "Ends in",
    user_id: "Holder",
    scopes: "Scopes",
    expires_at: "Expires",
    revoked_at: "Revoked",
    replaced_by: "Replaced by",
  },
  refers: { user_id: "user", replaced_by: "api_key" },
  names: namesIn("api_keys"),
  namedIn: "name",
  undo: {
    because: "An API key is not undone, and one that has ended stays so",
    next: "revoke the key, or make a new one, in Settings",
  },
};

export const oauthGrantSubject: Subject = {
  label: "Connected app",
  fields: {
    user_id: "Holder",
    scopes: "Scopes",
    expires_at: "Expires",
    ended_at: "Disconnected",
    ended_because: "Reason",
  },
  refers: { user_id: "user" },
  names: async ({ db, team }, ids) =>
    db
      .selectFrom("oauth_grants as grant")
      .innerJoin("oauth_clients as client", "client.id", "grant.client_id")
      .select(["grant.id", "client.name"])
      .where("grant.team_id", "=", team.id)
      .where("grant.id", "in", ids)
      .execute(),
  namedIn: null,
  undo: {
    because: "What an app is let into is not undone",
    next: "disconnect it in Settings, or connect it again from the app",
  },
};
