import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { unlinkCustomers } from "../customers/customer-tags.ts";
import { settleSearchTexts, unlinkDocuments } from "../documents/document-tags.ts";
import { rulesOfTag, takeTagFromRules } from "../rules/rule.ts";
import { unlinkTransactions } from "../transactions/transaction-tags.ts";
import { lockTag, tagSnapshot } from "./tag.ts";

export const DeletedTag = z.object({
  id: uuid,
  deleted: z.boolean(),
  name: z.string().nullable().describe("null when there was none"),
  rules: z.int(),
});

export type DeletedTag = z.output<typeof DeletedTag> & {
  /** Null when there was no such tag. */
  readonly event: string | null;
};

export async function lossOfTag(context: Context, { id }: ById): Promise<string | null> {
  const tag = await context.db
    .selectFrom("tags")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .select([
      "name",
      (tag) =>
        tag
          .selectFrom("customer_tags")
          .where("team_id", "=", context.team.id)
          .where("tag_id", "=", id)
          .select(tag.fn.countAll<number>().as("count"))
          .$asScalar()
          .as("customers"),
      (tag) =>
        tag
          .selectFrom("transaction_tags")
          .where("team_id", "=", context.team.id)
          .where("tag_id", "=", id)
          .select(tag.fn.countAll<number>().as("count"))
          .$asScalar()
          .as("transactions"),
      (tag) =>
        tag
          .selectFrom("document_tags")
          .where("team_id", "=", context.team.id)
          .where("tag_id", "=", id)
          .select(tag.fn.countAll<number>().as("count"))
          .$asScalar()
          .as("documents"),
    ])
    .executeTakeFirst();
  if (tag === undefined) return null;
  const things = enumerated([
    counted(tag.customers ?? 0, "customer"),
    counted(tag.transactions ?? 0, "transaction"),
    counted(tag.documents ?? 0, "document"),
  ]);
  const { alone, others } = await rulesOfTag(context, id);
  return `Delete the tag ${quoted(tag.name)} for good? It goes from ${things}; they stay.${ruled(alone.length, others.length)}`;
}

/** @param alone rules that only add the tag @param others rules that set more */
function ruled(alone: number, others: number): string {
  const gone =
    alone === 0
      ? ""
      : ` ${counted(alone, "rule")} that would only add it ${alone === 1 ? "goes" : "go"} too.`;
  return others === 0
    ? gone
    : `${gone} ${counted(others, "rule")} no longer ${others === 1 ? "adds" : "add"} it.`;
}

/** Unlinks the tag from everything that carries it, takes it out of rules, then deletes it. */
export async function deleteTag(context: Context, { id }: ById): Promise<DeletedTag> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const tag = await lockTag(context, id);
    if (tag === undefined) return { id, deleted: false, name: null, rules: 0, event: null };
    const recording = new Recording(context);
    await unlinkCustomers(context, recording, id);
    await unlinkTransactions(context, recording, id);
    await settleSearchTexts(context, await unlinkDocuments(context, recording, id));
    const rules = await takeTagFromRules(context, id);
    await recording.add(rules);
    await context.db
      .deleteFrom("tags")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([{ type: "tag", id, before: tagSnapshot(tag), after: null }]);
    const event = await recording.end();
    return { id, deleted: true, name: tag.name, rules: rules.length, event };
  });
}
