import { record } from "../src/activity/journal.ts";
import type { Context } from "../src/db/context.ts";
import { transaction } from "../src/db/transaction.ts";
import { keepFile, withStaged } from "../src/domains/documents/keep-file.ts";
import { saveReading } from "../src/domains/documents/save-reading.ts";
import type { ReadFile } from "../src/reading/paper.ts";
import type { Team } from "./app.ts";
import { ownerContext } from "./transactions.ts";

export const UPLOAD = "POST /api/teams/:team/files";

type Given = {
  readonly name?: string;
  /** Text or bytes of the file. The same ones are the same document. */
  readonly content?: string | Uint8Array;
};

type AddedDocument = {
  readonly id: string;
  readonly isNew: boolean;
  readonly updated_at: string;
};

/** Keeps a file as an upload to the documents does, without an item in the inbox. */
export async function addDocument(
  team: Team,
  { name = "note.txt", content = `A note ${name}` }: Given = {},
  caller: Context = ownerContext(team),
): Promise<AddedDocument> {
  const context = { ...caller, tool: UPLOAD };
  const bytes = Buffer.from(content);
  const sent = { chunks: inOne(bytes), length: bytes.length, name };
  return withStaged(context, sent, (staged) =>
    transaction(context, async (context) => {
      const kept = { staged, name, source: "upload", origin: null } as const;
      const { document, isNew, changes } = await keepFile(context, kept);
      if (isNew) await record(context, changes);
      return { id: document.id, isNew, updated_at: document.updated_at };
    }),
  );
}

async function* inOne(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Saves what a reader would have read in a document's file. */
export async function saveRead(
  team: Team,
  id: string,
  read: Partial<ReadFile> & { readonly text: string },
): Promise<void> {
  const nothing = { language: null, title: null, summary: null, problem: null, pages: 1 };
  const rest = { fields: {}, pageOffsets: [0], hiddenCharacters: 0, isCut: false, parts: [] };
  await saveReading(ownerContext(team), id, { ...nothing, ...rest, ...read });
}
