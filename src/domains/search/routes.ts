import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { FoundRecords, SearchRecords, searchRecords } from "./search-records.ts";

const searchRoute = defineRoute({
  path: "GET /api/teams/:team/search",
  role: "member",
  input: SearchRecords,
  output: json(FoundRecords),
  example: () => ({ q: "Acme" }),
  handler: async (context: Context, input) => searchRecords(context, input),
});

export const searchRoutes = [searchRoute] as const;
