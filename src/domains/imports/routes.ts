import { z } from "zod";
import { json } from "../../core/answer.ts";
import { defineRoute, defineUpload } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { commitImport, ImportedFile } from "./commit-import.ts";
import { readImportFile } from "./import-file.ts";
import { ImportInput, optionsIn } from "./import-options.ts";
import { Imports, ListImports, listImports } from "./list-imports.ts";
import { ImportPreview, previewImport } from "./preview-import.ts";

/** The format is told from the bytes, whatever type is named. */
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

export const importRoutes = [list, preview, commit];
