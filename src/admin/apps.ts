import { z } from "zod";
import { endGrant, listGrantsOfTeam, requireGrant } from "../accounts/grants.ts";
import { uuid } from "../core/fields.ts";
import { transaction } from "../db/transaction.ts";
import { type Command, command, signed } from "./command.ts";
import { team, teamOf } from "./options.ts";

export const appCommands: readonly Command[] = [
  command({
    name: "app:list",
    purpose: "Lists the apps that people of a team have connected by OAuth.",
    database: "up to date",
    options: z.strictObject({ team }),
    run: async ({ ground }, { team }) => {
      const context = signed(ground, "app:list", await teamOf(ground, team));
      return { items: await listGrantsOfTeam(context) };
    },
  }),
  command({
    name: "app:revoke",
    purpose: "Disconnects an app at once: its tokens work no more.",
    database: "up to date",
    options: z.strictObject({ id: uuid.describe("APP_ID") }),
    run: async ({ ground }, { id }) =>
      transaction(ground, async (ground) => {
        const { team_id, user_id } = await requireGrant(ground, id);
        const end = { id, userId: user_id, because: "disconnected" } as const;
        await endGrant(signed(ground, "app:revoke", team_id), end);
        const { ended_at } = await requireGrant(ground, id);
        return { id, ended_at };
      }),
  }),
];
