import { z } from "zod";
import { createKey, revokeKey, rotateKey } from "../accounts/api-keys.ts";
import {
  latestUse,
  listShownKeys,
  requireShownKey,
  type ShownKey,
  disconnectApp,
  listShownApps,
  type ShownApp,
} from "../accounts/connections.ts";
import { KEY_PREFIX } from "../accounts/credentials.ts";
import { PRESETS, presetOf, SCOPES, scopeWords, resourceLabels } from "../accounts/scopes.ts";
import { byId, label, uuid } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds } from "../shared/time.ts";
import type { TeamContext } from "./route.ts";

const Opens = z.object({
  read: z.boolean(),
  write: z.boolean(),
  destructive: z.boolean(),
});

const DeletesWhenOn = z.boolean();

export const Holder = z.object({ id: z.string(), name: z.string(), isYou: z.boolean() });

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const Key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  hint: z.string(),
  preset: z.enum(PRESETS),
  scopes: z.array(z.string()),
  opens: Opens,
  deletesWhenOn: DeletesWhenOn,
  holder: Holder,
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  state: z.enum(["active", "expired", "revoked"]),
  lastUsedAt: z.string().nullable(),
  lastUsedBy: z.string().nullable(),
  replacedBy: z.string().nullable(),
});

const listKeys = defineRoute({
  path: "GET /api/teams/:team/keys",
  role: "member",
  input: z.strictObject({}),
  output: json(z.object({ keys: z.array(Key) })),
  example: () => ({}),
  handler: async (context: TeamContext) => {
    const keys = await listShownKeys(context);
    return { keys: keys.map((key) => keyShape(context, key)) };
  },
});

const create = defineRoute({
  path: "POST /api/teams/:team/keys",
  role: "member",
  event: { of: "api_key", did: "created" },
  input: z.strictObject({
    name: label(100),
    preset: z.enum(PRESETS),
    scopes: z.array(z.string()).max(SCOPES.length).optional(),
    expiresInDays: z.literal([7, 30, 90, 365, null]),
  }),
  output: json(z.object({ key: Key, secret: z.string() })),
  example: () => ({ name: "Key", preset: "read", expiresInDays: 30 }) as const,
  handler: async (context: TeamContext, { expiresInDays: days, ...given }) => {
    const expiresAt = days === null ? undefined : addMilliseconds(context.now, days * DAY_MS);
    const newKey = { ...given, userId: context.actor.id, expiresAt };
    const { id, key: secret } = await createKey(context, newKey);
    return { key: await shownAs(context, id), secret };
  },
});

const rotate = defineRoute({
  path: "POST /api/teams/:team/keys/:id/rotate",
  role: "member",
  event: { of: "api_key", did: "created", said: "rotated *", tried: "rotate an API key" },
  input: z.strictObject({ id: uuid, overlapHours: z.literal([0, 1, 24, 168]) }),
  output: json(z.object({ key: Key, secret: z.string(), old: Key })),
  example: (idOf) => ({ id: idOf("api_key"), overlapHours: 0 as const }),
  handler: async (context: TeamContext, { id, overlapHours }) => {
    const successor = await rotateKey(context, { id, overlapMs: overlapHours * HOUR_MS });
    return {
      key: await shownAs(context, successor.id),
      secret: successor.key,
      old: await shownAs(context, id),
    };
  },
});

const revoke = defineRoute({
  path: "DELETE /api/teams/:team/keys/:id",
  role: "member",
  event: { of: "api_key", did: "changed", said: "revoked *", tried: "revoke an API key" },
  input: byId,
  output: json(z.object({ key: Key })),
  example: (idOf) => ({ id: idOf("api_key") }),
  handler: async (context: TeamContext, { id }) =>
    transaction(context, async (context) => {
      await requireShownKey(context, id);
      await revokeKey(context, id);
      return { key: await shownAs(context, id) };
    }),
});

