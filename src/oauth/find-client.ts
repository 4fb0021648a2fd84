import type { BaseContext } from "../db/context.ts";
import { addMilliseconds } from "../shared/time.ts";
import { PageProblem } from "../site/problem.ts";
import { isClientDocumentUrl } from "./client-document.ts";
import { findClient, storeDocument, type OAuthClient } from "./clients.ts";
import type { OAuthParts } from "./parts.ts";

/**
 * Finds the client of an authorization request. When its id is the URL of a document
 * (draft-ietf-oauth-client-id-metadata-document), a stale document is fetched again.
 * @param address key of the rate limit for fetched documents
 * @throws PageProblem when the document cannot be used, or the limit is reached
 */
export async function findOrFetchClient(
  parts: OAuthParts,
  context: BaseContext,
  clientId: string,
  address: string,
): Promise<OAuthClient | undefined> {
  const stored = await findClient(context, clientId);
  if (!isClientDocumentUrl(clientId)) return stored;
  if ((stored?.fresh_until ?? "") > context.now) return stored;
  const budget = await parts.documents(address, 1);
  if (!budget.allowed) throw tooMany(budget.resetSeconds);
  const fetched = await parts.fetchClientDocument(clientId);
  if ("problem" in fetched) {
    // Only logged: the reason would tell a stranger which hosts this server can reach.
    parts.log.warn(
      { client: clientId, reason: fetched.problem },
      "a client's document is unusable",
    );
    throw unusable();
  }
  const { clientName, ...document } = fetched.document;
  const freshUntil = addMilliseconds(context.now, fetched.freshMs);
  await storeDocument(context, clientId, { ...document, name: clientName }, freshUntil);
  return findClient(context, clientId);
}

function unusable(): PageProblem {
  return new PageProblem({
    status: 400,
    title: "This app cannot be connected",
    message: "The app describes itself in a document that could not be fetched or is not valid.",
    next: "Try again in a moment. If that does not help, the log of this server has the reason.",
  });
}

function tooMany(seconds: number): PageProblem {
  return new PageProblem({
    status: 429,
    title: "Too many apps at once",
    message: "Too many apps were looked up from your address within the hour.",
    next: `Try again in ${Math.ceil(seconds / 60)} minutes.`,
    headers: { "Retry-After": String(seconds) },
  });
}
