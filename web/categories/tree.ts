import type { Output } from "../api.ts";
import { folded } from "../folded.ts";

export type Category = Output<"GET /api/teams/:team/categories">["items"][number];

export type Group = {
  readonly id: string;
  readonly name: string;
  /** Head first, then the categories below it by name. */
  readonly items: readonly Category[];
};

const OWN = "own";

/**
 * Groups categories by their parent. The team's own ones without parent and children are one group, the
 * first.
 */
export function groupsOf(all: readonly Category[]): readonly Group[] {
  const tops = all.filter(({ parent_id }) => parent_id === null);
  const groups = tops.map((head) => ({
    id: head.id,
    name: head.name,
    items: [head, ...all.filter(({ parent_id }) => parent_id === head.id)],
  }));
  const isAlone = ({ items: [head, ...others] }: Group) =>
    head?.system === false && others.length === 0;
  const alone = groups.filter(isAlone).flatMap(({ items }) => items);
  const rest = groups.filter((group) => !isAlone(group));
  return alone.length === 0 ? rest : [{ id: OWN, name: "Own categories", items: alone }, ...rest];
}

/** Search: visible categories whose name or group has the text, the best matches first. */
export function matchingGroups(groups: readonly Group[], text: string): readonly Group[] {
  const typed = folded(text);
  const found = groups.flatMap((group) => {
    const ranked = group.items
      .filter(({ is_hidden }) => !is_hidden)
      .map((category) => ({ category, rank: rankOf(category, group, typed) }))
      .filter(({ rank }) => rank < NO_MATCH)
      .toSorted((one, other) => one.rank - other.rank);
    const [first] = ranked;
    const items = ranked.map(({ category }) => category);
    return first === undefined ? [] : [{ rank: first.rank, group: { ...group, items } }];
  });
  return found.toSorted((one, other) => one.rank - other.rank).map(({ group }) => group);
}

/** Filter: categories whose name or group has the text, in their order, hidden ones too. */
export function groupsNamed(groups: readonly Group[], text: string): readonly Group[] {
  const typed = folded(text);
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter((category) => rankOf(category, group, typed) < NO_MATCH),
    }))
    .filter(({ items }) => items.length > 0);
}

const NO_MATCH = 4;

/** 0 for the whole name, 1 for its beginning, 2 for a part of it, 3 with the group's name. */
function rankOf({ name }: Category, group: Group, typed: string): number {
  if (typed === "") return 0;
  const own = folded(name);
  if (own === typed) return 0;
  if (own.startsWith(typed)) return 1;
  const words = typed.split(/\s+/);
  if (words.every((word) => own.includes(word))) return 2;
  const known = `${own} ${folded(group.name)}`;
  return words.every((word) => known.includes(word)) ? 3 : NO_MATCH;
}
