import type { AuditContext } from "../../../db/context.ts";
import type { Term } from "./terms.ts";

/** Names that are looked at: the newest. */
const MOST_NAMES = 10_000;
/** Words that one term stands for, the nearest ones. */
const MOST_WORDS = 10;
/** Letters from which on one sign may differ, and two. */
const [ONE_SIGN, TWO_SIGNS] = [4, 8] as const;

/**
 * Replaces terms that nothing has by words of names that are spelled nearly so.
 * @returns null when no other terms come of it
 */
export async function nearTerms(
  context: Pick<AuditContext, "db" | "team">,
  terms: readonly Term[],
  isFound: (term: Term) => Promise<boolean>,
): Promise<readonly Term[] | null> {
  const isKnown = await Promise.all(terms.map(isFound));
  const unknown = new Set(terms.filter((_, place) => isKnown[place] === false));
  // Numbers that differ are other numbers.
  const isWord = ({ text }: Term) => text.length >= ONE_SIGN && /^\p{L}+$/u.test(text);
  if (unknown.size === 0 || ![...unknown].every(isWord)) return null;
  const words = await wordsOfNames(context);
  const replaced = terms.map((term) => (unknown.has(term) ? nearest(term, words) : term));
  return replaced.every((term) => term !== null) ? replaced : null;
}

function nearest(term: Term, words: ReadonlySet<string>): Term | null {
  const { text } = term;
  const most = text.length >= TWO_SIGNS ? 2 : 1;
  const near = [...words].flatMap((word) => {
    if (Math.abs(word.length - text.length) > most) return [];
    const distance = distanceOf(text, word, most);
    return distance > most ? [] : [{ word, distance }];
  });
  const first = near.toSorted(
    (one, other) => one.distance - other.distance || (one.word < other.word ? -1 : 1),
  );
  if (first.length === 0) return null;
  const none = { stems: [], whole: [], prefix: [], stem: [] };
  return { text, ...none, near: first.slice(0, MOST_WORDS).map(({ word }) => word) };
}

async function wordsOfNames({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("documents")
    .select("search_text")
    .where("team_id", "=", team.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_NAMES)
    .execute();
  const words = rows.flatMap(({ search_text }) => search_text.match(/\p{L}{3,}/gu) ?? []);
  return new Set(words);
}

/**
 * Signs to add, leave out, replace or swap with the next one (optimal string alignment); more than `most` when there
 * are more of them.
 */
function distanceOf(one: string, other: string, most: number): number {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      now[at] = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        row > 1 && at > 1 && isSwapped ? (before[at - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...now) > most) return most + 1;
    [before, last] = [last, now];
  }
  return last[other.length] ?? most + 1;
}
