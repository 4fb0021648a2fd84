import type { Ground, Signed } from "../db/context.ts";

type Grant = { readonly team_id: string; readonly id: string; readonly user_id: string };

/** What an app does with its grant, on behalf of the person who gave it. */
export function signedByApp(context: Ground, grant: Grant, tool: string): Signed {
  return {
    ...context,
    team: { id: grant.team_id },
    actor: { id: grant.user_id },
    credential: { kind: "oauth_grant", id: grant.id },
    client: null,
    tool,
  };
}
