import { z } from "zod";
import { backUpTo, restoreFrom } from "../db/backup.ts";
import { type Command, command } from "./command.ts";

const file = z.string().min(1);

export const databaseCommands: readonly Command[] = [
  command({
    name: "migrate",
    purpose: "Brings the database up to date. The server does so too when it starts.",
    event: null,
    database: "up to date",
    options: z.strictObject({}),
    run: async ({ database }) => ({
      upToDate: true,
      database: database.dialect,
      applied: database.migrated,
    }),
  }),
  command({
    name: "backup",
    purpose: "Copies the SQLite database to a new file, also while the server runs.",
    event: null,
    database: "as it is",
    options: z.strictObject({ file }),
    operand: "file",
    run: async ({ database }, { file }) => backUpTo(database, file),
  }),
  command({
    name: "restore",
    purpose: "Replaces the SQLite database with a backup, while no server runs.",
    event: null,
    database: "none",
    options: z.strictObject({ file }),
    operand: "file",
    run: async ({ settings }, { file }) => restoreFrom(settings().databaseUrl, file),
    say: ({ file, kept }) => [
      `The database is restored: ${file}.`,
      ...(kept === null ? [] : [`The previous database is kept as ${kept}.`]),
    ],
  }),
];
