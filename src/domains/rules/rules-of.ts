import { type Change, difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { type Actions, setsSomething, allRules, type Row, ruleSnapshot, ruleOf } from "./rule.ts";

export async function rulesOfCategory(
  context: Pick<AuditContext, "db" | "team">,
  slug: string,
): Promise<readonly Row[]> {
  return (await allRules(context)).filter((row) => ruleOf(row).actions.category_slug === slug);
}

/** Rules that add a tag: the ones that set nothing else, and the others. */
export async function rulesOfTag(context: Pick<AuditContext, "db" | "team">, tag: string) {
  const rules = (await allRules(context)).filter((row) => actionsOf(row).tag_ids?.includes(tag));
  const isAll = (row: Row) => !setsSomething(withoutTag(row, tag));
  return {
    alone: rules.filter(isAll),
    others: rules.filter((row) => !isAll(row)),
  };
}

/** Deletes rules that would set a category which goes. The team is held by then. */
export async function deleteRulesOfCategory(
  context: AuditContext,
  slug: string,
): Promise<readonly Change[]> {
  return deleteAll(context, await rulesOfCategory(context, slug));
}

/**
 * Takes a tag that goes out of the rules that would add it, and deletes those that would set nothing else.
 * The team is held by then.
 * @param heir tag that they add instead
 */
export async function takeTagFromRules(
  context: AuditContext,
  tag: string,
  heir: string | null = null,
): Promise<readonly Change[]> {
  const { alone, others } = await rulesOfTag(context, tag);
  const changed = heir === null ? others : [...others, ...alone];
  const changes: Change[] = [];
  for (const row of changed) {
    const actions = withoutTag(row, tag, heir);
    const updated_at = context.now > row.updated_at ? context.now : row.updated_at;
    await context.db
      .updateTable("rules")
      .set({ actions: JSON.stringify(actions), updated_at })
      .where("team_id", "=", context.team.id)
      .where("id", "=", row.id)
      .execute();
    const snapshots = difference(ruleSnapshot(row), ruleSnapshot({ ...row, actions, updated_at }));
    changes.push({ type: "rule", id: row.id, ...snapshots });
  }
  return heir === null ? [...changes, ...(await deleteAll(context, alone))] : changes;
}

function actionsOf(row: Row): Actions {
  return ruleOf(row).actions;
}

function withoutTag(row: Row, tag: string, heir: string | null = null): object {
  const { tag_ids = [], ...rest } = actionsOf(row);
  const left = tag_ids.flatMap((id) => (id === tag ? (heir ?? []) : id));
  return left.length === 0 ? rest : { ...rest, tag_ids: [...new Set(left)] };
}

async function deleteAll(
  { db, team }: AuditContext,
  rules: readonly Row[],
): Promise<readonly Change[]> {
  if (rules.length === 0) return [];
  await db
    .deleteFrom("rules")
    .where("team_id", "=", team.id)
    .where(
      "id",
      "in",
      rules.map(({ id }) => id),
    )
    .execute();
  return rules.map((row) => ({ type: "rule", id: row.id, before: ruleSnapshot(row), after: null }));
}
