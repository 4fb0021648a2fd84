import { z } from "zod";
import { latestUse } from "../accounts/latest-use.ts";
import { Opens } from "./credential-shape.ts";
import { defineRoute } from "./route.ts";

/** Asked again and again by whoever waits for their assistant's first call. */
const latest = defineRoute({
  path: "GET /api/teams/:team/connections",
  role: "member",
  input: z.strictObject({}),
  output: z.object({
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
  handler: async (context) => ({ now: context.now, latest: await latestUse(context) }),
});

export const connectionRoutes = [latest];
