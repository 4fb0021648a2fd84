import { z } from "zod";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { getOverview, Overview } from "./get-overview.ts";

const overviewRoute = defineRoute({
  path: "GET /api/teams/:team/overview",
  role: "member",
  input: z.strictObject({}),
  output: json(Overview),
  example: () => ({}),
  handler: async (context: Context) => getOverview(context),
});

export const overviewRoutes = [overviewRoute] as const;
