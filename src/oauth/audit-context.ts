import type { BaseContext, AuditContext } from "../db/context.ts";

type Grant = { readonly team_id: string; readonly id: string; readonly user_id: string };

export function auditContextOf(context: BaseContext, grant: Grant, tool: string): AuditContext {
  return {
    ...context,
    team: { id: grant.team_id },
    actor: { id: grant.user_id },
    credential: { kind: "oauth_grant", id: grant.id },
    client: null,
    tool,
  };
}