const App = z.object({
  id: z.string(),
  name: z.string(),
  /** Where it gets what it is sent. It cannot make this up, as it can its name. */
  host: z.string(),
  isUnverified: z.boolean(),
  scopes: z.array(z.object({ name: z.string(), words: z.string() })),
  opens: Opens,
  deletesWhenOn: DeletesWhenOn,
  holder: Holder,
  connectedAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  lastUsedBy: z.string().nullable(),
});

const listApps = defineRoute({
  path: "GET /api/teams/:team/apps",
  role: "member",
  input: z.strictObject({}),
  output: json(z.object({ apps: z.array(App) })),
  example: () => ({}),
  handler: async (context: TeamContext) => {
    const apps = await listShownApps(context);
    return { apps: apps.map((app) => appShape(context, app)) };
  },
});

const disconnect = defineRoute({
  path: "DELETE /api/teams/:team/apps/:id",
  role: "member",
  event: { of: "oauth_grant", did: "changed" },
  input: byId,
  output: json(z.object({})),
  example: (idOf) => ({ id: idOf("oauth_grant") }),
  handler: async (context: TeamContext, { id }) => {
    await disconnectApp(context, id);
    return {};
  },
});

const Scope = z.object({ scope: z.string(), words: z.string() });

const listScopes = defineRoute({
  path: "GET /api/scopes",
  role: null,
  input: z.strictObject({}),
  output: json(
    z.object({
      resources: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          read: Scope.nullable(),
          write: Scope.nullable(),
        }),
      ),
    }),
  ),
  example: () => ({}),
  handler: async () => ({
    resources: [...resourceLabels].map(([name, label]) => ({
      name,
      label,
      read: scopeShape(`${name}.read`),
      write: scopeShape(`${name}.write`),
    })),
  }),
});

/** Asked again and again by whoever waits for their assistant's first call. */
const latest = defineRoute({
  path: "GET /api/teams/:team/connections",
  role: "member",
  input: z.strictObject({}),
  output: json(
    z.object({
      now: z.string(),
      latest: z
        .object({
          at: z.string(),
          name: z.string(),
          via: z.enum(["key", "app"]),
          viaName: z.string(),
          opens: Opens,
        })
        .nullable(),
    }),
  ),
  example: () => ({}),
  handler: async (context: TeamContext) => ({ now: context.now, latest: await latestUse(context) }),
});

export const connectionRoutes = [
  listKeys,
  create,
  rotate,
  revoke,
  listApps,
  disconnect,
  listScopes,
  latest,
];

async function shownAs(context: TeamContext, id: string): Promise<z.input<typeof Key>> {
  return keyShape(context, await requireShownKey(context, id));
}

function keyShape({ actor }: TeamContext, key: ShownKey): z.input<typeof Key> {
  return {
    id: key.id,
    name: key.name,
    prefix: KEY_PREFIX,
    hint: key.hint,
    preset: presetOf(key.scopes),
    scopes: [...key.scopes],
    opens: key.opens,
    deletesWhenOn: key.deletesWhenOn,
    holder: { id: key.holder_id, name: key.holder_name, isYou: key.holder_id === actor.id },
    createdAt: key.created_at,
    expiresAt: key.expires_at,
    revokedAt: key.revoked_at,
    state: key.state,
    lastUsedAt: key.last_used_at,
    lastUsedBy: key.last_used_by,
    replacedBy: key.replaced_by,
  };
}

function appShape({ actor }: TeamContext, app: ShownApp): z.input<typeof App> {
  return {
    id: app.id,
    name: app.name,
    host: URL.parse(app.redirect_uri)?.host ?? "",
    isUnverified: app.kind !== "confidential",
    scopes: app.scopes.map((name) => ({ name, words: scopeWords.get(name) ?? name })),
    opens: app.opens,
    deletesWhenOn: app.deletesWhenOn,
    holder: { id: app.holder_id, name: app.holder_name, isYou: app.holder_id === actor.id },
    connectedAt: app.created_at,
    expiresAt: app.expires_at,
    lastUsedAt: app.last_used_at,
    lastUsedBy: app.last_used_by,
  };
}

function scopeShape(scope: string): z.input<typeof Scope> | null {
  const words = scopeWords.get(scope);
  return words === undefined ? null : { scope, words };
}
