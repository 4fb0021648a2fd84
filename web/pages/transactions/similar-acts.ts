import { api } from "../../api.ts";
import { counted } from "../../numbers.ts";
import { leftWords } from "./left-words.ts";
import { makeRule, namedRule } from "./make-rule.ts";
import type { Similar } from "./use-categorize.ts";

type Done = { readonly words: string; readonly events: readonly (string | null)[] };

/** Gives the similar transactions the category, as one event. Exported ones stay. */
export async function applyCategory(
  team: string,
  { ids, category_slug }: Similar,
  nameOf: (slug: string) => string,
): Promise<Done> {
  const path = "POST /api/teams/:team/transactions/category";
  const chosen = { ids };
  const answer = await api(path, { team, chosen, category_slug, leaves_fixed: true });
  const said = `${counted(answer.changed, "transaction")} categorized as ${nameOf(category_slug)}`;
  return { words: `${said}${leftWords(answer.left)}.`, events: [answer.event] };
}

/** Makes the offered rule, and applies it to the transactions that it was offered for. */
export async function makeOffered(
  team: string,
  { rule }: Similar,
  nameOf: (slug: string) => string,
): Promise<Done | null> {
  if (rule === null) return null;
  const { name, changed, events } = await makeRule(team, namedRule(rule, nameOf));
  return { words: `The rule ${name} is made: ${counted(changed, "row")} changed.`, events };
}
