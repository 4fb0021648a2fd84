import type { Input, Output } from "../../../api.ts";
import { TRANSACTION_CHANGES as OF_TRANSACTIONS } from "../../transactions/transaction.ts";

export type Rule = Output<"GET /api/teams/:team/rules">["items"][number];

type Draft = Input<"POST /api/teams/:team/rules">;
export type Conditions = Draft["conditions"];
export type Actions = Draft["actions"];
export type Words = NonNullable<Conditions["texts"]>[number];

/** Answers that a change of a rule changes. */
export const RULE_CHANGES = [
  "GET /api/teams/:team/rules",
  "GET /api/teams/:team/activity",
] as const;

/** Answers that applying a rule changes. */
export const CHANGED_BY_APPLYING = [...RULE_CHANGES, ...OF_TRANSACTIONS] as const;

export const WHERE = [
  { value: "text", label: "Name or any text" },
  { value: "name", label: "Name" },
  { value: "reference", label: "Reference" },
] as const;

export const HOW = [
  { value: "contains_any", label: "contains" },
  { value: "is_any", label: "is" },
  { value: "starts_any", label: "starts with" },
] as const;

type Names = {
  readonly account: (id: string) => string;
  readonly category: (slug: string) => string;
  readonly tag: (id: string) => string;
};

/** `any text contains hetzner or hcloud · money out · up to 100`. */
export function conditionWords(conditions: Rule["conditions"], names: Names): string {
  const { texts = [], counterparties, direction, min, max, bank_account_id, currency } = conditions;
  return [
    ...texts.map((text) => textWords(text)),
    ...(counterparties.length === 0 ? [] : [`other account ${counterparties.join(" or ")}`]),
    ...(direction ? [direction === "in" ? "money in" : "money out"] : []),
    ...amountWords(min ?? null, max ?? null),
    ...(bank_account_id ? [`on ${names.account(bank_account_id)}`] : []),
    ...(currency ? [`in ${currency}`] : []),
  ].join(" · ");
}

function textWords({ in: where, how, words }: Words): string {
  const place = where === "text" ? "any text" : where;
  return `${place} ${HOW.find(({ value }) => value === how)?.label ?? how} ${words.join(" or ")}`;
}

function amountWords(min: number | null, max: number | null): readonly string[] {
  if (min !== null && max !== null) return [`${min} to ${max}`];
  if (min !== null) return [`${min} or more`];
  return max === null ? [] : [`up to ${max}`];
}

/** `Hosting · tag Berlin · completed`. */
export function actionWords(actions: Rule["actions"], names: Names): string {
  const { category_slug, name, tag_ids = [], tax_rate_bp, tax_type, note, status } = actions;
  return [
    ...(category_slug ? [names.category(category_slug)] : []),
    ...(name ? [`name “${name}”`] : []),
    ...tag_ids.map((id) => `tag ${names.tag(id)}`),
    ...(typeof tax_rate_bp === "number"
      ? [`${tax_rate_bp / 100} % ${tax_type ?? "tax"}`]
      : tax_type
        ? [tax_type]
        : []),
    ...(note ? [`note “${note}”`] : []),
    ...(status ? [status] : []),
  ].join(" · ");
}

export function hasWords(rule: Rule, typed: string, names: Names): boolean {
  const { name, conditions, actions } = rule;
  const told = [name, conditionWords(conditions, names), actionWords(actions, names)];
  const text = told.join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export type RuleMove = -1 | 1 | "top";

/** Moves one of the ids up (-1), down (1) or before all others. */
export function movedRule(ids: readonly string[], id: string, by: RuleMove): readonly string[] {
  if (by === "top") return [id, ...ids.filter((one) => one !== id)];
  const at = ids.indexOf(id);
  const other = ids[at + by];
  if (at < 0 || other === undefined) return ids;
  return ids.map((one) => (one === id ? other : one === other ? id : one));
}
