import { addMilliseconds } from "../core/time.ts";
import type { Ground } from "../db/context.ts";
import { PageProblem } from "../pages/problem.ts";
import { isClientDocumentUrl } from "./client-document.ts";
import { findClient, keepDocument, type OAuthClient } from "./clients.ts";
import type { OAuthParts } from "./parts.ts";

/**
 * The client of an authorization request. One whose id is the address of a document is described
 * there (draft-ietf-oauth-client-id-metadata-document), and fetched when what is known is not fresh.
 * @param address who asks, to bound what they make this server fetch
 */
export async function findOrFetchClient(
  parts: OAuthParts,
  context: Ground,
  clientId: string,
  address: string,
): Promise<OAuthClient | undefined> {
  const known = await findClient(context, clientId);
  if (!isClientDocumentUrl(clientId)) return known;
  if ((known?.fresh_until ?? "") > context.now) return known;
  const budget = await parts.documents(address, 1);
  if (!budget.allowed) throw tooMany(budget.resetSeconds);
  const fetched = await parts.fetchClientDocument(clientId);
  if ("problem" in fetched) {
    // For the operator alone: a stranger would learn from it what can be reached from here.
    parts.log.warn(
      { client: clientId, reason: fetched.problem },
      "a client's document is unusable",
    );
    throw unusable();
  }
  const { clientName, ...document } = fetched.document;
  const freshUntil = addMilliseconds(context.now, fetched.freshMs);
  await keepDocument(context, clientId, { ...document, name: clientName }, freshUntil);
  return findClient(context, clientId);
}

function unusable(): PageProblem {
  return new PageProblem({
    status: 400,
    title: "This app cannot be connected",
    message: "The app describes itself in a document that could not be fetched, or not be used.",
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
