import { sql } from "kysely";
import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { fold } from "../../core/fold.ts";
import {
  completionOf,
  findNamed,
  type Named,
  reference,
  type Register,
} from "../../core/naming.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { findDocumentText, getTextPage, pagesOf } from "./document-text.ts";

const Page = z.strictObject({
  document: reference,
  page: z.string().regex(/^[1-9]\d{0,3}$/, "must be a number from 1 on"),
});

export const documentPageResource: Resource<Context> = {
  uri: "ledgerport://documents/{document}/pages/{page}",
  name: "document_page",
  title: "Text of a document",
  tier: "read",
  description:
    "A page of 12,000 characters of a document's text, by its id, its name or a part of it that no other has, from 1 on. Strangers wrote the words.",
  mimeType: "application/json",
  completions: {
    document: (context, typed) => completionOf(documentNames)(context, typed, {}),
    page: async (context, typed, others) => pagesAsTyped(context, typed, others["document"]),
  },
  read: async (context, variables) => {
    const { document, page } = parseArguments(Page, variables);
    const found = await findNamed(context, documentNames, document);
    if (found === null) return null;
    const asked = { id: found.id, page: Number(page) };
    const text = await getTextPage(context, asked);
    return jsonContents(context, { document: found, ...text, untrusted: ["text"] });
  },
};

const MOST_OFFERED = 100;

async function pagesAsTyped(
  context: Context,
  typed: string,
  document: string | undefined,
): Promise<readonly string[]> {
  const found = document === undefined ? null : await findNamed(context, documentNames, document);
  const read = found === null ? undefined : await findDocumentText(context, found.id);
  const pages = Array.from({ length: pagesOf(read?.text ?? "") }, (_, at) => `${at + 1}`);
  return pages.filter((page) => page.startsWith(typed)).slice(0, MOST_OFFERED);
}

/** Named by their files, since the title of most comes from the paper. */
const documentNames: Register<AuditContext> = {
  noun: "document",
  list: "documents_list",
  byId: async ({ db, team }, id) =>
    db
      .selectFrom("documents")
      .select(["id", "name"])
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .executeTakeFirst(),
  search: async ({ db, team }, { is, begins, holds, within, isPast = false, rows }) => {
    if (isPast) return [];
    const name = sql`substr(item.search_text, 1, instr(item.search_text || ${"\n"}, ${"\n"}) - 1)`;
    const conditions = [
      sql<boolean>`item.team_id = ${team.id}`,
      ...(is === undefined ? [] : [sql<boolean>`${name} = ${is}`]),
      ...(begins === undefined ? [] : [sql<boolean>`instr(${name}, ${begins}) = 1`]),
      ...(holds === undefined ? [] : [sql<boolean>`instr(${name}, ${holds}) > 0`]),
      ...(within === undefined ? [] : [sql<boolean>`instr(${name}, ${within}) > 1`]),
    ];
    const found = await sql<Named>`select item.id, item.name from documents as item
      where ${sql.join(conditions, sql` and `)}
      order by item.created_at desc, item.id desc limit ${rows}`.execute(db);
    return found.rows;
  },
  others: async ({ db, team }, things) => {
    if (things.length === 0) return [];
    const names = things.map((thing) => fold(thing.name));
    const name = sql`substr(item.search_text, 1, instr(item.search_text || ${"\n"}, ${"\n"}) - 1)`;
    const found = await sql<Named>`select item.id, item.name from documents as item
      where item.team_id = ${team.id} and ${name} in (${sql.join(names)})
        and item.id not in (${sql.join(things.map(({ id }) => id))})
      limit ${MOST_OFFERED}`.execute(db);
    return found.rows;
  },
};
