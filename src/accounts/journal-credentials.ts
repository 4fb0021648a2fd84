import { sql } from "kysely";
import { type Credential, namesIn, type PrivateSubject } from "../activity/subject.ts";
import type { GrantEnd } from "../db/schema/oauth.ts";

declare module "../core/event.ts" {
  interface Kinds {
    api_key: typeof apiKeySubject;
    oauth_grant: typeof oauthGrantSubject;
  }
}

/** Journal descriptions of API keys and connected apps. None of their events can be undone. */

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

/** The access of one user to the team through an app. */
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
