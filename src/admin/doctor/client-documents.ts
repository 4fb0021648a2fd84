import { createDocumentFetcher } from "../../oauth/client-document.ts";
import { PINNED_DOCUMENTS } from "../../oauth/pinned-documents.ts";
import type { Check, Finding } from "./check.ts";
import type { Visit } from "./visit.ts";

/** Any document of a widely used client shows whether such documents can be fetched from here. */
const [{ client_id: EXAMPLE }] = PINNED_DOCUMENTS;

export const CLIENT_DOCUMENTS: readonly Check[] = [
  {
    name: "client-documents",
    title: "documents in which apps describe themselves can be fetched",
    after: [],
    run: canFetch,
  },
];

/** Left out for a server elsewhere, which may reach other hosts than this machine. */
async function canFetch({ desk, isOwn }: Visit): Promise<Finding | "left out" | null> {
  if (!isOwn || !desk.settings().clientDocuments) return "left out";
  const { clock, outside } = desk;
  const fetched = await createDocumentFetcher({ clock, ...(outside && { outside }) })(EXAMPLE);
  if ("document" in fetched) return null;
  const { host } = new URL(EXAMPLE);
  const names = PINNED_DOCUMENTS.map(({ client_name }) => client_name).join(", ");
  return {
    problem: `The document at ${EXAMPLE} cannot be fetched: ${fetched.problem}.`,
    fix: `Allow the server outgoing HTTPS to ${host} and to the hosts of your other apps. Until then ${names} connect by copies that the server has, and other apps that describe themselves in a document do not connect. With OAUTH_CLIENT_DOCUMENTS=off they register instead.`,
    isWarning: true,
  };
}
