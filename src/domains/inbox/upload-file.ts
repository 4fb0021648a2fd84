import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { event, notices, noticesOf, uuid } from "../../core/fields.ts";
import type { Upload } from "../../core/route.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import type { DocumentSource } from "../../db/schema/papers.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import type { DocumentRecord } from "../documents/document.ts";
import { keepFile, withStaged } from "../documents/keep-file.ts";
import { invalidArgument } from "../transactions/transaction.ts";
import { addItem } from "./add-item.ts";
import { attachFile } from "./attach-by-hand.ts";
import { lockPayment } from "./match-items.ts";

export const UploadFile = z.strictObject({
  to: z.enum(["inbox", "documents", "transaction"]),
  /** Of the transaction that gets the file. */
  id: uuid.optional(),
  /** Of the file, as the person has it. */
  name: z.string().max(1000),
});

export const UploadedFile = z.object({
  document: z.object({ id: uuid, name: z.string() }),
  item_id: uuid.nullable(),
  attachment_id: uuid.nullable(),
  /** The team had a document of the same bytes. */
  duplicate: z.boolean(),
  /** Its receipt had been deleted from the inbox, and is back. */
  revived: z.boolean(),
  event,
  notices,
});

/**
 * Keeps a file, and puts it where it was sent: into the inbox, among the documents, or at a transaction.
 * @throws Refusal for a file that is not kept, and for a transaction that gets none
 */
export async function uploadFile(
  context: Context,
  { to, id, name }: z.output<typeof UploadFile>,
  upload: Upload,
): Promise<z.input<typeof UploadedFile>> {
  if ((to === "transaction") !== (id !== undefined))
    throw invalidArgument(
      "id",
      "id is the transaction that gets the file",
      "send it with to=transaction alone",
    );
  if (id !== undefined) await lockPayment(context, id, "id");
  const { chunks, length } = upload;
  return keepSent(
    context,
    { name, chunks, length, source: "upload" },
    async (context, document) => {
      return {
        added: to === "inbox" ? await addItem(context, document) : null,
        attached:
          id === undefined ? null : await attachFile(context, { id, document_id: document.id }),
      };
    },
  );
}

type SentFile = Pick<Upload, "chunks" | "length"> & {
  readonly name: string;
  readonly source: DocumentSource;
};

/**
 * Keeps a file that a program or a folder brought, and puts it into the inbox.
 * @throws Refusal for a file that is not kept
 */
export async function receiveFile(context: AuditContext, sent: SentFile) {
  return keepSent(context, sent, async (context, document) => {
    return { added: await addItem(context, document), attached: null };
  });
}

type Placed = {
  readonly added: Awaited<ReturnType<typeof addItem>> | null;
  readonly attached: Awaited<ReturnType<typeof attachFile>> | null;
};

async function keepSent<C extends AuditContext>(
  context: C,
  sent: SentFile,
  place: (context: C, document: DocumentRecord) => Promise<Placed>,
): Promise<z.input<typeof UploadedFile>> {
  const { name, source } = sent;
  return withStaged(context, sent, async (staged) =>
    transaction(context, async (context) => {
      await lockTeam(context);
      const kept = await keepFile(context, { staged, name, source, origin: null });
      const { document, isNew } = kept;
      const { added, attached } = await place(context, document);
      const changes: Change[] = [
        ...kept.changes,
        ...(added?.changes ?? []),
        ...(attached?.changes ?? []),
      ];
      return {
        document: { id: document.id, name: document.name },
        item_id: added?.id ?? attached?.item_id ?? null,
        attachment_id: attached?.id ?? null,
        duplicate: !isNew,
        revived: added?.outcome === "revived",
        event: changes.length === 0 ? null : await record(context, changes),
        ...noticesOf(attached?.notices ?? []),
      };
    }),
  );
}
