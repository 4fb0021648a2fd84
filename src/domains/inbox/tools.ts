import { z } from "zod";
import { byId, cursor, filterDay, limit, text, uuid } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { DeletedItem, deleteItem, lossOfItem } from "./delete-items.ts";
import { listItems } from "./find-items.ts";
import { MATCHED, matchItems, MOST_MATCHED } from "./match-items.ts";
import { inboxStatus } from "./page-answers.ts";
import { ItemList, Matched, toolItems, toolMatched } from "./tool-answers.ts";

const ListInbox = z.strictObject({
  status: inboxStatus.nullish(),
  q: text(200).nullish(),
  start: filterDay.nullish(),
  end: filterDay.nullish(),
  cursor: cursor.nullish(),
  pageSize: limit.default(20),
  limit: limit.nullish(),
});

const Pair = z.strictObject({ id: uuid, transactionId: uuid });

const MatchInbox = Pair.extend({
  more: z
    .array(Pair)
    .max(MOST_MATCHED - 1)
    .nullish(),
});

export const inboxTools: readonly Tool<Context>[] = [
  defineTool({
    name: "inbox_list",
    title: "List inbox",
    tier: "read",
    resource: "inbox",
    description:
      "Lists receipts and bills, newest first, a row for each group of papers, deleted ones only by status. q is part of vendor, name, file name, number or description; a number finds amounts within 10 %. start and end are days of the paper, else of its arrival. suggestion is the payment that fits best, and why.",
    effect: "Lists receipts in the inbox with the payments that may fit.",
    input: ListInbox,
    output: ItemList,
    told: ["items", "id", "status", "suggestion", "transaction_id", "nextCursor"],
    untrusted: [
      "items.name",
      "items.vendor",
      "items.description",
      "items.number",
      "items.suggestion.name",
      "items.suggestion.why",
    ],
    example: () => ({ q: "12,50", start: "2026-10-01" }),
    handler: async (context, { cursor, pageSize, limit, ...filter }) => {
      const page = await listItems(context, {
        filter,
        listing: listingOf(context, filter),
        cursor,
        limit: limit ?? pageSize,
      });
      return toolItems(page, filter);
    },
  }),
  defineTool({
    name: "inbox_match",
    title: "Match receipt",
    tier: "write",
    resource: "inbox",
    event: MATCHED,
    description:
      "Attaches a receipt, with its group, to the booked transaction that paid it, and copies its tax; more matches others too, all or none. The same pair again changes nothing (already). Ids come from inbox_list and transactions_list.",
    effect: "Matches up to 50 receipts with the transactions that paid them, and copies their tax.",
    input: MatchInbox,
    output: Matched,
    told: ["id", "already"],
    untrusted: ["notices"],
    dryRun: true,
    example: (idOf) => ({
      id: idOf("inbox_item"),
      transactionId: idOf("other_transaction"),
    }),
    idempotent: true,
    handler: async (context, { more, ...first }) => {
      const pairs = [first, ...(more ?? [])];
      const asked = pairs.map(({ id, transactionId }, at) => {
        const place = at === 0 ? "" : `more.${at - 1}.`;
        const paths = { id: `${place}id`, transaction_id: `${place}transactionId` };
        return { id, transaction_id: transactionId, paths };
      });
      return toolMatched(await matchItems(context, asked));
    },
  }),
  defineTool({
    name: "inbox_delete",
    title: "Delete receipt",
    tier: "destructive",
    resource: "inbox",
    event: {
      of: "inbox_item",
      did: "changed",
      said: "deleted * from the inbox",
      many: "deleted * receipts from the inbox",
      tried: "delete a receipt from the inbox",
    },
    description:
      "Takes a receipt and the papers that follow it out of the inbox, with the attachments of its match and the tax that they gave; those by hand and the file stay. A person can undo it for 30 days. deleted: false when there was none.",
    effect: "Takes a receipt out of the inbox, and off the transaction that it was matched with.",
    input: byId,
    output: DeletedItem,
    told: ["deleted"],
    dryRun: true,
    example: (idOf) => ({ id: idOf("inbox_item") }),
    idempotent: true,
    handler: deleteItem,
    loss: lossOfItem,
  }),
];
