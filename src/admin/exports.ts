import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { requireTeam } from "../accounts/teams.ts";
import { Refusal } from "../core/errors.ts";
import { day } from "../core/fields.ts";
import type { Download } from "../core/route.ts";
import { READERS } from "../domains/transactions/export/columns.ts";
import { exportTransactions, FORMATS } from "../domains/transactions/export/export-transactions.ts";
import { auditContext, type Command, command } from "./command.ts";
import { team, teamOf } from "./options.ts";

export const exportCommands: readonly Command[] = [
  command({
    name: "export",
    purpose:
      "Writes the transactions of a team into a new file, with their totals. The file of an accountant has a line for each part, with rates, taxes and codes of categories.",
    event: null,
    database: "up to date",
    options: z.strictObject({
      team,
      from: day.optional().describe("DAY"),
      to: day.optional().describe("DAY"),
      format: z.enum(FORMATS).default("csv"),
      for: z.enum(READERS).default("list"),
      file: z.string().min(1).optional().describe("PATH"),
    }),
    run: async ({ baseContext }, { team, file, ...asked }) => {
      const { id, base_currency: baseCurrency } = await requireTeam(
        baseContext,
        await teamOf(baseContext, team),
      );
      const context = {
        ...auditContext(baseContext, "export", id),
        team: { id, baseCurrency },
      };
      const download = await exportTransactions(context, { ...asked, sort: "date" });
      const path = resolve(file ?? download.name);
      return { file: path, bytes: await written(path, download) };
    },
    say: ({ file, bytes }) => [
      `${file} has the transactions: ${bytes.toLocaleString("en-GB")} bytes.`,
    ],
  }),
];

/** Writes a new file, and never over an existing one. */
async function written(path: string, { content }: Download): Promise<number> {
  const handle = await open(path, "wx").catch((cause: unknown) => {
    throw unwritable(path, cause);
  });
  try {
    await handle.writeFile(content);
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

function unwritable(path: string, cause: unknown): Refusal {
  const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message: isThere ? `There is a file ${path} already` : `The file ${path} cannot be written`,
    next: "name another file with --file; nothing was exported",
    cause,
  });
}
