import type { AuditContext } from "../db/context.ts";
import type { SubjectSummary } from "../db/schema/activity.ts";
import type { EventValues } from "./write-event.ts";

type Told = Pick<EventValues, "id" | "outcome" | "reason" | "is_private" | "holder_id"> & {
  readonly undoes: string | null;
  readonly subjects: readonly SubjectSummary[];
};

/** The row of a call's event. */
export function newEvent(context: AuditContext, { undoes, subjects, ...told }: Told): EventValues {
  return {
    ...told,
    team_id: context.team.id,
    created_at: context.now,
    actor_id: context.actor?.id ?? null,
    credential_kind: context.credential.kind,
    credential_id: context.credential.id,
    client_name: context.client?.name ?? null,
    client_version: context.client?.version ?? null,
    tool: context.tool,
    undoes_id: undoes,
    subjects: JSON.stringify(subjects),
  };
}
