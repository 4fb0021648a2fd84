import { z } from "zod";
import { endSessions, listSessions } from "../accounts/sessions.ts";
import { Refusal } from "../core/errors.ts";
import { byId } from "../core/fields.ts";
import { deviceOf } from "../pages/device.ts";
import { defineOwnRoute } from "./route.ts";

const list = defineOwnRoute({
  path: "GET /api/me/sessions",
  input: z.strictObject({}),
  output: z.object({
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
  handler: async (context) => {
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

const end = defineOwnRoute({
  path: "DELETE /api/me/sessions/:id",
  input: byId,
  output: z.object({}),
  handler: async (context, { id }) => {
    if ((await endSessions(context, context.session, { id })) === 0) throw noSession(id);
    if (id === context.session.id) context.forgetSession();
    return {};
  },
});

const endOthers = defineOwnRoute({
  path: "DELETE /api/me/sessions",
  input: z.strictObject({}),
  output: z.object({ ended: z.number() }),
  handler: async (context) => ({ ended: await endSessions(context, context.session, "others") }),
});

export const sessionRoutes = [list, end, endOthers];

function noSession(id: string): Refusal {
  const next = "reload the page to see where you are signed in";
  return new Refusal({ code: "not_found", path: "id", message: `There is no session ${id}`, next });
}
