import { z } from "zod";
import { byId, cursor, event, filterDay, limit, notices, text } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineRoute, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { attachmentRoutes } from "./attachment-routes.ts";
import { DeletedItem, deleteItem } from "./delete-items.ts";
import { EditItem, editItem, FileItem, fileItem, keepItem } from "./file-items.ts";
import { countItems, InboxCounts, listItems, TABS } from "./find-items.ts";
import { GroupItems, groupItems, ungroupItem } from "./group-items.ts";
import { getInboxAddress, InboxAddress, renewInboxAddress } from "./inbox-address.ts";
import { noItem } from "./item.ts";
import {
  declinePayment,
  MATCHED,
  MatchItems,
  matchItems,
  Pair,
  unmatchItem,
} from "./match-items.ts";
import { getShownItem, inboxRow, InboxRows, ShownItem, ShownSuggestion } from "./page-answers.ts";
import { AskCandidates, listCandidates } from "./suggest/suggest-payments.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/inbox",
  role: "member",
  input: z.strictObject({
    tab: z.enum(TABS).optional(),
    q: text(200).optional(),
    start: filterDay.optional(),
    end: filterDay.optional(),
    cursor: cursor.optional(),
    limit: limit.default(50),
  }),
  output: json(InboxRows),
  example: () => ({ tab: "review" as const }),
  handler: async (context: Context, input) => {
    const { cursor, limit, ...filter } = input;
    const listing = listingOf(context, input);
    const page = await listItems(context, { filter, listing, cursor, limit });
    return { ...page, items: page.items.map(inboxRow) };
  },
});

const counts = defineRoute({
  path: "GET /api/teams/:team/inbox/counts",
  role: "member",
  input: z.strictObject({}),
  output: json(InboxCounts),
  example: () => ({}),
  handler: async (context: Context) => countItems(context),
});

const address = defineRoute({
  path: "GET /api/teams/:team/inbox/address",
  role: "member",
  input: z.strictObject({}),
  output: json(InboxAddress),
  example: () => ({}),
  handler: async (context: Context) => getInboxAddress(context),
});

const renewAddress = defineRoute({
  path: "POST /api/teams/:team/inbox/address",
  role: "admin",
  event: {
    of: "team",
    did: "changed",
    said: "made a new address for receipts",
    tried: "make a new address for receipts",
  },
  input: z.strictObject({}),
  output: json(InboxAddress),
  example: () => ({}),
  handler: async (context: Context) => renewInboxAddress(context),
});

const matchSome = defineRoute({
  path: "POST /api/teams/:team/inbox/match",
  role: "member",
  event: MATCHED,
  input: MatchItems,
  output: json(z.object({ matched: z.array(z.string()), already: z.boolean(), event, notices })),
  example: (idOf) => ({
    pairs: [{ id: idOf("inbox_item"), transaction_id: idOf("other_transaction") }],
  }),
  handler: async (context: Context, { pairs }) => {
    const asked = pairs.map((pair, at) => ({
      ...pair,
      paths: { id: `pairs.${at}.id`, transaction_id: `pairs.${at}.transaction_id` },
    }));
    const { items, event } = await matchItems(context, asked);
    return {
      matched: items.flatMap(({ matched }) => matched),
      already: event === null,
      event,
      notices: [...new Set(items.flatMap((item) => item.notices))],
    };
  },
});

const get = defineRoute({
  path: "GET /api/teams/:team/inbox/:id",
  role: "member",
  input: byId,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("inbox_item") }),
  handler: async (context: Context, input) => getShownItem(context, input),
});

const candidates = defineRoute({
  path: "GET /api/teams/:team/inbox/:id/candidates",
  role: "member",
  input: AskCandidates,
  output: json(z.object({ items: z.array(ShownSuggestion) })),
  example: (idOf) => ({ id: idOf("inbox_item") }),
  handler: async (context: Context, input) => {
    const found = await listCandidates(context, input);
    return {
      items: found.map(({ payment, score, why }) => ({
        transaction: payment,
        score,
        why: [...why],
      })),
    };
  },
});

