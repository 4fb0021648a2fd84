import { useState } from "react";
import { UNCATEGORIZED } from "../../../../src/shared/limits.ts";
import { api } from "../../../api.ts";
import { useCategories } from "../../../categories/use-categories.ts";
import { counted } from "../../../numbers.ts";
import { useTeam } from "../../../team.tsx";
import { leftWords } from "../left-words.ts";
import type { Similar } from "../use-categorize.ts";
import { isFixed, type OneItem, type Pair, type PairItem } from "./item.ts";
import type { Work } from "./use-work.ts";

const CATEGORY = "POST /api/teams/:team/transactions/category";
const ACCEPT = "POST /api/teams/:team/review/suggestions";

/** Filter of all transactions that wait for a category. */
const WAITING = { category: UNCATEGORIZED, hides_archived: true };

/** Transactions of an act. */
type Some = {
  readonly shown: readonly OneItem[];
  /** Number of all that the act is about, those that are not shown too; null for the shown ones alone. */
  readonly all: number | null;
};

/** Acts on the items, each of which can be undone. */
export function useActs({ run }: Work) {
  const team = useTeam().id;
  const categories = useCategories();
  const [similar, setSimilar] = useState<Similar | null>(null);
  const nameOf = (slug: string) => categories?.nameOf(slug) ?? slug;

  /** Gives transactions one category, but for those whose category stays. */
  const categorize = async (slug: string, { shown, all }: Some) => {
    const [first, second] = shown;
    const ids = shown.map(({ row }) => row.id);
    const chosen = all === null ? { ids } : { all: WAITING, count: all };
    const written = await run(
      keysOf(shown.filter((item) => !isFixed(item))),
      async () => api(CATEGORY, { team, chosen, category_slug: slug, leaves_fixed: true }),
      ({ changed, left, event }) => ({
        words:
          first !== undefined && second === undefined
            ? `${first.row.name} is now ${nameOf(slug)}.`
            : `${counted(changed, "transaction")} categorized as ${nameOf(slug)}${leftWords(left)}.`,
        events: [event],
      }),
    );
    setSimilar(written?.similar ?? null);
  };

  /**
   * Gives transactions the category that is suggested for each, as one event.
   * @param stay number of selected ones without a suggestion
   */
  const accept = async ({ shown, all }: Some, stay: number) => {
    const these = shown.flatMap(({ row: { id, suggested } }) =>
      suggested === null ? [] : [{ id, category_slug: suggested.slug }],
    );
    await run(
      keysOf(shown),
      async () => api(ACCEPT, { team, suggestions: all === null ? { these } : { all } }),
      ({ changed, event }) => ({
        words: `${counted(changed, "suggestion")} accepted${stay === 0 ? "" : `; ${counted(stay, "transaction")} of the selection ${stay === 1 ? "stays" : "stay"}`}.`,
        events: [event],
      }),
    );
    setSimilar(null);
  };

  const applySimilar = async () => {
    if (similar === null) return;
    setSimilar(null);
    await run(
      similar.ids.map((id) => `uncategorized-${id}`),
      async () => {
        const { applyCategory } = await import("../similar-acts.ts");
        return applyCategory(team, similar, nameOf);
      },
      (done) => done,
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
      async () => {
        const { makeRule, namedRule } = await import("../make-rule.ts");
        return makeRule(team, namedRule(rule, nameOf));
      },
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
    accept,
    applySimilar,
    link,
    merge,
    reject,
    post,
    remove,
    makeRule: makeOffered,
  } as const;
}

function keysOf(items: readonly OneItem[]): readonly string[] {
  return items.map(({ key }) => key);
}
