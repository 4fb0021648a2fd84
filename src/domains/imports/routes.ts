import { z } from "zod";
import { byId } from "../../core/fields.ts";
import { json, defineRoute, defineUpload } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { ImportedFile, commitImport } from "./commit-import.ts";
import { ImportInput, optionsIn, readImportFile } from "./import-file.ts";
import { ImportRemoval, getImportRemoval } from "./import-removal.ts";
import { IMPORTED } from "./journal.ts";
import { Imports, ListImports, listImports } from "./list-imports.ts";
import { ImportPreview, previewImport } from "./preview-import.ts";
import { RemoveImport, RemovedImport, removeImport } from "./remove-import.ts";

/** The format follows from the bytes, not from this type. */
const UPLOAD = { largest: 20 * 2 ** 20, types: ["application/octet-stream", "text/csv"] };

const list = defineRoute({
  path: "GET /api/teams/:team/imports",
  role: "member",
  input: ListImports,
  output: json(Imports),
  example: (idOf) => ({ account: idOf("bank_account") }),
  handler: async (context: Context, input) => listImports(context, input),
});

const preview = defineUpload({
  path: "POST /api/teams/:team/imports/preview",
  role: "member",
  event: null,
  input: ImportInput,
  output: json(ImportPreview),
  example: (idOf) => ({ account: idOf("bank_account"), file_name: "march.csv" }),
  upload: UPLOAD,
  handler: async (context: Context, { upload, account, file_name, options }) => {
    const sent = { account, name: file_name, bytes: await upload.bytes() };
    const file = await readImportFile(context, sent, optionsIn(options));
    return previewImport(context, file, account);
  },
});

const commit = defineUpload({
  path: "POST /api/teams/:team/imports",
  role: "member",
  event: IMPORTED,
  input: ImportInput.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: json(ImportedFile),
  example: (idOf) => ({
    account: idOf("bank_account"),
    file_name: "march.csv",
    hash: idOf("import_hash"),
  }),
  upload: UPLOAD,
  handler: async (context: Context, { upload, account, file_name, options, hash }) => {
    const sent = { account, name: file_name, bytes: await upload.bytes() };
    const file = await readImportFile(context, sent, optionsIn(options));
    return commitImport(context, file, { account, hash });
  },
});

const removal = defineRoute({
  path: "GET /api/teams/:team/imports/:id/removal",
  role: "member",
  input: byId,
  output: json(ImportRemoval),
  example: (idOf) => ({ id: idOf("import") }),
  handler: async (context: Context, input) => getImportRemoval(context, input),
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/imports/:id",
  role: "member",
  event: { of: "import", did: "deleted" },
  input: RemoveImport,
  output: json(RemovedImport),
  example: (idOf) => ({ id: idOf("import"), counts: NONE }),
  handler: async (context: Context, input) => removeImport(context, input),
});

const NONE = {
  added: 0,
  categorised: 0,
  split: 0,
  linked: 0,
  noted: 0,
  exported: 0,
  paying: 0,
  put_back: 0,
  kept: 0,
  booked_later: 0,
};

export const importRoutes = [list, preview, commit, removal, remove];
