import { z } from "zod";
import { endSessions, listSessions } from "../accounts/sessions.ts";
import { Refusal } from "../core/errors.ts";
import { byId } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import { deviceOf } from "../site/device.ts";
import type { OwnContext } from "./route.ts";

const list = defineRoute({
  path: "GET /api/me/sessions",
  role: null,
  input: z.strictObject({}),
  output: json(
    z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          /** The browser as a person would name it. */
          device: z.string(),
          signedInAt: z.string(),
          lastSeenAt: z.string(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
  ),
  example: () => ({}),
  handler: async (context: OwnContext) => {
    const sessions = await listSessions(context, context.session.user.id);
    return {
      sessions: sessions.map(({ id, device, created_at, last_seen_at }) => ({
        id,
        device: deviceOf(device),
        signedInAt: created_at,
        lastSeenAt: last_seen_at,
        isCurrent: id === context.session.id,
      })),
    };
  },
});

const end = defineRoute({
  path: "DELETE /api/me/sessions/:id",
  role: null,
  event: null,
  input: byId,
  output: json(z.object({})),
  example: (idOf) => ({ id: idOf("session") }),
  handler: async (context: OwnContext, { id }) => {
    if ((await endSessions(context, context.session, { id })) === 0) throw noSession(id);
    if (id === context.session.id) context.forgetSession();
    return {};
  },
});

const endOthers = defineRoute({
  path: "DELETE /api/me/sessions",
  role: null,
  event: null,
  input: z.strictObject({}),
  output: json(z.object({ ended: z.number() })),
  example: () => ({}),
  handler: async (context: OwnContext) => ({
    ended: await endSessions(context, context.session, "others"),
  }),
});

export const sessionRoutes = [list, end, endOthers];

function noSession(id: string): Refusal {
  const next = "reload the page to see where you are signed in";
  return new Refusal({ code: "not_found", path: "id", message: `There is no session ${id}`, next });
}
