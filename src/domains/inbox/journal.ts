import { z } from "zod";
import { namesIn, type PutBack, type SharedSubject } from "../../activity/subject.ts";
import type { CallEvent, Made } from "../../core/event.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { newColumns } from "./add-item.ts";
import type { attachmentSnapshot } from "./attachment-rows.ts";
import { reopenItems } from "./attachments.ts";
import type { itemSnapshot } from "./item.ts";
import { askForPayments, restoreProgress, settleItems } from "./save-fields.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    inbox_item: typeof inboxItemSubject;
    attachment: typeof attachmentSubject;
  }
}

/** Names in the journal for receipts that no tool or page has brought. */
export const SENT_TO_INBOX = "POST /files/inbox";
export const FROM_FOLDER = "inbox_folder";
export const FROM_MAIL = "inbox_mail";

export const arrivalEvents: Readonly<Record<string, CallEvent>> = {
  [SENT_TO_INBOX]: { ...arrival("sent"), tried: "send a receipt" },
  [FROM_FOLDER]: { ...arrival("brought in"), tried: "bring in a receipt" },
  [FROM_MAIL]: { ...arrival("brought in"), tried: "bring in a receipt" },
};

/** Tells document and receipt, which come together, as one. */
function arrival(said: string) {
  return {
    of: "document",
    did: "created",
    said: `${said} *`,
    record: { one: "a receipt", named: "the receipt *" },
    sentence: ({ values: { name } }: Made) =>
      typeof name === "string" ? [`${said} the receipt `, { name }] : null,
  } as const;
}

type ItemColumn = Exclude<keyof ReturnType<typeof itemSnapshot>, "id">;

const FILED = { done: "Done", archived: "Archived", other: "Other", deleted: "Deleted" };

export const inboxItemSubject: SharedSubject<ItemColumn> = {
  isPrivate: false,
  noun: {
    label: "Receipt",
    one: "a receipt",
    named: "the receipt *",
    many: "receipts",
  },
  fields: {
    document_id: { label: "Document", kind: "id", of: "document" },
    hand: null,
    filed: { label: "Filed as", kind: "choice", choices: FILED },
    declined: null,
    bundle_id: null,
    grouped_with: null,
    is_distinct: { label: "No copy of another receipt", kind: "boolean" },
    created_at: null,
    updated_at: null,
  },
  isOfStrangers: true,
  page: "/receipts/:id",
  names: namesIn("inbox_items"),
  namedIn: "document_id",
  undo: {
    table: "inbox_items",
    key: ["id"],
    // Only a row that comes back lacks what follows from its paper.
    derived: (snapshot) => ("progress" in snapshot ? {} : newColumns("")),
    touched: "updated_at",
    referredBy: [{ table: "transaction_attachments", column: "inbox_id", one: "payment" }],
    hold: lockTeam,
    after: settleItemsAgain,
  },
};

async function settleItemsAgain(context: Context, rows: readonly PutBack[]): Promise<void> {
  const back = rows.filter(({ before, after }) => before === null && after !== null);
  await restoreProgress(
    context,
    back.map(({ id }) => id),
  );
  const ids = rows.map(({ id }) => id);
  await askForPayments(context, await settleItems(context, ids));
}

type AttachmentColumn = Exclude<keyof ReturnType<typeof attachmentSnapshot>, "id">;

export const attachmentSubject: SharedSubject<AttachmentColumn> = {
  isPrivate: false,
  noun: {
    label: "Attachment",
    one: "an attachment",
    named: "the file * of a transaction",
    many: "files of transactions",
  },
  verbs: {
    created: { said: "attached *", tried: "attach *" },
    deleted: { said: "removed *", tried: "remove *" },
  },
  fields: {
    transaction_id: { label: "Transaction", kind: "id", of: "transaction" },
    document_id: { label: "Document", kind: "id", of: "document" },
    inbox_id: { label: "Receipt", kind: "id", of: "inbox_item" },
    tax_before: null,
    tax_given: null,
    created_by: null,
    created_at: null,
  },
  isOfStrangers: true,
  page: null,
  names: namesOfAttachments,
  namedIn: "document_id",
  undo: {
    table: "transaction_attachments",
    key: ["id"],
    derived: () => ({}),
    referredBy: [],
    hold: lockTeam,
    after: settleMatchesAgain,
  },
};

async function namesOfAttachments({ db, team }: AuditContext, ids: readonly string[]) {
  return db
    .selectFrom("transaction_attachments as made")
    .innerJoin("documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "made.team_id")
        .onRef("document.id", "=", "made.document_id"),
    )
    .select(["made.id", "document.name"])
    .where("made.team_id", "=", team.id)
    .where("made.id", "in", ids)
    .execute();
}

const Matched = z.object({ inbox_id: z.string().nullable() });

async function settleMatchesAgain(context: Context, rows: readonly PutBack[]): Promise<void> {
  const images = rows.flatMap(({ before, after }) => [before, after].filter((row) => row !== null));
  const items = images.flatMap((image) => Matched.parse(image).inbox_id ?? []);
  await reopenItems(context, [...new Set(items)]);
}
