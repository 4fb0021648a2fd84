import { record } from "../src/activity/journal.ts";
import { transaction } from "../src/db/transaction.ts";
import { keepFile, withStaged } from "../src/domains/documents/keep-file.ts";
import type { Team } from "./app.ts";
import { ownerContext } from "./transactions.ts";

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
): Promise<AddedDocument> {
  const context = { ...ownerContext(team), tool: "test" };
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
