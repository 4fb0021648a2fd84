import { z } from "zod";
import { endGrant, listGrantsOfTeam, requireGrant } from "../accounts/grants.ts";
import { uuid } from "../core/fields.ts";
import { visible } from "../core/visible.ts";
import { transaction } from "../db/transaction.ts";
import { clientName, MOST_REDIRECT_URIS } from "../oauth/client-metadata.ts";
import { createConfidentialClient, listClients } from "../oauth/clients.ts";
import { problemOfRedirectUri } from "../oauth/redirect-uri.ts";
import { type Command, command, auditContext, commaList, team, teamOf } from "./command.ts";

const redirectUris = z
  .string()
  .transform((uris, context) => {
    const list = commaList(uris);
    if (list.length === 0 || list.length > MOST_REDIRECT_URIS)
      context.addIssue(`must be 1 to ${MOST_REDIRECT_URIS} addresses, separated by commas`);
    for (const uri of list) {
      const problem = problemOfRedirectUri(uri);
      if (problem !== null) context.addIssue(`${problem}: ${visible(uri)}`);
    }
    return list;
  })
  .describe("URI,URI…");

export const clientCommands: readonly Command[] = [
  command({
    name: "client:create",
    purpose: "Adds an OAuth client that you vouch for; its secret is shown only once.",
    event: null,
    database: "up to date",
    options: z.strictObject({ name: clientName, "redirect-uri": redirectUris }),
    run: async ({ baseContext }, { name, "redirect-uri": redirectUris }) =>
      createConfidentialClient(baseContext, { name, redirectUris, clientUri: null, logoUri: null }),
    say: ({ clientId, clientSecret }) => [
      "The client, whose secret is shown only once:",
      "",
      `  client_id      ${clientId}`,
      `  client_secret  ${clientSecret}`,
      "",
      "It sends both in its requests for tokens, in the body (client_secret_post) or by HTTP Basic, and uses PKCE.",
    ],
  }),
  command({
    name: "client:list",
    purpose: "Lists the OAuth clients: those you added, and those that registered by themselves.",
    event: null,
    database: "up to date",
    options: z.strictObject({}),
    run: async ({ baseContext }) => ({ items: await listClients(baseContext) }),
  }),
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
