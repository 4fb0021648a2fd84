import { z } from "zod";
import { latestUse } from "../accounts/connections.ts";
import { json, defineRoute } from "../core/route.ts";
import { Opens } from "./credential-shape.ts";
import type { TeamContext } from "./route.ts";

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
          /** The program as it calls itself; else the key or the app. */
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

export const connectionRoutes = [latest];
