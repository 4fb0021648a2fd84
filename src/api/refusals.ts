import { withArticle } from "../accounts/membership.ts";
import { Refusal } from "../core/errors.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { Unreadable } from "../http/body.ts";
import { waitOf } from "../shared/words.ts";
import { ApiProblem } from "./problem.ts";

/** Refusals of requests before any route runs. */

export function sessionNeeded(baseUrl: string): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: "session_needed",
    title: "API keys and access tokens open nothing here.",
    detail: `Programs call ${baseUrl}/mcp; what is here is done by a person in the web app.`,
  });
}

export function foreign(baseUrl: string): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: "foreign_origin",
    title: "The request came from another site.",
    detail: `Nothing was done; open ${baseUrl} and try again there.`,
  });
}

export function signedOut(): ApiProblem {
  return new ApiProblem({
    status: 401,
    code: "signed_out",
    title: "You are signed out.",
    detail: "Nothing was done; sign in and try again.",
  });
}

export function unmarked(): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: "other_session",
    title: "The page belongs to another session than the one you are in.",
    detail: "Nothing was done; reload the page and try again.",
  });
}

export function notJson(): ApiProblem {
  return new ApiProblem({
    status: 415,
    code: "not_json",
    title: "The body is not application/json.",
    detail: "Send a JSON object with Content-Type: application/json.",
  });
}

export function unreadable({ status, reason }: Unreadable): ApiProblem {
  return new ApiProblem(
    {
      status,
      code: "unreadable",
      title: `The request could not be read: ${reason}.`,
      detail: "Nothing was done; send a JSON object.",
    },
    status === 413 ? { Connection: "close" } : {},
  );
}

export function tooLowRole(own: Role, least: Role): Refusal {
  const who = least === "owner" ? "an owner" : "an owner or admin";
  return new Refusal({
    code: "not_allowed",
    message: `Only ${who} of the team can do this, and you are ${withArticle(own)}`,
    next: `ask ${who} of the team`,
  });
}

export function tooManyRequests(limit: number, seconds: number): ApiProblem {
  const problem = {
    status: 429,
    code: "too_many_requests",
    title: `You have sent more than ${limit} requests within a minute.`,
    detail: `Nothing was done; try again in ${waitOf(seconds)}.`,
  };
  return new ApiProblem(problem, { "Retry-After": String(seconds) });
}

export function notHere(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: "not_found",
    title: "There is no page at this address.",
    detail: "It may belong to another version of this server; reload the page.",
  });
}

/** @param allowed methods of the address */
export function wrongMethod(allowed: readonly string[]): ApiProblem {
  const problem = {
    status: 405,
    code: "wrong_method",
    title: "This address is not asked like that.",
    detail: `Served here: ${allowed.join(", ")}.`,
  };
  return new ApiProblem(problem, { Allow: allowed.join(", ") });
}
