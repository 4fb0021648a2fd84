import { z } from "zod";
import { byId } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { CreatedTag, CreateTag, createTag } from "./create-tag.ts";
import { DeletedTag, deleteTag } from "./delete-tag.ts";
import { CountedTags, countTagged } from "./list-tags.ts";
import { MergedTags, MergeTags, mergeTags } from "./merge-tags.ts";
import { RenamedTag, RenameTag, renameTag } from "./rename-tag.ts";
import { noTag } from "./tag.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/tags",
  role: "member",
  input: z.strictObject({}),
  output: json(CountedTags),
  example: () => ({}),
  handler: async (context: Context) => countTagged(context),
});

const create = defineRoute({
  path: "POST /api/teams/:team/tags",
  role: "member",
  event: { of: "tag", did: "created" },
  input: CreateTag,
  output: json(CreatedTag),
  example: () => ({ name: "New tag" }),
  handler: createTag,
});

const rename = defineRoute({
  path: "PATCH /api/teams/:team/tags/:id",
  role: "member",
  event: { of: "tag", did: "changed", said: "renamed *", tried: "rename a tag" },
  input: RenameTag,
  output: json(RenamedTag),
  example: (idOf) => ({ id: idOf("tag"), name: "Renamed" }),
  handler: renameTag,
});

const merge = defineRoute({
  path: "POST /api/teams/:team/tags/:id/merge",
  role: "member",
  event: { of: "tag", did: "deleted", said: "merged * into another", tried: "merge a tag" },
  input: MergeTags,
  output: json(MergedTags),
  example: (idOf) => ({ id: idOf("tag"), into: idOf("other_tag") }),
  handler: mergeTags,
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/tags/:id",
  role: "member",
  event: { of: "tag", did: "deleted" },
  input: byId,
  output: json(DeletedTag.extend({ event: z.string().nullable() })),
  example: (idOf) => ({ id: idOf("tag") }),
  handler: async (context: Context, input) => {
    const deleted = await deleteTag(context, input);
    if (!deleted.deleted) throw noTag(input.id);
    return deleted;
  },
});

export const tagRoutes = [list, create, rename, merge, remove];
