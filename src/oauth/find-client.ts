import type { BaseContext } from "../db/context.ts";
import type { Problem, Failure } from "../http/outside.ts";
import { addMilliseconds } from "../shared/time.ts";
import { PageProblem } from "../site/problem.ts";
import {
  type ClientDocument,
  type FetchedDocument,
  isClientDocumentUrl,
  pinnedDocument,
} from "./client-document.ts";
import { findClient, type OAuthClient, storeDocument } from "./clients.ts";
import type { OAuthParts } from "./parts.ts";

/**
 * Time for which a stored document serves while fetching it fails. It is bounded, because an app that
 * gives up an address could not tell this server so.
 */
const STALE_MS = 30 * 24 * 60 * 60_000;
/** Wait for a document that a copy can replace: a person waits for the page. */
const BRIEF_MS = 2000;
/** Marks what never serves as a stored copy: pinned documents, and those that must not be kept. */
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
    await storeDocument(context, clientId, document, { freshUntil });
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
  /** A stored document that was fresh only before then is too old to serve. */
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
  await storeDocument(context, clientId, pinned, { freshUntil: NEVER_FRESH, staleSince: oldest });
  return findClient(context, clientId);
}

function problemPage(clientId: string, { problem, failure }: Problem): PageProblem {
  const host = URL.parse(clientId)?.host ?? clientId;
  return failure === undefined ? unusable(host, problem) : notReceived(host, failure);
}

const TITLE = "This app cannot be connected";
const BY_KEY = "You can also connect the app by an API key, which works without its document.";
const LINK = { href: "/settings/developer", label: "Make an API key" };

/**
 * Causes in plain words. A name without an address and one with a private address read alike: otherwise
 * a stranger could find out which names this network has.
 */
const CAUSES: Readonly<Record<Failure, (host: string) => string>> = {
  no_address: (host) => `the name ${host} has no public address here`,
  private: (host) => `the name ${host} has no public address here`,
  late: (host) => `${host} did not answer in time`,
  unreachable: (host) => `no connection to ${host} could be made`,
  certificate: (host) =>
    `the connection to ${host} is not protected by a certificate that is trusted`,
  denied: (host) => `${host} answered with something else, such as a refusal`,
};

function notReceived(host: string, failure: Failure): PageProblem {
  return new PageProblem({
    status: 400,
    title: TITLE,
    message: `The app describes itself in a document at ${host}, and this server could not get it: ${CAUSES[failure](host)}.`,
    next: `Try again in a moment. If that does not help, the operator of this server can allow it outgoing HTTPS to ${host}, or set OAUTH_CLIENT_DOCUMENTS=off, so that apps register here instead. ${BY_KEY}`,
    link: LINK,
  });
}

function unusable(host: string, problem: string): PageProblem {
  return new PageProblem({
    status: 400,
    title: TITLE,
    message: `The app describes itself in a document at ${host}, which this server cannot use: ${problem}.`,
    next: `Only the maker of the app can change that. ${BY_KEY}`,
    link: LINK,
  });
}

function switchedOff(): PageProblem {
  return new PageProblem({
    status: 400,
    title: TITLE,
    message:
      "The app describes itself in a document at an address of its own, and this server is set not to fetch such documents (OAUTH_CLIENT_DOCUMENTS=off).",
    next: `Remove the connection in the app and add it again: most apps then register here instead. ${BY_KEY}`,
    link: LINK,
  });
}

function tooManyDocuments(seconds: number): PageProblem {
  return new PageProblem({
    status: 429,
    title: "Too many apps at once",
    message: "Too many apps were looked up from your address within the hour.",
    next: `Try again in ${Math.ceil(seconds / 60)} minutes.`,
    headers: { "Retry-After": String(seconds) },
  });
}
