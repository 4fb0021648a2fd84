import type { Output } from "../../api.ts";

export type Call = Output<"GET /api/teams/:team/calls">["calls"][number];
