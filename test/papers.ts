import { record } from "../src/activity/journal.ts";
import type { Context } from "../src/db/context.ts";
import { transaction } from "../src/db/transaction.ts";
import { keepFile, withStaged } from "../src/domains/documents/keep-file.ts";
import { saveReading } from "../src/domains/documents/save-reading.ts";
import type { FileToRead, ReadFile } from "../src/reading/paper.ts";
import type { FileKind } from "../src/shared/paper.ts";
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

/** A file as a job gives it to the reader, of a team without a name. */
export function paperFile(
  kind: FileKind,
  bytes: string | Uint8Array,
  name = `paper.${kind}`,
): FileToRead {
  return {
    bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes,
    kind,
    name,
    mail: null,
    own: { names: [], vatNumbers: [], ibans: [], country: "DE" },
    today: "2026-11-28",
  };
}

type MailPart = {
  readonly type: string;
  readonly name?: string;
  readonly body: string | Uint8Array;
  readonly disposition?: "attachment" | "inline";
};

/** A mail of 2026-10-31 with these parts. */
export function mailOf(parts: readonly MailPart[], subject = "Your receipt"): Buffer {
  const lines = [
    "From: Muster Shop <billing@muster.example>",
    "To: books@team.example",
    `Subject: ${subject}`,
    "Date: Sat, 31 Oct 2026 10:00:00 +0000",
    "Message-ID: <1@muster.example>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="part"',
    "",
  ];
  for (const { type, name, body, disposition } of parts) {
    const isMail = type === "message/rfc822";
    lines.push("--part", `Content-Type: ${type}`);
    if (disposition !== undefined)
      lines.push(`Content-Disposition: ${disposition}${name ? `; filename="${name}"` : ""}`);
    if (isMail) lines.push("", Buffer.from(body).toString("latin1"));
    else
      lines.push(
        "Content-Transfer-Encoding: base64",
        "",
        Buffer.from(body)
          .toString("base64")
          .replaceAll(/.{76}/g, (line) => `${line}\r\n`),
      );
  }
  return Buffer.from([...lines, "--part--", ""].join("\r\n"), "latin1");
}
