import type { Change } from "../../activity/journal.ts";
import { notFound, type Refusal } from "../../core/errors.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";
import { ROWS_A_CHUNK, lockTeam } from "../../db/transaction.ts";
import { tooManyTags } from "./create-tag.ts";
import { countTags, MOST_TAGS, tagSnapshot, tagNameColumns } from "./tag.ts";

/**
 * Locks the given tags, each once, against deletion until the transaction ends.
 * @param path of the argument, when it takes a single tag
 * @throws Refusal that names the first unknown one
 */
export async function keepTags(
  context: AuditContext,
  given: readonly string[],
  path?: string,
): Promise<readonly string[]> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return [];
  const tags = context.db
    .selectFrom("tags")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("id", "in", ids);
  const known = new Set((await lockForKeyShare(context.db, tags).execute()).map((tag) => tag.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw noTag(unknown, path ?? `tag_ids.${given.indexOf(unknown)}`);
  return ids;
}

function noTag(id: string, path: string): Refusal {
  return notFound({ what: "Tag", id, path, next: "see tags_list; nothing was saved" });
}

export type NamedTags = {
  readonly idsOf: (names: readonly string[]) => readonly string[];
  /** The tags that did not exist before. */
  readonly changes: readonly Change[];
};

/**
 * Finds tags by name, ignoring case, and makes those that the team lacks; all are kept from deletion until
 * the transaction ends.
 * @throws Refusal when the team would have more than `MOST_TAGS`
 */
export async function keepNamedTags(
  context: Context,
  names: readonly string[],
): Promise<NamedTags> {
  const wanted = new Map(names.map((name) => [tagNameColumns(name).name_key, name]));
  if (wanted.size === 0) return { idsOf: () => [], changes: [] };
  await lockTeam(context);
  const ids = await findIds(context, [...wanted.keys()]);
  const missing = [...wanted].filter(([key]) => !ids.has(key)).map(([, name]) => name);
  if ((await countTags(context)) + missing.length > MOST_TAGS) throw tooManyTags();
  const changes: Change[] = [];
  for (const name of missing) {
    const id = context.newId();
    const row = { id, ...tagNameColumns(name), created_at: context.now };
    await context.db
      .insertInto("tags")
      .values({ ...row, team_id: context.team.id })
      .execute();
    ids.set(row.name_key, id);
    changes.push({ type: "tag", id, before: null, after: tagSnapshot({ ...row, team_id: "" }) });
  }
  return {
    idsOf: (names) => names.flatMap((name) => ids.get(tagNameColumns(name).name_key) ?? []),
    changes,
  };
}

async function findIds({ db, team }: Context, keys: readonly string[]) {
  const ids = new Map<string, string>();
  for (let from = 0; from < keys.length; from += ROWS_A_CHUNK) {
    const tags = db
      .selectFrom("tags")
      .select(["id", "name_key"])
      .where("team_id", "=", team.id)
      .where("name_key", "in", keys.slice(from, from + ROWS_A_CHUNK))
      .orderBy("id");
    for (const { id, name_key } of await lockForKeyShare(db, tags).execute()) ids.set(name_key, id);
  }
  return ids;
}
