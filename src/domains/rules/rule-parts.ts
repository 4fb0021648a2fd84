import { notFound, Refusal } from "../../core/errors.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import {
  accountNumber,
  numberHash,
  readAccountNumber,
  requireSealing,
} from "../bank-accounts/account-number.ts";
import { allCategories, requireCategory } from "../categories/all-categories.ts";
import {
  type Actions,
  hasValues,
  type Counterparty,
  type GivenConditions,
  type Rule,
} from "./rule.ts";

/** Null where none are given. */
type GivenParts = {
  readonly conditions: GivenConditions | null;
  readonly actions: Actions | null;
};

/**
 * Checks what conditions and actions refer to; those of the rule stay where none are given. A write holds
 * the team by then, so that categories and tags stay.
 * @throws Refusal for a category, tag or account that the team does not have
 */
export async function checkedParts(
  context: Context,
  { conditions, actions }: GivenParts,
  rule: Rule | null,
): Promise<{ readonly conditions: object; readonly actions: object }> {
  const known = rule?.conditions.counterparties ?? [];
  return {
    conditions: compact(
      conditions === null
        ? (rule?.conditions ?? {})
        : await checkedConditions(context, conditions, known),
    ),
    actions: compact(
      actions === null ? (rule?.actions ?? {}) : await checkedActions(context, actions),
    ),
  };
}

async function checkedActions(context: Context, actions: Actions): Promise<object> {
  const { category_slug, tag_ids = [] } = actions;
  await requireTags(context, tag_ids);
  const isCategory = category_slug && category_slug !== UNCATEGORIZED;
  const slug = isCategory
    ? requireCategory(await allCategories(context), category_slug, "actions.category_slug").slug
    : null;
  const set = { ...actions, category_slug: slug, tag_ids: [...new Set(tag_ids)] };
  if (!hasValues(set)) throw nothingSet();
  return set;
}

async function requireTags(context: AuditContext, ids: readonly string[]): Promise<void> {
  const known = await existingTags(context, ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown < 0) return;
  throw notFound({
    what: "Tag",
    id: ids[unknown] ?? "",
    path: `actions.tag_ids.${unknown}`,
    next: "see tags_list; nothing was saved",
  });
}

export async function existingTags(
  { db, team }: AuditContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const tags = await db
    .selectFrom("tags")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  return new Set(tags.map(({ id }) => id));
}

async function checkedConditions(
  context: Context,
  { counterparties = [], ...given }: GivenConditions,
  known: readonly Counterparty[],
): Promise<object> {
  if (given.bank_account_id) await requireAccount(context, given.bank_account_id);
  return {
    ...given,
    counterparties: counterparties.flatMap((text, at) =>
      counterpartiesOf(context, text, at, known),
    ),
  };
}

/** A mask stands for the numbers that the rule has with it already. */
function counterpartiesOf(
  context: Context,
  text: string,
  at: number,
  known: readonly Counterparty[],
): readonly Counterparty[] {
  const kept = known.filter(({ masked }) => masked === text);
  if (kept.length > 0) return kept;
  const number = accountNumber.safeParse(text);
  if (!number.success) throw noNumber(text, `conditions.counterparties.${at}`);
  const { normal, masked } = readAccountNumber(number.data);
  return [{ hash: numberHash(requireSealing(context), context.team.id, normal), masked }];
}

function compact(values: object): object {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(values);
  return Object.fromEntries(entries.filter(([, value]) => hasValues({ value })));
}

async function requireAccount({ db, team }: Context, id: string): Promise<void> {
  const account = await db
    .selectFrom("bank_accounts")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (account !== undefined) return;
  const path = "conditions.bank_account_id";
  throw notFound({ what: "Bank account", id, path, next: "see bank_accounts_list" });
}

function noNumber(text: string, path: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path,
    message: `${JSON.stringify(text)} is no account number, and no mask of one that this rule has`,
    next: "type the whole number; nothing was saved",
  });
}

function nothingSet(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "actions",
    message: "The rule sets nothing",
    next: "choose a category, or something else to set; nothing was saved",
  });
}
