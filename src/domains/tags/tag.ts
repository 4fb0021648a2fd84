import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import { fold, foldCase } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";

export const Tag = z.object({ id: uuid, name: z.string() });

export type Tag = z.output<typeof Tag>;

type Row = Schema["tags"];

export function tagImage({ team_id: _team, name_key: _key, name_folded: _folded, ...image }: Row) {
  return image;
}

/** A name with its unique key and its folded form. */
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
