import { CreateRule, createRule } from "../src/domains/rules/save-rule.ts";
import { SECRET, type Team } from "./app.ts";
import { ownerContext } from "./transactions.ts";

/** Conditions that hold where the name or a text of the bank has the word. */
export function containing(...words: readonly string[]) {
  return { texts: [{ in: "text" as const, how: "contains_any" as const, words: [...words] }] };
}

/** Adds a rule by the verb: that Hetzner is hosting. */
export async function addRule(team: Team, given: object = {}) {
  const defaults = {
    name: "Hetzner",
    conditions: containing("hetzner"),
    actions: { category_slug: "hosting" },
  };
  const context = { ...ownerContext(team), sealing: { secret: SECRET, isInDatabase: false } };
  return createRule(context, CreateRule.parse({ ...defaults, ...given }));
}
