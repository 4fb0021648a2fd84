import { useState } from "react";
import { api } from "../../../api.ts";
import { useCategories } from "../../../categories/use-categories.ts";
import { counted } from "../../../counted.ts";
import { useTeam } from "../../../team.tsx";
import { makeRule } from "../make-rule.ts";
import type { Similar } from "../use-categorize.ts";
import type { OneItem, Pair, PairItem } from "./item.ts";
import type { Work } from "./use-work.ts";

const CATEGORY = "POST /api/teams/:team/transactions/category";

/** Acts on the items, each of which can be undone. */
export function useActs({ run }: Work) {
  const team = useTeam().id;
  const categories = useCategories();
  const [similar, setSimilar] = useState<Similar | null>(null);
  const nameOf = (slug: string) => categories?.nameOf(slug) ?? slug;

  /** Gives items the category that each comes with. */
  const categorize = async (
    given: readonly { readonly item: OneItem; readonly slug: string }[],
  ) => {
    const bySlug = [...Map.groupBy(given, ({ slug }) => slug)];
    const write = async () => {
      const answers = [];
      for (const [category_slug, some] of bySlug) {
        const chosen = { ids: some.map(({ item }) => item.row.id) };
        answers.push(await api(CATEGORY, { team, chosen, category_slug }));
      }
      return answers;
    };
    const keys = given.map(({ item }) => item.key);
    const [first] = given;
    const said =
      given.length === 1 && first !== undefined
        ? `${first.item.row.name} is now ${nameOf(first.slug)}.`
        : `${counted(given.length, "transaction")} categorized.`;
    const answers = await run(keys, write, (answers) => ({
      words: said,
      events: answers.map(({ event }) => event),
    }));
    setSimilar(answers?.length === 1 ? (answers[0]?.similar ?? null) : null);
  };

  const applySimilar = async () => {
    if (similar === null) return;
    const { ids, category_slug } = similar;
    setSimilar(null);
    await run(
      ids.map((id) => `uncategorized-${id}`),
      async () => api(CATEGORY, { team, chosen: { ids }, category_slug }),
      ({ changed, event }) => ({
        words: `${counted(changed, "transaction")} categorized as ${nameOf(category_slug)}.`,
        events: [event],
      }),
    );
  };

  const link = async ({ key, pair: [one, other] }: PairItem) =>
    run(
      [key],
      async () => api("POST /api/teams/:team/transfers", { team, id: one.id, other_id: other.id }),
      ({ event }) => ({ words: `${one.name} and ${other.name} are a transfer.`, events: [event] }),
    );

  const merge = async ({ key }: PairItem, [stays, goes]: Pair) =>
    run(
      [key],
      async () =>
        api("POST /api/teams/:team/review/duplicates/merge", {
          team,
          id: stays.id,
          other_id: goes.id,
        }),
      ({ event }) => ({ words: `${goes.name} is merged into ${stays.name}.`, events: [event] }),
    );

  /** No transfer, or two of their own: they are not suggested again. */
  const reject = async ({ key, kind, pair: [one, other] }: PairItem) => {
    const pair = { team, id: one.id, other_id: other.id };
    const isTransfer = kind === "transfers";
    return run(
      [key],
      async () =>
        isTransfer
          ? api("POST /api/teams/:team/transfers/reject", pair)
          : api("POST /api/teams/:team/review/duplicates/keep", pair),
      ({ event }) => ({
        words: isTransfer
          ? `${one.name} and ${other.name} are no transfer.`
          : `${one.name} and ${other.name} are both kept.`,
        events: [event],
      }),
    );
  };

  const post = async ({ key, row }: OneItem) =>
    run(
      [key],
      async () =>
        api("POST /api/teams/:team/transactions/status", {
          team,
          chosen: { ids: [row.id] },
          status: "posted",
        }),
      ({ event }) => ({ words: `${row.name} is posted.`, events: [event] }),
    );

  const remove = async ({ key, row }: OneItem) =>
    run(
      [key],
      async () =>
        api("POST /api/teams/:team/transactions/delete", { team, chosen: { ids: [row.id] } }),
      ({ event }) => ({ words: `${row.name} is deleted.`, events: [event] }),
    );

  /** Makes the offered rule, and applies it to the transactions that it was offered for. */
  const makeOffered = async () => {
    const rule = similar?.rule ?? null;
    if (rule === null) return;
    setSimilar(null);
    await run(
      similar?.ids.map((id) => `uncategorized-${id}`) ?? [],
      async () => makeRule(team, rule),
      ({ name, changed, events }) => ({
        words: `The rule ${name} is made: ${counted(changed, "row")} changed.`,
        events,
      }),
    );
  };

  return {
    similar,
    dismiss: () => setSimilar(null),
    categorize,
    applySimilar,
    link,
    merge,
    reject,
    post,
    remove,
    makeRule: makeOffered,
  } as const;
}
