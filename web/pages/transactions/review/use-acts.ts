import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { UNCATEGORIZED } from "../../../../src/shared/limits.ts";
import { api } from "../../../api.ts";
import { useCategories } from "../../../categories/use-categories.ts";
import { say, toastRefusal } from "../../../components/toast.tsx";
import { counted } from "../../../numbers.ts";
import { useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { undoAll } from "../../../undo.ts";
import { leftWords } from "../left-words.ts";
import { TRANSACTION_CHANGES } from "../transaction.ts";
import type { Similar } from "../use-categorize.ts";
import { isFixed, type Item, type OneItem, type Pair, type PairItem } from "./item.ts";
import { SUGGESTIONS } from "./selecting.tsx";

const WAITING = { category: UNCATEGORIZED, hides_archived: true };

type Some = {
  readonly shown: readonly OneItem[];
  /** Number of all transactions of the act, hidden ones too; null for the shown ones alone. */
  readonly all: number | null;
};

/**
 * Acts on the items. Each can be undone.
 * @param onBack takes the first item that comes back after a refusal or an undo
 */
export function useActs(onBack: (key: string | null) => void) {
  const team = useTeam().id;
  const categories = useCategories();
  const { done, run, undoLast } = useWork(onBack);
  const [similar, setSimilar] = useState<Similar | null>(null);
  const nameOf = (slug: string) => categories?.nameOf(slug) ?? slug;
  const decide = async (
    { key }: Item,
    words: string,
    write: () => Promise<{ readonly event: string | null }>,
  ) => run([key], write, ({ event }) => ({ words, events: [event] }));

  /** Gives transactions one category. Fixed ones keep theirs. */
  const categorize = async (slug: string, { shown, all }: Some) => {
    const [first, second] = shown;
    const ids = shown.map(({ row }) => row.id);
    const chosen = all === null ? { ids } : { all: WAITING, count: all };
    const input = { team, chosen, category_slug: slug, leaves_fixed: true };
    const written = await run(
      keysOf(shown.filter((item) => !isFixed(item))),
      async () => api("POST /api/teams/:team/transactions/category", input),
      ({ changed, left, event }) => ({
        words:
          changed > 0 && first !== undefined && second === undefined
            ? `${first.row.name} is now ${nameOf(slug)}.`
            : `${counted(changed, "transaction")} categorized as ${nameOf(slug)}${leftWords(left)}.`,
        events: [event],
      }),
    );
    setSimilar(written?.similar ?? null);
  };

  /**
   * Gives each transaction the category that is suggested for it, as one event.
   * @param stay number of selected ones without a suggestion
   */
  const accept = async ({ shown, all }: Some, stay: number) => {
    const these = shown.flatMap(({ row: { id, suggested } }) =>
      suggested === null ? [] : [{ id, category_slug: suggested.slug }],
    );
    const suggestions = all === null ? { these } : { all };
    const left = `; ${counted(stay, "transaction")} of the selection ${stay === 1 ? "stays" : "stay"}`;
    await run(
      keysOf(shown),
      async () => api("POST /api/teams/:team/review/suggestions", { team, suggestions }),
      ({ changed, event }) => ({
        words: `${counted(changed, "suggestion")} accepted${stay === 0 ? "" : left}.`,
        events: [event],
      }),
    );
    setSimilar(null);
  };

  /** Gives the similar transactions the category, or makes the offered rule. */
  const takeOffer = async (what: "applyCategory" | "makeOffered") => {
    if (similar === null || (what === "makeOffered" && similar.rule === null)) return;
    setSimilar(null);
    await run(
      similar.ids.map((id) => `uncategorized-${id}`),
      async () => (await import("../offer-note.tsx"))[what](team, similar, nameOf),
      (told) => told,
    );
  };

  return {
    done,
    undoLast,
    similar,
    dismiss: () => setSimilar(null),
    takeOffer,
    categorize,
    accept,
    link: async (item: PairItem) => {
      const [one, other] = item.pair;
      await decide(item, `${one.name} and ${other.name} are a transfer.`, async () =>
        api("POST /api/teams/:team/transfers", { team, ...idsOf(item.pair) }),
      );
    },
    merge: async (item: PairItem, pair: Pair) => {
      const [stays, goes] = pair;
      await decide(item, `${goes.name} is merged into ${stays.name}.`, async () =>
        api("POST /api/teams/:team/review/duplicates/merge", { team, ...idsOf(pair) }),
      );
    },
    /** Says that two are no transfer, or no duplicates: they are not suggested again. */
    reject: async (item: PairItem) => {
      const names = item.pair.map(({ name }) => name).join(" and ");
      const pair = { team, ...idsOf(item.pair) };
      await (item.kind === "transfers"
        ? decide(item, `${names} are no transfer.`, async () =>
            api("POST /api/teams/:team/transfers/reject", pair),
          )
        : decide(item, `${names} are both kept.`, async () =>
            api("POST /api/teams/:team/review/duplicates/keep", pair),
          ));
    },
    post: async (item: OneItem) => {
      const input = { team, chosen: { ids: [item.row.id] }, status: "posted" as const };
      await decide(item, `${item.row.name} is posted.`, async () =>
        api("POST /api/teams/:team/transactions/status", input),
      );
    },
    remove: async (item: OneItem) => {
      const input = { team, chosen: { ids: [item.row.id] } };
      await decide(item, `${item.row.name} is deleted.`, async () =>
        api("POST /api/teams/:team/transactions/delete", input),
      );
    },
  } as const;
}

function keysOf(items: readonly OneItem[]): readonly string[] {
  return items.map(({ key }) => key);
}

function idsOf([one, other]: Pair) {
  return { id: one.id, other_id: other.id };
}

type Told = {
  readonly words: string;
  /** In their order; null for a write that changed nothing. */
  readonly events: readonly (string | null)[];
};

const REVIEW = "GET /api/teams/:team/review";

type Act = {
  readonly words: string;
  /** Items that are done with it. */
  readonly keys: readonly string[];
  readonly events: readonly string[];
};

/** Hides the items of an act at once. They come back when it is refused or undone: `onBack` takes the first. */
function useWork(onBack: (key: string | null) => void) {
  const team = useTeam().id;
  const refetch = useRefetch([...TRANSACTION_CHANGES, SUGGESTIONS]);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const acts = useRef<readonly Act[]>([]);
  /** Acts that are being taken back. */
  const leaving = useRef<ReadonlySet<Act>>(new Set());
  const queries = useQueryClient();
  /** Items whose write is under way. */
  const writing = useRef<ReadonlySet<string>>(new Set());
  const hide = (keys: readonly string[]) => setDone((done) => new Set([...done, ...keys]));
  const bring = (keys: readonly string[]) => {
    setDone((done) => new Set([...done].filter((key) => !keys.includes(key))));
    onBack(keys[0] ?? null);
  };
  /** Takes an act back. Events whose undo was refused stay in it, for another try. */
  const takeBack = async (act: Act) => {
    if (leaving.current.has(act) || !acts.current.includes(act)) return;
    leaving.current = new Set([...leaving.current, act]);
    const left = await undoAll(team, act.events);
    leaving.current = new Set([...leaving.current].filter((other) => other !== act));
    acts.current = acts.current.flatMap((other) => {
      if (other !== act) return [other];
      return left.length === 0 ? [] : [{ ...act, events: left }];
    });
    await refetch();
    if (left.length === 0) bring(act.keys);
  };
  /** Does something about items and tells it with Undo. Answers null when it was refused. */
  const run = async <Answer>(
    keys: readonly string[],
    write: () => Promise<Answer | null>,
    tell: (answer: Answer) => Told,
  ): Promise<Answer | null> => {
    hide(keys);
    writing.current = new Set([...writing.current, ...keys]);
    const answer = await toastRefusal(write);
    writing.current = new Set([...writing.current].filter((key) => !keys.includes(key)));
    if (answer === null) {
      bring(keys);
      return null;
    }
    const { words, events } = tell(answer);
    const act = { words, keys, events: events.filter((event) => event !== null) };
    acts.current = [...acts.current, act];
    say(words, { action: { label: "Undo", onPress: () => void takeBack(act) } });
    await refetch();
    // Another act may have cut the refetch short: its answer is still to come.
    if (queries.isFetching({ queryKey: [REVIEW] }) === 0) setDone(writing.current);
    return answer;
  };
  const undoLast = () => {
    const act = acts.current.findLast((act) => !leaving.current.has(act));
    if (act === undefined) say("There is nothing to undo on this page.", { tone: "quiet" });
    else void takeBack(act);
  };
  return { done, run, undoLast } as const;
}
