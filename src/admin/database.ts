import { z } from "zod";
import { listTeams, requireTeam } from "../accounts/teams.ts";
import { backUpTo, type Restored, restoreFrom } from "../db/backup.ts";
import { rebuildWords, removeLostWords } from "../domains/documents/words/rebuild-words.ts";
import { fileStoreOf } from "../files/file-store.ts";
import { counted } from "../shared/words.ts";
import { auditContext, type Command, command, team } from "./command.ts";
import { backUpFiles, type FilesAnswer, requireFolder, restoreFiles } from "./stored-files.ts";

const file = z.string().min(1).optional().describe("FILE");
const files = z.string().min(1).optional().describe("DIR");

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
    purpose:
      "Copies the SQLite database to a new file, and the files of documents to a folder, also while the server runs. A folder of an earlier backup gets what is new.",
    event: null,
    database: "as it is",
    options: z.strictObject({ file, files }),
    operand: "file",
    oneOf: ["file", "files"],
    run: async ({ database, files: store }, { file, files }) => ({
      ...(file === undefined ? {} : await backUpTo(database, file)),
      // After the database, so that they are all that it names.
      ...(files === undefined ? {} : { files: await backUpFiles(database, store, files) }),
    }),
    say: ({ file, files }) => [
      ...(file === undefined ? [] : [`The database is copied: ${file}.`]),
      ...filesLines(files),
    ],
    isGood: ({ files }) => files === undefined || files.lostCount === 0,
  }),
  command({
    name: "restore",
    purpose:
      "Replaces the SQLite database with a backup, while no server runs, and brings back the files of documents that the folder of a backup has.",
    event: null,
    database: "none",
    options: z.strictObject({ file, files }),
    operand: "file",
    oneOf: ["file", "files"],
    run: async (desk, { file, files }): Promise<RestoreAnswer> => {
      const settings = desk.settings();
      if (files !== undefined) requireFolder(files, settings.filesFolder);
      const restored = file === undefined ? {} : await restoreFrom(settings.databaseUrl, file);
      if (files === undefined) return restored;
      const store = fileStoreOf(settings, { ...desk, draw: null });
      const database = await desk.open("as it is");
      try {
        return { ...restored, files: await restoreFiles(database, store, files) };
      } finally {
        await database.close();
      }
    },
    say: ({ file, kept = null, files }) => [
      ...(file === undefined ? [] : [`The database is restored: ${file}.`]),
      ...(kept === null ? [] : [`The previous database is kept as ${kept}.`]),
      ...filesLines(files),
    ],
    isGood: ({ files }) => files === undefined || files.lostCount === 0,
  }),
  command({
    name: "search:rebuild",
    purpose:
      "Writes the search index of documents anew from the texts that were read, of one team or of all, while the server runs.",
    event: null,
    database: "up to date",
    options: z.strictObject({ team }),
    run: async ({ baseContext }, { team }) => {
      const teams =
        team === undefined ? await listTeams(baseContext) : [await requireTeam(baseContext, team)];
      let documents = 0;
      for (const { id } of teams)
        documents += await rebuildWords(auditContext(baseContext, "search:rebuild", id));
      if (team === undefined) await removeLostWords(baseContext);
      return { teams: teams.length, documents };
    },
    say: ({ teams, documents }) => [
      `${counted(documents, "document")} of ${counted(teams, "team")} can be searched.`,
    ],
  }),
];

type RestoreAnswer = Partial<Restored> & { readonly files?: FilesAnswer };

function filesLines(answer: FilesAnswer | undefined): readonly string[] {
  if (answer === undefined) return [];
  const { folder, copied, present, lost, lostCount } = answer;
  const line = `${folder} has ${counted(copied + present, "file")} of documents, ${copied} of them new.`;
  if (lostCount === 0) return [line];
  const more = lostCount > lost.length ? ` and ${lostCount - lost.length} more` : "";
  return [
    line,
    `The bytes of ${counted(lostCount, "file")} are missing or damaged where they were copied from: ${lost.join(", ")}${more}.`,
  ];
}
