import { byId } from "../../core/fields.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { CreateTag, createTag } from "./create-tag.ts";
import { DeletedTag, deleteTag, lossOfTag } from "./delete-tag.ts";
import { ListTags, listTags, TagList } from "./list-tags.ts";
import { Tag } from "./tag.ts";

export const tagTools: readonly Tool<Context>[] = [
  defineTool({
    name: "tags_list",
    title: "List tags",
    tier: "read",
    resource: "tags",
    description:
      "Lists the team's tags by name. Answers all of them when neither cursor nor limit is given. A tag's id serves as tag_id in customers_list and in tag_ids of customers_create and customers_update.",
    input: ListTags,
    output: TagList,
    example: () => ({}),
    handler: listTags,
  }),
  defineTool({
    name: "tags_create",
    title: "Create tag",
    tier: "write",
    resource: "tags",
    event: { of: "tag", did: "created" },
    description:
      "Creates a tag and returns it. Names are unique in the team, ignoring case; the error for a name that exists gives the existing tag's id. A team has 1,000 tags at most. Linking a tag to a customer is done with customers_update.",
    input: CreateTag,
    output: Tag,
    example: () => ({ name: "New tag" }),
    handler: createTag,
  }),
  defineTool({
    name: "tags_delete",
    title: "Delete tag",
    tier: "destructive",
    resource: "tags",
    event: { of: "tag", did: "deleted" },
    description:
      "Deletes a tag and unlinks it from everything that carries it; a person can undo it for 30 days. The tagged records themselves stay, and rules no longer add it. Returns the id, the name it had, and deleted: false when there was no such tag. Ids come from tags_list.",
    effect: "Deletes a tag, and takes it off everything that has it.",
    input: byId,
    output: DeletedTag,
    dryRun: true,
    example: (idOf) => ({ id: idOf("tag") }),
    idempotent: true,
    handler: deleteTag,
    loss: lossOfTag,
  }),
];
