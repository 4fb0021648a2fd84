import { z } from "zod";
import { endGrant, listGrantsOfTeam, requireGrant } from "../accounts/grants.ts";
import { uuid } from "../core/fields.ts";
import { transaction } from "../db/transaction.ts";
import { type Command, command, auditContext } from "./command.ts";
import { team, teamOf } from "./options.ts";

export const appCommands: readonly Command[] = [
  command({
    name: "app:list",
    purpose: "Lists the apps that people of a team have connected by OAuth.",
    event: null,
    database: "up to date",
    options: z.strictObject({ team }),
    run: async ({ baseContext }, { team }) => {
      const context = auditContext(baseContext, "app:list", await teamOf(baseContext, team));
      return { items: await listGrantsOfTeam(context) };
    },
  }),
  command({
    name: "app:revoke",
    purpose: "Disconnects an app at once: its tokens stop working.",
    event: { of: "oauth_grant", did: "changed" },
    database: "up to date",
    options: z.strictObject({ id: uuid.describe("APP_ID") }),
    run: async ({ baseContext }, { id }) =>
      transaction(baseContext, async (baseContext) => {
        const { team_id, user_id } = await requireGrant(baseContext, id);
        const end = { id, userId: user_id, because: "disconnected" } as const;
        await endGrant(auditContext(baseContext, "app:revoke", team_id), end);
        const { ended_at } = await requireGrant(baseContext, id);
        return { id, ended_at };
      }),
  }),
];
