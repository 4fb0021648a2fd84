import type { BaseContext } from "../db/context.ts";
import type { Problem } from "../http/outside.ts";
import { addMilliseconds } from "../shared/time.ts";
import {
  type ClientDocument,
  type FetchedDocument,
  isClientDocumentUrl,
  pinnedDocument,
} from "./client-document.ts";
import { findClient, type OAuthClient, storeDocument, storePinnedDocument } from "./clients.ts";
import { problemPage, switchedOff, tooManyDocuments } from "./document-problems.ts";
import type { OAuthParts } from "./parts.ts";

/**
 * Time for which a stored document serves while fetching it fails. It is bounded, because an app that
 * gives up an address could not tell this server so.
 */
const STALE_MS = 30 * 24 * 60 * 60_000;
/** Wait for a document that a copy can replace: a person waits for the page. */
const BRIEF_MS = 2000;
/** Freshness of what never serves as a stored copy: pinned documents, and those that must not be kept. */
const NEVER_FRESH = "1970-01-01T00:00:00.000Z";

/**
 * Finds the client of an authorization request. When its id is the URL of a document
 * (draft-ietf-oauth-client-id-metadata-document), a stale document is fetched again. When nothing is
 * received, a copy serves: the stored one for 30 days, else the pinned one.
 * @param address key of the rate limit for fetched documents
 * @throws PageProblem when there is no usable document, or the limit is reached
 */
export async function findOrFetchClient(
  parts: OAuthParts,
  context: BaseContext,
  clientId: string,
  address: string,
): Promise<OAuthClient | undefined> {
  const stored = await findClient(context, clientId);
  if (!isClientDocumentUrl(clientId)) return stored;
  if (!parts.clientDocuments) throw switchedOff();
  if ((stored?.fresh_until ?? "") > context.now) return stored;
  const copies = copiesOf(context, clientId, stored);
  const fetched = await fetchDocument(parts, clientId, address, copies);
  if ("document" in fetched) {
    const { document, freshMs } = fetched;
    const freshUntil = freshMs === 0 ? NEVER_FRESH : addMilliseconds(context.now, freshMs);
    await storeDocument(context, clientId, document, freshUntil);
    return findClient(context, clientId);
  }
  const copy = await copyFor(context, clientId, fetched, copies);
  const reason = { client: clientId, reason: fetched.problem };
  if (copy === undefined) {
    parts.log.warn(reason, "a client's document is unusable");
    throw problemPage(clientId, fetched);
  }
  parts.log.warn(reason, "a client's document was not received, and a copy serves");
  return copy;
}

type Copies = {
  readonly stored: OAuthClient | undefined;
  readonly pinned: ClientDocument | null;
  /** Time before which a stored document is too old to serve. */
  readonly oldest: string;
};

function copiesOf(context: BaseContext, clientId: string, stored: OAuthClient | undefined): Copies {
  const oldest = addMilliseconds(context.now, -STALE_MS);
  const serves = (stored?.fresh_until ?? "") > oldest;
  return { stored: serves ? stored : undefined, pinned: pinnedDocument(clientId), oldest };
}

async function fetchDocument(
  parts: OAuthParts,
  clientId: string,
  address: string,
  { stored, pinned }: Copies,
): Promise<FetchedDocument | Problem> {
  const budget = await parts.documents(address, 1);
  if (budget.allowed)
    return parts.fetchClientDocument(clientId, stored || pinned ? BRIEF_MS : undefined);
  if (pinned === null) throw tooManyDocuments(budget.resetSeconds);
  return { problem: "too many documents were fetched within the hour", failure: "late" };
}

/**
 * A wrong document is never replaced by a copy. Nor is one on a private address, which may be an attack
 * on this network; for a pinned client it is the operator who blocks the name.
 */
async function copyFor(
  context: BaseContext,
  clientId: string,
  { failure }: Problem,
  { stored, pinned, oldest }: Copies,
): Promise<OAuthClient | undefined> {
  if (failure === undefined || (failure === "private" && pinned === null)) return undefined;
  if (stored !== undefined || pinned === null) return stored;
  await storePinnedDocument(context, clientId, pinned, { freshUntil: NEVER_FRESH, oldest });
  return findClient(context, clientId);
}
