import type { Context as Http, ErrorHandler } from "hono";
import type { Logger } from "pino";
import { isPassing, Refusal, RETRY_AFTER } from "../core/errors.ts";
import { routeOf } from "../http/request-log.ts";
import { messagePage } from "./message-page.ts";
import { PageProblem } from "./problem.ts";
import { sendPage } from "./send-page.ts";

/**
 * Turns an error into a page with the problem and the next step, and a log line with the reason.
 * @param report logs a bug, and returns its reference
 */
export function pageErrors(log: Logger, report: (error: unknown) => string): ErrorHandler {
  return (error, http) => {
    const problem = problemOf(error) ?? bug(report(error));
    const { status, headers, title, message, next, link } = problem;
    if (error instanceof PageProblem)
      log.warn({ route: routeOf(http), status, reason: message }, "a page was refused");
    return sendPage(http, messagePage({ title, message, next, link }), { status, headers });
  };
}

export async function noSuchPage(http: Http): Promise<Response> {
  const page = messagePage({
    title: "Page not found",
    message: "There is no page at this address.",
    next: "It may have been mistyped, or belong to a newer version of this server.",
    link: { href: "/", label: "Open Ledgerport" },
  });
  return sendPage(http, page, { status: 404 });
}

function problemOf(error: unknown): PageProblem | null {
  if (error instanceof PageProblem) return error;
  if (error instanceof Refusal && error.code === "outcome_unknown") return unknownOutcome(error);
  if (!isPassing(error)) return null;
  return new PageProblem({
    status: 503,
    title: error.code === "busy" ? "The server is busy" : "The server cannot answer right now",
    message: `${error.message}.`,
    next: "Try again in a few seconds.",
    headers: { "Retry-After": RETRY_AFTER },
  });
}

function unknownOutcome({ message }: Refusal): PageProblem {
  return new PageProblem({
    status: 500,
    title: "The server lost its database",
    message: `${message}.`,
    next: "Look whether it was done before you do it again.",
  });
}

function bug(reference: string): PageProblem {
  return new PageProblem({
    status: 500,
    title: "The server failed",
    message: `Something went wrong on this server. Its log has the reason under the reference ${reference}.`,
    next: "Try again. If it happens again, give the reference to the operator of the server.",
  });
}
