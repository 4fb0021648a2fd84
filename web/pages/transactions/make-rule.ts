import { api } from "../../api.ts";
import { undo } from "../../undo.ts";
import type { Similar } from "./use-categorize.ts";

const PREVIEW = "POST /api/teams/:team/rules/preview";
const APPLY = "POST /api/teams/:team/rules/:id/apply";

/** The rule, the number of transactions that it changed, and the events in their order. */
export type MadeRule = {
  readonly name: string;
  readonly changed: number;
  readonly events: readonly (string | null)[];
};

type Rule = NonNullable<Similar["rule"]>;

/** The offered rule, with the name of its category in its own name, where the server writes its slug. */
export function namedRule(rule: Rule, nameOf: (slug: string) => string): Rule {
  const name = rule.name.replace(/(?<=→ )[\w-]+$/, (slug) => nameOf(slug));
  return { ...rule, name: name.slice(0, MOST_NAME) };
}

const MOST_NAME = 100;

/** Makes an offered rule and applies it to what there is. When it cannot be applied, it is not made. */
export async function makeRule(team: string, rule: Rule): Promise<MadeRule> {
  const { conditions, actions } = rule;
  const { changing: count } = await api(PREVIEW, { team, conditions, actions });
  const { id, name, event } = await api("POST /api/teams/:team/rules", { team, ...rule });
  if (count === 0) return { name, changed: 0, events: [event] };
  try {
    const applied = await api(APPLY, { team, id, count });
    return { name, changed: applied.changed, events: [event, applied.event] };
  } catch (error) {
    if (event !== null) await undo(team, event);
    throw error;
  }
}
