import type { Access } from "../../accounts/scopes.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { getTeam } from "./get-team.ts";

type CallContext = Context & { readonly access: Access };

export const teamResources: readonly Resource<CallContext>[] = [
  {
    uri: "ledgerport://team",
    name: "team",
    title: "Team",
    tier: "read",
    description:
      "The team, its currency and its people with their time zones; who you are, your time zone and today's date there; what your credential opens.",
    mimeType: "application/json",
    read: async (context) => jsonContents(context, await getTeam(context, context.access)),
  },
];
