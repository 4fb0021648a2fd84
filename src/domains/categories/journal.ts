import { z } from "zod";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { Snapshot } from "../../activity/recorded-change.ts";
import { namesIn, type SharedSubject, type Clash, type PutBack } from "../../activity/subject.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { rulesOfCategory } from "../rules/rule.ts";
import { findOwn } from "./all-categories.ts";
import {
  type categorySnapshot,
  categoryNameColumns,
  MOST_CATEGORIES,
  type settingSnapshot,
} from "./category.ts";
import { countUses } from "./count-uses.ts";
import { systemCategory } from "./system-categories.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    category: typeof categorySubject;
    category_setting: typeof categorySettingSubject;
  }
}

const Restored = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  parent_id: z.string().nullable(),
});

const TAX = {
  tax_rate_bp: { label: "Tax rate in %", kind: "number", unit: null, inHundredths: true },
  tax_type: { label: "Tax type", kind: "text" },
  tax_reporting_code: { label: "Tax code", kind: "text" },
} as const;

const KINDS = {
  income: "Income",
  expense: "Expense",
  capital: "Capital",
  transfer: "Transfer",
  either: "Income or expense",
};

type Column = Exclude<keyof ReturnType<typeof categorySnapshot>, "id">;

/** Categories of the team's own. */
export const categorySubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Category",
    one: "a category",
    named: "the category *",
    inFields: "*",
    many: "categories",
  },
  fields: {
    slug: null,
    name: { label: "Name", kind: "text" },
    parent_id: { label: "Parent", kind: "id", of: "category" },
    kind: { label: "Kind", kind: "choice", choices: KINDS },
    color: { label: "Color", kind: "text" },
    description: { label: "Description", kind: "long text" },
    ...TAX,
    excluded: { label: "Left out of profit and loss", kind: "boolean" },
    created_at: null,
  },
  page: "/settings/categories#own",
  names: async (context, ids) => [
    ...systemNames(ids),
    ...(await namesIn("categories")(context, ids)),
  ],
  namedIn: "name",
  undo: {
    table: "categories",
    key: ["id"],
    derived: (snapshot) => categoryNameColumns(Restored.parse(snapshot).name),
    isConstant: (id) => systemCategory(id) !== undefined,
    referredBy: [{ table: "categories", column: "parent_id", one: "category", many: "categories" }],
    hold: lockTeam,
    clash: inTheWay,
    after: refuseUsed,
  },
};

async function refuseUsed(context: Context, rows: readonly PutBack[]): Promise<void> {
  for (const { before, after } of rows) {
    if (before === null || after !== null) continue;
    const { name, slug } = Restored.parse(before);
    const uses = await countUses(context, slug);
    if (uses > 0)
      throw notUndoable({
        because: `The category ${quoted(name)} has ${counted(uses, "transaction")} by now`,
        next: "give these another category first",
      });
    const rules = (await rulesOfCategory(context, slug)).length;
    if (rules > 0)
      throw notUndoable({
        because: `The category ${quoted(name)} is set by ${counted(rules, "rule")} by now`,
        next: "change or delete these first",
      });
  }
}

/** Another category with the slug, a third level, or as many categories as a team can have. */
async function inTheWay({ db, team }: Context, snapshot: Snapshot): Promise<Clash | null> {
  const { id, slug, parent_id } = Restored.parse(snapshot);
  const own = await findOwn(db, { team_id: team.id });
  const others = own.filter((category) => category.id !== id);
  const other = others.find((category) => category.slug === slug);
  if (other !== undefined)
    return {
      message: `the category ${quoted(other.name)} has its slug now`,
      next: "delete that one first",
    };
  const parent = others.find((category) => category.id === parent_id);
  if (parent !== undefined && parent.parent_id !== null)
    return {
      message: `${quoted(parent.name)}, which it was below, is below another now`,
      next: "move that one first",
    };
  if (parent_id !== null && others.some((category) => category.parent_id === id))
    return { message: "there are categories below it now", next: "move those first" };
  if (others.length < MOST_CATEGORIES) return null;
  return { message: `the team has ${MOST_CATEGORIES} categories now`, next: "delete one first" };
}

type SettingColumn = Exclude<keyof ReturnType<typeof settingSnapshot>, "id">;

/** A setting has the id of its system category. */
export const categorySettingSubject: SharedSubject<SettingColumn> = {
  isPrivate: false,
  noun: {
    label: "System category",
    one: "a system category",
    named: "the category *",
    inFields: "*",
    many: "system categories",
  },
  verbs: {
    created: { said: "changed *", tried: "change *" },
    deleted: { said: "changed *", tried: "change *" },
  },
  fields: { slug: null, is_hidden: { label: "Hidden", kind: "boolean" }, ...TAX },
  page: "/settings/categories#system",
  names: async (_context, ids) => systemNames(ids),
  namedIn: null,
  undo: {
    table: "category_settings",
    key: ["id"],
    derived: () => ({}),
    referredBy: [],
    hold: lockTeam,
  },
};

function systemNames(ids: readonly string[]) {
  return ids.flatMap((id) => {
    const category = systemCategory(id);
    return category === undefined ? [] : [{ id, name: category.name }];
  });
}
