import { z } from "zod";
import { byId, event } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { ChangedTransactions } from "../transactions/chosen-transactions.ts";
import { getSimilar, SimilarTransactions } from "../transactions/same-party.ts";
import { ApplyRule, applyRule, PreviewRule, previewRule, RulePreview } from "./apply-rule.ts";
import { listRules, RuleList } from "./list-rules.ts";
import { ShownRule, shownRule } from "./rule.ts";
import {
  DeletedRule,
  deleteRule,
  OrderRules,
  orderRules,
  CreateRule,
  createRule,
  UpdateRule,
  updateRule,
} from "./save-rule.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/rules",
  role: "member",
  input: z.strictObject({}),
  output: json(RuleList),
  example: () => ({}),
  handler: async (context: Context) => listRules(context),
});

const create = defineRoute({
  path: "POST /api/teams/:team/rules",
  role: "member",
  event: { of: "rule", did: "created" },
  input: CreateRule,
  output: json(ShownRule.extend({ event })),
  example: (idOf) => ({
    name: "Hetzner",
    conditions: {
      texts: [{ in: "text" as const, how: "contains_any" as const, words: ["hetzner"] }],
    },
    actions: { category_slug: "hosting", tag_ids: [idOf("tag")] },
  }),
  handler: async (context: Context, input) => {
    const row = await createRule(context, input);
    return { ...shownRule(row), event: row.event };
  },
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/rules/:id",
  role: "member",
  event: {
    of: "rule",
    did: "changed",
    said: {
      column: "is_on",
      by: { true: "turned on *", false: "turned off *" },
      otherwise: "changed *",
    },
  },
  input: UpdateRule,
  output: json(ShownRule),
  example: (idOf) => ({ id: idOf("rule"), name: "Renamed", seen: idOf("rule_seen") }),
  handler: async (context: Context, input) => shownRule(await updateRule(context, input)),
});

const order = defineRoute({
  path: "PUT /api/teams/:team/rules",
  role: "member",
  event: {
    of: "rule",
    did: "changed",
    said: "moved *",
    many: "moved * rules",
    tried: "order the rules",
  },
  input: OrderRules,
  output: json(RuleList),
  example: (idOf) => ({ ids: [idOf("rule")] }),
  handler: async (context: Context, input) => {
    await orderRules(context, input);
    return listRules(context);
  },
});

/** A write by its method alone: conditions are too long for an address. */
const preview = defineRoute({
  path: "POST /api/teams/:team/rules/preview",
  role: "member",
  event: null,
  input: PreviewRule,
  output: json(RulePreview),
  example: (idOf) => ({ id: idOf("rule") }),
  handler: async (context: Context, input) => previewRule(context, input),
});

const apply = defineRoute({
  path: "POST /api/teams/:team/rules/:id/apply",
  role: "member",
  event: {
    of: "transaction",
    did: "changed",
    said: "applied a rule to *",
    many: "applied a rule to * transactions",
    tried: "apply a rule",
  },
  input: ApplyRule,
  output: json(ChangedTransactions),
  example: (idOf) => ({ id: idOf("rule"), count: 1 }),
  handler: async (context: Context, input) => applyRule(context, input),
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/rules/:id",
  role: "member",
  event: { of: "rule", did: "deleted" },
  input: byId,
  output: json(DeletedRule),
  example: (idOf) => ({ id: idOf("rule") }),
  handler: async (context: Context, input) => deleteRule(context, input),
});

const similar = defineRoute({
  path: "GET /api/teams/:team/transactions/:id/similar",
  role: "member",
  input: byId,
  output: json(SimilarTransactions),
  example: (idOf) => ({ id: idOf("transaction") }),
  handler: async (context: Context, input) => getSimilar(context, input),
});

export const ruleRoutes = [list, create, order, preview, apply, update, remove, similar];
