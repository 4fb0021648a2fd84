import { z } from "zod";
import type { AuditContext } from "../db/context.ts";
import type { CredentialKind } from "../db/schema/activity.ts";
import type { EventRow } from "./event-rows.ts";
import type { Credential, Subjects } from "./subject.ts";

/** The credential of a call, or the way in that needs none. */
export const Via = z.object({
  kind: z.enum(["key", "app", "web", "command"]),
  id: z.string().nullable(),
  /** Null also for a credential that is no longer stored. */
  name: z.string().nullable(),
  hint: z.string().nullable(),
});

export type Via = z.output<typeof Via>;

type CredentialColumns = Pick<EventRow, "credential_kind" | "credential_id">;

export function credentialsOf(subjects: Subjects): readonly Credential[] {
  return Object.values(subjects).flatMap(({ credential }) => credential ?? []);
}

/** Describes the credentials of events or calls, in one query for each kind. */
export async function viasOf(
  context: AuditContext & { readonly subjects: Subjects },
  rows: readonly CredentialColumns[],
): Promise<(row: CredentialColumns) => Via> {
  const found = new Map<string, Via>();
  for (const { kind, via, find } of credentialsOf(context.subjects)) {
    const ids = new Set(
      rows.flatMap((row) => (row.credential_kind === kind ? (row.credential_id ?? []) : [])),
    );
    if (ids.size === 0) continue;
    for (const id of ids) found.set(`${kind} ${id}`, { kind: via, id, name: null, hint: null });
    for (const { id, name, hint } of await find(context, [...ids]))
      found.set(`${kind} ${id}`, { kind: via, id, name, hint });
  }
  return ({ credential_kind, credential_id }) =>
    found.get(`${credential_kind} ${credential_id}`) ?? withoutCredential(credential_kind);
}

/** The id of a session is never shown. */
function withoutCredential(kind: CredentialKind): Via {
  return { kind: kind === "command_line" ? "command" : "web", id: null, name: null, hint: null };
}
