import { z } from "zod";
import { byId, notices, noticesOf, uuid } from "../../core/fields.ts";
import { defineRoute, defineUpload, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { filesOf } from "../documents/keep-file.ts";
import {
  AttachDocument,
  attachByHand,
  DetachDocument,
  detachByHand,
  listAttachments,
} from "./attach-by-hand.ts";
import { attachedFile } from "./match-items.ts";
import { ShownAttachments } from "./page-answers.ts";
import { UploadedFile, UploadFile, uploadFile } from "./upload-file.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/transactions/:id/attachments",
  role: "member",
  input: byId,
  output: json(ShownAttachments),
  example: (idOf) => ({ id: idOf("transaction") }),
  handler: async (context: Context, input) => listAttachments(context, input),
});

const Attached = z.object({
  id: uuid,
  attachments: ShownAttachments,
  event: z.string().nullable(),
  notices,
});

const add = defineRoute({
  path: "POST /api/teams/:team/transactions/:id/attachments",
  role: "member",
  event: { of: "attachment", did: "created", sentence: attachedFile },
  input: AttachDocument,
  output: json(Attached),
  example: (idOf) => ({ id: idOf("other_transaction"), document_id: idOf("other_document") }),
  handler: async (context: Context, input) => {
    const { event, notices } = await attachByHand(context, input);
    const attachments = await listAttachments(context, input);
    return { id: input.id, attachments, event, ...noticesOf(notices) };
  },
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/transactions/:id/attachments/:attachment",
  role: "member",
  event: { of: "attachment", did: "deleted" },
  input: DetachDocument,
  output: json(Attached),
  example: (idOf) => ({ id: idOf("paid_transaction"), attachment: idOf("attachment") }),
  handler: async (context: Context, input) => {
    const { event } = await detachByHand(context, input);
    return { id: input.id, attachments: await listAttachments(context, input), event };
  },
});

const upload = defineUpload({
  path: "POST /api/teams/:team/files",
  role: "member",
  event: { of: "document", did: "created", said: "uploaded *", tried: "upload a file" },
  input: UploadFile,
  output: json(UploadedFile),
  example: () => ({ to: "inbox" as const, name: "receipt.pdf" }),
  upload: {
    largest: (context: Context) => filesOf(context).largest,
    // The kind of file follows from its bytes, not from this type.
    types: ["application/octet-stream", "text/csv"],
  },
  handler: async (context: Context, { upload, ...input }) => uploadFile(context, input, upload),
});

export const attachmentRoutes = [list, add, remove, upload] as const;
