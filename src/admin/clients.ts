import { z } from "zod";
import { visible } from "../core/visible.ts";
import { clientName, MOST_REDIRECT_URIS } from "../oauth/client-metadata.ts";
import { createConfidentialClient, listClients } from "../oauth/clients.ts";
import { problemOfRedirectUri } from "../oauth/redirect-uri.ts";
import { type Command, command } from "./command.ts";
import { commaList } from "./options.ts";

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
];
