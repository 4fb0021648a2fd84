import { z } from "zod";
import type { Change } from "../../activity/journal.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { keepTags } from "../tags/keep-tags.ts";
import {
  changeChosen,
  type ChangedTransactions,
  ChosenTransactions,
} from "./chosen-transactions.ts";
import { linkTransactionTags, unlinkTransactionTags } from "./transaction-tags.ts";
import { writeTransactions } from "./write-transactions.ts";

export const TagTransactions = z.strictObject({ chosen: ChosenTransactions, tag: uuid });

export type TagTransactions = z.output<typeof TagTransactions>;

export async function tagTransactions(
  context: Context,
  input: TagTransactions,
): Promise<ChangedTransactions> {
  return changeLinks(context, input, async (context, ids, tag) =>
    linkTransactionTags(
      context,
      ids.map((transaction_id) => ({ transaction_id, tag_id: tag })),
    ),
  );
}

export async function untagTransactions(
  context: Context,
  input: TagTransactions,
): Promise<ChangedTransactions> {
  return changeLinks(context, input, async (context, ids, tag) =>
    unlinkTransactionTags(context, ids, { tag }),
  );
}

async function changeLinks(
  context: Context,
  { chosen, tag }: TagTransactions,
  change: (context: Context, ids: readonly string[], tag: string) => Promise<readonly Change[]>,
): Promise<ChangedTransactions> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    await keepTags(context, [tag], "tag");
    return changeChosen(context, {
      chosen,
      change: async (rows) => {
        const ids = rows.map(({ id }) => id);
        const links = await change(context, ids, tag);
        const linked = new Set(links.map(({ id }) => id));
        const touched = rows.filter(({ id }) => linked.has(id));
        const changed = touched.map((row) => ({ row, values: {}, isTouched: true }));
        return [...(await writeTransactions(context, { changed })), ...links];
      },
    });
  });
}
