import type { Selectable } from "kysely";
import type { Change } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { checkOf } from "./balance-check.ts";
import type { ImportFile } from "./import-file.ts";
import { countsOf } from "./plan-counts.ts";
import type { AccountPlan } from "./plan-import.ts";

export function importSnapshot({ team_id: _team, ...snapshot }: Selectable<Schema["imports"]>) {
  return snapshot;
}

/** Writes down that a file was imported into an account, with the answers that it needed. */
export async function writeImport(
  context: AuditContext,
  { name, sha256, bytes, read, options }: ImportFile,
  plan: AccountPlan,
): Promise<{ readonly id: string; readonly changes: readonly Change[] }> {
  const { opening, closing, difference } = checkOf(plan.statements);
  const row = await context.db
    .insertInto("imports")
    .values({
      team_id: context.team.id,
      id: context.newId(),
      bank_account_id: plan.account.id,
      file_name: name,
      file_sha256: sha256,
      file_bytes: bytes,
      format: read.format,
      signature: read.signature,
      mapping: JSON.stringify(options.answers),
      first_date: plan.first,
      last_date: plan.last,
      counts: JSON.stringify(countsOf(plan.rows)),
      opening_minor: opening?.minor ?? null,
      closing_minor: closing?.minor ?? null,
      difference_minor: difference,
      created_at: context.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id } = row;
  return { id, changes: [{ type: "import", id, before: null, after: importSnapshot(row) }] };
}
