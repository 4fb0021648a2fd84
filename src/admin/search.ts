import { z } from "zod";
import { listTeams, requireTeam } from "../accounts/teams.ts";
import { rebuildWords, removeLostWords } from "../domains/documents/words/rebuild-words.ts";
import { counted } from "../shared/words.ts";
import { auditContext, type Command, command, team } from "./command.ts";

export const searchCommands: readonly Command[] = [
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
