import { download, events, json, defineRoute, defineUpload } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { LARGEST_TIME_FILE } from "../../shared/limits.ts";
import { ExportTime, exportTime } from "./export-time.ts";
import { TimeImportOptions } from "./import-options.ts";
import { ImportEvent, importEvents, importTime, requireTimes } from "./import-time.ts";
import { TimeImportPreview, previewTimeImport } from "./preview-import.ts";
import { readTimeFile } from "./time-file.ts";

/** Windows calls CSV files those of Excel. */
const UPLOAD = {
  largest: LARGEST_TIME_FILE,
  types: ["text/csv", "application/vnd.ms-excel", "text/plain"],
};

const save = defineRoute({
  path: "GET /api/teams/:team/time/file",
  role: "member",
  input: ExportTime,
  output: download,
  example: (idOf) => ({ project: idOf("tracker_project") }),
  handler: async (context: Context, input) => exportTime(context, input),
});

const preview = defineUpload({
  path: "POST /api/teams/:team/time/import/preview",
  role: "member",
  event: null,
  input: TimeImportOptions,
  output: json(TimeImportPreview),
  example: () => ({}),
  upload: UPLOAD,
  handler: async (context: Context, { upload, ...options }) =>
    previewTimeImport(context, await upload.bytes(), options),
});

const run = defineUpload({
  path: "POST /api/teams/:team/time/import",
  role: "member",
  event: { of: "tracker_entry", did: "created", said: "imported *", tried: "import time" },
  input: TimeImportOptions,
  output: events(ImportEvent),
  example: () => ({}),
  upload: UPLOAD,
  handler: async (context: Context, { upload, ...options }) => {
    const file = await readTimeFile(await upload.bytes(), options.columns);
    requireTimes(file, options);
    return importEvents(context, (context) => importTime(context, file, options));
  },
});

export const timeFileRoutes = [save, preview, run];
