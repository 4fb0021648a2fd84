import { z } from "zod";
import { disconnectApp, listShownApps, type ShownApp } from "../accounts/connections.ts";
import { scopeWords } from "../accounts/scopes.ts";
import { byId } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import { DeletesWhenOn, Holder, Opens } from "./credential-shape.ts";
import type { TeamContext } from "./route.ts";

const App = z.object({
  id: z.string(),
  name: z.string(),
  /** Where it gets what it is sent: the one thing about it that it cannot make up. */
  host: z.string(),
  /** True when only the app itself vouches for its name. */
  isUnverified: z.boolean(),
  scopes: z.array(z.object({ name: z.string(), words: z.string() })),
  opens: Opens,
  deletesWhenOn: DeletesWhenOn,
  holder: Holder,
  connectedAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** The program as it calls itself. */
  lastUsedBy: z.string().nullable(),
});

const list = defineRoute({
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

export const appRoutes = [list, disconnect];

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
