import { z } from "zod";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { Snapshot } from "../../activity/recorded-change.ts";
import { namesIn, type SharedSubject, type Clash, type PutBack } from "../../activity/subject.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { settleSearchTexts, taggedDocuments } from "../documents/document-tags.ts";
import { rulesOfTag } from "../rules/rule.ts";
import { countTags, findTagNamed, MOST_TAGS, type tagSnapshot, tagNameColumns } from "./tag.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    tag: typeof tagSubject;
  }
}

const Named = z.object({ id: z.string(), name: z.string() });

type Column = Exclude<keyof ReturnType<typeof tagSnapshot>, "id">;

export const tagSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: { label: "Tag", one: "a tag", named: "the tag *", many: "tags" },
  fields: { name: { label: "Name", kind: "text" }, created_at: null },
  page: null,
  names: namesIn("tags"),
  namedIn: "name",
  undo: {
    table: "tags",
    key: ["id"],
    derived: (snapshot) => tagNameColumns(Named.parse(snapshot).name),
    referredBy: [
      { table: "customer_tags", column: "tag_id", one: "customer" },
      { table: "transaction_tags", column: "tag_id", one: "transaction" },
      { table: "document_tags", column: "tag_id", one: "document" },
    ],
    hold: lockTeam,
    clash: inTheWay,
    after: async (context, rows) => {
      await refuseRuled(context, rows);
      for (const { id, before, after } of rows)
        if (before !== null && after !== null)
          await settleSearchTexts(context, await taggedDocuments(context, id));
    },
  },
};

async function refuseRuled(context: Context, rows: readonly PutBack[]): Promise<void> {
  for (const { id, before, after } of rows) {
    if (before === null || after !== null) continue;
    const { alone, others } = await rulesOfTag(context, id);
    const rules = alone.length + others.length;
    if (rules === 0) continue;
    throw notUndoable({
      because: `The tag ${quoted(Named.parse(before).name)} is added by ${counted(rules, "rule")} by now`,
      next: "change or delete these first",
    });
  }
}

/** Another tag with the same name, or as many tags as a team can have. */
async function inTheWay(context: Context, row: Snapshot): Promise<Clash | null> {
  const { id, name } = Named.parse(row);
  const other = await findTagNamed(context, name);
  if (other !== undefined && other.id !== id)
    return {
      message: `there is another tag ${quoted(other.name)} now`,
      next: "delete that one first",
    };
  if ((await countTags(context)) < MOST_TAGS) return null;
  return { message: `the team has ${MOST_TAGS} tags now`, next: "delete one first" };
}
