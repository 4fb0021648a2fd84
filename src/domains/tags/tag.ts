import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { fold, foldCase } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";

export const Tag = z.object({ id: uuid, name: z.string() });

export type Tag = z.output<typeof Tag>;

/** Limit of a team: the list is answered whole. */
export const MOST_TAGS = 1000;

type Row = Schema["tags"];

export function tagSnapshot({
  team_id: _team,
  name_key: _key,
  name_folded: _folded,
  ...snapshot
}: Row) {
  return snapshot;
}

export function tagNameColumns(name: string) {
  return { name: name.normalize("NFC"), name_key: foldCase(name), name_folded: fold(name) };
}

/** Locks the tag against links and deletion until the transaction ends. */
export async function lockTag(context: Context, id: string): Promise<Row | undefined> {
  const tags = context.db
    .selectFrom("tags")
    .selectAll()
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  return lockForUpdate(context.db, tags).executeTakeFirst();
}

export async function findTagNamed({ db, team }: Context, name: string): Promise<Tag | undefined> {
  return db
    .selectFrom("tags")
    .select(["id", "name"])
    .where("team_id", "=", team.id)
    .where("name_key", "=", tagNameColumns(name).name_key)
    .executeTakeFirst();
}

export function noTag(id: string, path = "id"): Refusal {
  return notFound({ what: "Tag", id, path, next: "see tags_list; nothing was done" });
}

export async function countTags({ db, team }: Context): Promise<number> {
  return one(await countOfTags(db, { team_id: team.id })).count;
}

type OfTeam = { readonly team_id: string };

const countOfTags = preparedQuery((db, { slot }: Slots<OfTeam>) =>
  db
    .selectFrom("tags")
    .select((tag) => tag.fn.countAll<number>().as("count"))
    .where("team_id", "=", slot("team_id")),
);