const edit = defineRoute({
  path: "PATCH /api/teams/:team/inbox/:id",
  role: "member",
  event: { of: "inbox_item", did: "changed", said: "corrected *", tried: "correct a receipt" },
  input: EditItem,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("inbox_item"), vendor: "Corner Shop", amount_minor: 1250 }),
  handler: async (context: Context, input) =>
    getShownItem(context, input, await editItem(context, input)),
});

const match = defineRoute({
  path: "POST /api/teams/:team/inbox/:id/match",
  role: "member",
  event: { ...MATCHED, tried: "match a receipt" },
  input: Pair,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("inbox_item"), transaction_id: idOf("other_transaction") }),
  handler: async (context: Context, input) => {
    const paths = { id: "id", transaction_id: "transaction_id" };
    const { items, event } = await matchItems(context, [{ ...input, paths }]);
    return getShownItem(context, input, { event, notices: items[0]?.notices ?? [] });
  },
});

const unmatch = defineRoute({
  path: "POST /api/teams/:team/inbox/:id/unmatch",
  role: "member",
  event: { of: "attachment", did: "deleted", tried: "unmatch a receipt" },
  input: byId,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("matched_item") }),
  handler: async (context: Context, input) =>
    getShownItem(context, input, await unmatchItem(context, input)),
});

const decline = defineRoute({
  path: "POST /api/teams/:team/inbox/:id/decline",
  role: "member",
  event: {
    of: "inbox_item",
    did: "changed",
    said: "declined a payment of *",
    tried: "decline a payment of a receipt",
  },
  input: Pair,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("inbox_item"), transaction_id: idOf("transaction") }),
  handler: async (context: Context, input) =>
    getShownItem(context, input, await declinePayment(context, input)),
});

const file = defineRoute({
  path: "POST /api/teams/:team/inbox/:id/file",
  role: "member",
  event: {
    of: "inbox_item",
    did: "changed",
    said: {
      column: "filed",
      by: {
        done: "marked * as done",
        archived: "archived *",
        other: "put * aside as no receipt",
      },
      otherwise: "put * back among those to review",
    },
    tried: "file a receipt",
  },
  input: FileItem,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("inbox_item"), as: "archived" as const }),
  handler: async (context: Context, input) =>
    getShownItem(context, input, await fileItem(context, input)),
});

const group = defineRoute({
  path: "POST /api/teams/:team/inbox/:id/group",
  role: "member",
  event: { of: "inbox_item", did: "changed", said: "grouped *", tried: "group receipts" },
  input: GroupItems,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("inbox_item"), with: [idOf("other_item")] }),
  handler: async (context: Context, input) =>
    getShownItem(context, input, await groupItems(context, input)),
});

const ungroup = defineRoute({
  path: "POST /api/teams/:team/inbox/:id/ungroup",
  role: "member",
  event: {
    of: "inbox_item",
    did: "changed",
    said: "took * out of its group",
    tried: "take a receipt out of its group",
  },
  input: byId,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("grouped_item") }),
  handler: async (context: Context, input) =>
    getShownItem(context, input, await ungroupItem(context, input)),
});

const keep = defineRoute({
  path: "POST /api/teams/:team/inbox/:id/keep",
  role: "member",
  event: {
    of: "inbox_item",
    did: "changed",
    said: "kept * as no copy",
    tried: "keep a receipt as no copy",
  },
  input: byId,
  output: json(ShownItem),
  example: (idOf) => ({ id: idOf("copied_item") }),
  handler: async (context: Context, input) =>
    getShownItem(context, input, await keepItem(context, input)),
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/inbox/:id",
  role: "member",
  event: {
    of: "inbox_item",
    did: "changed",
    said: "deleted * from the inbox",
    many: "deleted * receipts from the inbox",
    tried: "delete a receipt from the inbox",
  },
  input: byId,
  output: json(DeletedItem.extend({ event })),
  example: (idOf) => ({ id: idOf("inbox_item") }),
  handler: async (context: Context, input) => {
    const deleted = await deleteItem(context, input);
    if (!deleted.deleted) throw noItem(input.id);
    return deleted;
  },
});

/** Addresses with a word stand before those with an id in the same place. */
export const inboxRoutes = [
  list,
  counts,
  address,
  renewAddress,
  matchSome,
  get,
  candidates,
  edit,
  match,
  unmatch,
  decline,
  file,
  group,
  ungroup,
  keep,
  remove,
  ...attachmentRoutes,
] as const;
