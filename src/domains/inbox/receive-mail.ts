import { sql } from "kysely";
import { emailKey } from "../../accounts/users.ts";
import { record } from "../../activity/journal.ts";
import { isPassing, Refusal } from "../../core/errors.ts";
import type { StagedFile } from "../../core/files.ts";
import type { AuditContext } from "../../db/context.ts";
import type { DocumentOrigin } from "../../db/schema/papers.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { type MailHead, readMailHead } from "../../reading/mail-head.ts";
import { UnreadableFile } from "../../reading/unreadable.ts";
import { keepFile, removeBytes, withStaged } from "../documents/keep-file.ts";
import { addItem } from "./add-item.ts";
import { findAddressee } from "./inbox-address.ts";

/** Bytes. The attachments of a mail are a quarter smaller than their text in it. */
export const LARGEST_MAIL = 35 * 2 ** 20;

export type ArrivingMail = {
  /** Of the address that it was sent to. */
  readonly token: string;
  /** Where a message goes that it was not delivered; empty for such messages themselves (RFC 5321 §4.5.5). */
  readonly returnPath: string;
  readonly chunks: AsyncIterable<Uint8Array>;
};

/** `known`: the team has a mail of the same Message-ID. `dropped`: an automatic reply, which is not kept. */
export type MailOutcome = "kept" | "known" | "dropped";

/**
 * Keeps a mail as a document, and puts it into the inbox. Its attachments follow when it is read.
 * @throws Refusal `not_found` when the address is not the team's any more, and as `keepFile` and `Files.stage` do
 */
export async function receiveMail(
  context: AuditContext,
  { token, returnPath, chunks }: ArrivingMail,
): Promise<MailOutcome> {
  const start = new MailStart();
  const sent = { chunks: start.of(chunks), length: null, name: "mail.eml", largest: LARGEST_MAIL };
  return withStaged(context, sent, async (staged) => {
    try {
      if (staged.kind !== "eml") throw noMail();
      const head = await headOf(start);
      const isReply = returnPath === "" || (head.isAutomatic && !start.hasAttachment);
      const outcome = isReply ? "dropped" : await keepMail(context, { token, staged, head });
      if (outcome !== "kept") await removeBytes(context, [staged.sha256]);
      return outcome;
    } catch (error) {
      // Strangers would fill the disk with what no team has.
      if (error instanceof Refusal && !isPassing(error))
        await removeBytes(context, [staged.sha256]);
      throw error;
    }
  });
}

type KeptMail = {
  readonly token: string;
  readonly staged: StagedFile;
  readonly head: MailHead;
};

async function keepMail(
  context: AuditContext,
  { token, staged, head }: KeptMail,
): Promise<MailOutcome> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    if ((await findAddressee(context, token)) !== context.team.id) throw noAddressee();
    if (await isKnown(context, head)) return "known";
    const name = `${(head.subject ?? "Mail").replaceAll(/[/\\]/g, "-")}.eml`;
    const origin = await originFrom(context, head);
    const kept = await keepFile(context, { staged, name, source: "mail", origin });
    const added = await addItem(context, kept.document);
    const changes = [...kept.changes, ...added.changes];
    if (changes.length > 0) await record(context, changes);
    return kept.isNew ? "kept" : "known";
  });
}

const HEAD_BYTES = 64 * 1024;
/** Characters that two chunks may share. */
const OVERLAP = 200;

/** Parts that are papers, if any. Signatures of the mail itself are none. */
const ATTACHMENT =
  /^content-(?:disposition:\s*attachment|type:\s*application\/(?!p(?:gp|kcs7)-signature))/im;

/** Notes of a mail, while it goes to the disk, what decides about it. */
class MailStart {
  /** True where a part looks like a file; in doubt it is one. */
  hasAttachment = false;
  #head = Buffer.alloc(0);
  #tail = "";

  async *of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#note(chunk);
      yield chunk;
    }
  }

  get head(): Uint8Array {
    return this.#head;
  }

  #note(chunk: Uint8Array): void {
    const left = HEAD_BYTES - this.#head.length;
    if (left > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, left)]);
    if (this.hasAttachment) return;
    const text = this.#tail + Buffer.from(chunk).toString("latin1");
    this.hasAttachment = ATTACHMENT.test(text);
    this.#tail = text.slice(-OVERLAP);
  }
}

async function headOf({ head }: MailStart): Promise<MailHead> {
  try {
    return await readMailHead(head);
  } catch (error) {
    if (error instanceof UnreadableFile) throw noMail(error);
    throw error;
  }
}

async function isKnown({ db, team }: AuditContext, { messageId }: MailHead): Promise<boolean> {
  if (messageId === null) return false;
  const row = await db
    .selectFrom("documents")
    .select("id")
    .where("team_id", "=", team.id)
    // As the index has it.
    .where(sql<boolean>`source = 'mail' and origin ->> 'message_id' = ${messageId}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function originFrom(context: AuditContext, head: MailHead): Promise<DocumentOrigin> {
  const { messageId, sender, subject, address } = head;
  const is_from_outside = !(await isMember(context, address));
  return { message_id: messageId, sender, subject, is_from_outside };
}

async function isMember({ db, team }: AuditContext, address: string | null): Promise<boolean> {
  if (address === null) return false;
  const row = await db
    .selectFrom("memberships as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .select("user.id")
    .where("member.team_id", "=", team.id)
    .where("user.email_key", "=", emailKey(address))
    .executeTakeFirst();
  return row !== undefined;
}

function noMail(cause?: unknown): Refusal {
  return new Refusal({
    code: "type_not_taken",
    message: "This is no mail: the usual headers are missing, or its parts cannot be told",
    next: "send it with a mail program; nothing was kept",
    cause,
  });
}

export function noAddressee(): Refusal {
  return new Refusal({
    code: "not_found",
    path: "token",
    message: "There is no such address",
    next: "ask the team for its address for receipts; nothing was kept",
  });
}
