import { z } from "zod";
import type { Snapshot } from "../../activity/recorded-change.ts";
import { type Clash, namesIn, type PutBack, type SharedSubject } from "../../activity/subject.ts";
import type { Context } from "../../db/context.ts";
import { enqueue } from "../../db/outbox.ts";
import { lockTeam } from "../../db/transaction.ts";
import { settleSearchTexts } from "./document-tags.ts";
import { type documentSnapshot, documentSearchText, shownDateOf, UNREAD } from "./document.ts";
import { filesOf } from "./keep-file.ts";
import { settleReceipts } from "./update-document.ts";
import { removeWords } from "./words/write-words.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    document: typeof documentSubject;
    document_tag: typeof documentTagSubject;
  }
}

type DocumentColumn = Exclude<keyof ReturnType<typeof documentSnapshot>, "id">;

const SOURCES = {
  upload: "uploaded",
  mail: "by mail",
  folder: "from a folder",
  api: "by an app",
};

/** Row of a deleted document as the journal has it: without the derived columns. */
const Derivable = z.object({
  name: z.string(),
  title: z.string().nullable(),
  date: z.string().nullable(),
  created_at: z.string(),
  state: z.string().default(UNREAD.state),
  problem: z.string().nullable().default(UNREAD.problem),
  read_title: z.string().nullable().default(UNREAD.read_title),
  summary: z.string().nullable().default(UNREAD.summary),
  read_date: z.string().nullable().default(UNREAD.read_date),
  language: z.string().nullable().default(UNREAD.language),
  pages: z.int().nullable().default(UNREAD.pages),
  reader: z.int().default(UNREAD.reader),
  search_text: z.string().optional(),
});

export const documentSubject: SharedSubject<DocumentColumn> = {
  isPrivate: false,
  noun: {
    label: "Document",
    one: "a document",
    named: "the document *",
    inFields: "*",
    many: "documents",
  },
  fields: {
    sha256: null,
    name: { label: "Name", kind: "text" },
    title: { label: "Title", kind: "text" },
    date: { label: "Date", kind: "day" },
    source: { label: "Came in", kind: "choice", choices: SOURCES },
    origin: null,
    created_by: null,
    created_at: null,
    updated_at: null,
  },
  isOfStrangers: true,
  page: "/documents/:id",
  names: namesIn("documents"),
  namedIn: "name",
  undo: {
    table: "documents",
    key: ["id"],
    derived: derivedOf,
    touched: "updated_at",
    referredBy: [
      { table: "document_tags", column: "document_id", one: "tag" },
      {
        table: "inbox_items",
        column: "document_id",
        one: "receipt in the inbox",
        many: "receipts in the inbox",
      },
      {
        table: "transaction_attachments",
        column: "document_id",
        one: "attachment of a transaction",
        many: "attachments of transactions",
      },
    ],
    hold: lockTeam,
    clash: bytesGone,
    after: settlePutBack,
  },
};

/** The names of tags come into the searched text afterwards, with the links. */
function derivedOf(snapshot: Snapshot): Snapshot {
  const { name, title, date, created_at, search_text, ...read } = Derivable.parse(snapshot);
  const { read_title, read_date } = read;
  return {
    ...read,
    shown_date: shownDateOf({ date, read_date, created_at }),
    search_text: search_text ?? documentSearchText({ name, title, read_title }, []),
  };
}

const Kept = z.object({ id: z.string(), sha256: z.string() });

/** A document without its bytes is none. The same bytes may have come again as another one meanwhile. */
async function bytesGone(context: Context, row: Snapshot): Promise<Clash | null> {
  const { db, team } = context;
  const { id, sha256 } = Kept.parse(row);
  const other = await db
    .selectFrom("documents")
    .select("name")
    .where("team_id", "=", team.id)
    .where("sha256", "=", sha256)
    .where("id", "<>", id)
    .executeTakeFirst();
  if (other !== undefined)
    return {
      message: `the same file is there again as ${JSON.stringify(other.name)}`,
      next: "delete that document first",
    };
  const file = await db
    .selectFrom("files")
    .select("sha256")
    .where("team_id", "=", team.id)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (file !== undefined && (await filesOf(context).has(team.id, sha256))) return null;
  return { message: "its file is gone for good", next: "upload it again" };
}

async function settlePutBack(context: Context, rows: readonly PutBack[]): Promise<void> {
  const { db, team } = context;
  const gone = rows.filter(({ after }) => after === null);
  await removeWords(
    context,
    gone.map(({ id }) => id),
  );
  const here = rows.flatMap(({ after }) => (after === null ? [] : [Kept.parse(after)]));
  if (here.length === 0) return;
  const ids = here.map(({ id }) => id);
  await settleSearchTexts(context, ids);
  await settleReceipts(context, ids);
  await db
    .updateTable("files")
    .set({ released_at: null })
    .where("team_id", "=", team.id)
    .where(
      "sha256",
      "in",
      here.map(({ sha256 }) => sha256),
    )
    .where("released_at", "is not", null)
    .execute();
  const unread = await db
    .selectFrom("documents")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("state", "=", "pending")
    .execute();
  for (const { id } of unread) await enqueue(context, { job: "read_document", subjectId: id });
}

/** Its id is that of the document: a link has none. */
export const documentTagSubject: SharedSubject<"document_id" | "tag_id" | "created_at"> = {
  isPrivate: false,
  noun: {
    label: "Tag of a document",
    one: "a tag of a document",
    named: "a tag of the document *",
    many: "tags of documents",
  },
  verbs: { deleted: { said: "removed *", tried: "remove *" } },
  fields: {
    document_id: { label: "Document", kind: "id", of: "document" },
    tag_id: { label: "Tag", kind: "id", of: "tag" },
    created_at: null,
  },
  page: null,
  names: "document",
  namedIn: null,
  undo: {
    table: "document_tags",
    key: ["document_id", "tag_id"],
    derived: () => ({}),
    referredBy: [],
    hold: lockTeam,
    after: async (context, rows) =>
      settleSearchTexts(
        context,
        rows.map(({ id }) => id),
      ),
  },
};
