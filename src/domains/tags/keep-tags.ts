import { notFound, type Refusal } from "../../core/errors.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";

/**
 * Locks the given tags, each once, against deletion until the transaction ends.
 * @param path of the argument, when it takes a single tag
 * @throws Refusal that names the first one that the team does not have.
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
