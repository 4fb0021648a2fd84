import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { Refusal } from "../core/errors.ts";
import { uuid } from "../core/fields.ts";
import { sealingOf } from "../db/server-secret.ts";
import { commitImport } from "../domains/imports/commit-import.ts";
import { readImportFile } from "../domains/imports/import-file.ts";
import { parseImportOptions } from "../domains/imports/import-options.ts";
import { previewImport } from "../domains/imports/preview-import.ts";
import { type Command, command, auditContext } from "./command.ts";
import { sayImport } from "./import-table.ts";
import { team, teamOf } from "./options.ts";

export const importCommands: readonly Command[] = [
  command({
    name: "import",
    purpose:
      "Imports a bank's file into an account. Without --commit it only tells the plan, and the HASH to commit it with.",
    event: { of: "import", did: "created" },
    database: "up to date",
    options: z.strictObject({
      team,
      account: uuid.describe("ACCOUNT_ID"),
      file: z.string().min(1).describe("PATH"),
      commit: z.string().optional().describe("HASH"),
      options: z.string().optional().describe("JSON"),
    }),
    run: async ({ baseContext, database, ...desk }, { team, account, file, commit, options }) => {
      const context = {
        ...auditContext(baseContext, "import", await teamOf(baseContext, team)),
        sealing: await sealingOf(desk.settings().secret, database, desk.randomBytes),
      };
      const sent = { account, name: basename(file), bytes: await bytesOf(file) };
      const read = await readImportFile(context, sent, parseImportOptions(options ?? ""));
      if (commit !== undefined) return commitImport(context, read, { account, hash: commit });
      const plan = await previewImport(context, read, account);
      const words = { team, account, file, options };
      return { ...plan, next: plan.hash === null ? null : lineOf({ ...words, commit: plan.hash }) };
    },
    say: sayImport,
  }),
];

/** The command line with these options. */
function lineOf(options: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quotedWord(value)}`],
  );
  return ["npm run --silent admin -- import", ...given].join(" ");
}

/** A word as a shell takes it. */
function quotedWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @throws Refusal for a path that cannot be read */
async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new Refusal({
      code: "invalid_argument",
      path: "file",
      message: `The file ${path} cannot be read`,
      next: "check its path and its permissions; nothing was imported",
      cause,
    });
  }
}
