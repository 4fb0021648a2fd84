import type { Failure, Problem } from "../http/outside.ts";
import { PageProblem } from "../site/problem.ts";

/** Page for a client whose document cannot be used. */
export function problemPage(clientId: string, { problem, failure }: Problem): PageProblem {
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

export function switchedOff(): PageProblem {
  return new PageProblem({
    status: 400,
    title: TITLE,
    message:
      "The app describes itself in a document at an address of its own, and this server is set not to fetch such documents (OAUTH_CLIENT_DOCUMENTS=off).",
    next: `Remove the connection in the app and add it again: most apps then register here instead. ${BY_KEY}`,
    link: LINK,
  });
}

export function tooManyDocuments(seconds: number): PageProblem {
  return new PageProblem({
    status: 429,
    title: "Too many apps at once",
    message: "Too many apps were looked up from your address within the hour.",
    next: `Try again in ${Math.ceil(seconds / 60)} minutes.`,
    headers: { "Retry-After": String(seconds) },
  });
}
