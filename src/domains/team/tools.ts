import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { GetTeamDetails, getTeamDetails, ToolTeam } from "./get-team.ts";

export const teamTools: readonly Tool<Context>[] = [
  defineTool({
    name: "team_get",
    title: "Get team",
    tier: "read",
    resource: "teams",
    description:
      "Returns the team: base currency, country, time zone and today there, the fiscal year's first day (MM-DD), and the number of members. ledgerport://team names them.",
    effect: "Reads the team’s name, base currency, country and time zone.",
    input: GetTeamDetails,
    output: ToolTeam,
    example: () => ({}),
    handler: getTeamDetails,
  }),
];
