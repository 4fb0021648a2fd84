import type { Snapshot } from "../../activity/recorded-change.ts";
import { namesIn, type SharedSubject, type Clash } from "../../activity/subject.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { allCategories } from "../categories/all-categories.ts";
import { existingTags } from "./rule-parts.ts";
import {
  Actions,
  allRules,
  MOST_RULES,
  MOST_WORDS,
  type ruleSnapshot,
  wordsOfRules,
} from "./rule.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    rule: typeof ruleSubject;
  }
}

type Column = Exclude<keyof ReturnType<typeof ruleSnapshot>, "id">;

export const ruleSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: { label: "Rule", one: "a rule", named: "the rule *", inFields: "*", many: "rules" },
  fields: {
    position: { label: "Place", kind: "number", unit: null },
    name: { label: "Name", kind: "text" },
    is_on: { label: "On", kind: "boolean" },
    conditions: null,
    actions: null,
    created_at: null,
    updated_at: null,
  },
  page: null,
  names: namesIn("rules"),
  namedIn: "name",
  undo: {
    table: "rules",
    key: ["id"],
    derived: () => ({}),
    touched: "updated_at",
    referredBy: [],
    hold: lockTeam,
    clash: inTheWay,
  },
};

async function inTheWay(context: Context, row: Snapshot): Promise<Clash | null> {
  const { category_slug, tag_ids = [] } = Actions.parse(row["actions"]);
  const known = await allCategories(context);
  if (category_slug && !known.some(({ slug }) => slug === category_slug))
    return {
      message: `the category ${quoted(category_slug)} that it sets is not there any more`,
      next: "undo its deletion first",
    };
  const tags = await existingTags(context, tag_ids);
  if (tag_ids.some((id) => !tags.has(id)))
    return { message: "a tag that it adds is not there any more", next: "undo its deletion first" };
  const others = (await allRules(context)).filter(({ id }) => id !== row["id"]);
  const put = { conditions: row["conditions"] };
  if (wordsOfRules([...others, put]) > MOST_WORDS)
    return {
      message: `the team's rules would have more than ${MOST_WORDS} words`,
      next: "take some away first",
    };
  if (others.length < MOST_RULES) return null;
  return { message: `the team has ${MOST_RULES} rules now`, next: "delete one first" };
}
