import type { z } from "zod";
import { withArticle } from "../accounts/membership.ts";
import { Cancelled, Refusal, type RefusalCode, RETRY_AFTER } from "../core/errors.ts";
import { InvalidInput } from "../core/route.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { Unreadable } from "../http/body.ts";
import { lowered, waitOf } from "../shared/words.ts";

/** Body of a refusal (RFC 9457). */
export type Problem = {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  /** The fields at fault, each under a JSON pointer (RFC 6901). */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  readonly reference?: string;
};

export class ApiProblem extends Error {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    {
      errors = [],
      ...problem
    }: Omit<Problem, "type" | "errors"> & Partial<Pick<Problem, "errors">>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(problem.title);
    this.name = "ApiProblem";
    this.problem = { type: "about:blank", ...problem, errors };
    this.headers = headers;
  }
}

export type Report = (error: unknown) => string;

export function problemOf(error: unknown, report: Report): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof InvalidInput) return inputProblem(error);
  if (error instanceof Cancelled) return connectionClosed();
  return error instanceof Refusal ? refusalProblem(error) : bug(report(error));
}

function inputProblem({ issues }: InvalidInput): ApiProblem {
  return new ApiProblem({
    status: 422,
    code: "invalid_argument",
    title: "Some of what was entered cannot be used.",
    detail: "Nothing was done; correct what is marked and try again.",
    errors: issues.flatMap(errorsOf),
  });
}

function errorsOf(issue: z.core.$ZodIssue): Problem["errors"] {
  const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
  if (keys.length === 0) return [{ pointer: pointerOf(issue.path), detail: said(issue.message) }];
  return keys.map((key) => ({ pointer: pointerOf([...issue.path, key]), detail: UNKNOWN }));
}

const UNKNOWN = "Is not known here.";

function refusalProblem(refusal: Refusal): ApiProblem {
  const { code, path, next } = refusal;
  const status = STATUS[code] ?? 409;
  const title = said(messageForPeople(refusal.message));
  const errors = path === null ? [] : [{ pointer: pointerOf(path.split(".")), detail: title }];
  const problem = { status, code, title, detail: said(stepForPeople(next)), errors };
  return new ApiProblem(problem, status === 503 ? { "Retry-After": RETRY_AFTER } : {});
}

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const MISSING = new RegExp(`^(.+?) ${ID} does not exist in this team$`);
const NAMED_ID = new RegExp(` \\(?${ID}\\)?`, "g");

/** People know no ids: `Bank account 0192… does not exist in this team` is `This bank account is not there any more`. */
function messageForPeople(message: string): string {
  const [, what] = MISSING.exec(message) ?? [];
  if (what !== undefined) return `This ${lowered(what)} is not there any more`;
  return message.replaceAll(NAMED_ID, "");
}

/** Name of a tool or an argument. */
const TOOL = /\b[a-z]+(?:_[a-z]+)+\b/;
const QUOTED = /"[^"]*"|“[^”]*”/g;

/** The next step without the clauses that tell an assistant which tool to call. */
function stepForPeople(next: string): string {
  const clauses = next
    .split(/; |, or /)
    .filter((clause) => !TOOL.test(clause.replaceAll(QUOTED, "")));
  return clauses.length === 0 ? "Load the page again" : clauses.join("; ");
}

/** Unlisted codes answer 409. */
const STATUS: Partial<Record<RefusalCode, number>> = {
  busy: 503,
  disk_full: 507,
  file_too_large: 413,
  invalid_argument: 422,
  invalid_cursor: 422,
  not_allowed: 403,
  no_preview: 404,
  not_found: 404,
  outcome_unknown: 500,
  password_needed: 403,
  quota_exceeded: 413,
  too_large: 422,
  type_not_taken: 415,
  unavailable: 503,
  unknown_argument: 422,
};

function pointerOf(path: readonly PropertyKey[]): string {
  return path
    .map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

function said(clause: string): string {
  const sentence = clause.charAt(0).toUpperCase() + clause.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function bug(reference: string): ApiProblem {
  return new ApiProblem({
    status: 500,
    code: "internal_error",
    title: "The server failed.",
    detail: "Try again.",
    reference,
  });
}

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

/** Nobody reads it. */
export function connectionClosed(): ApiProblem {
  return unreadable({ status: 400, reason: "the connection was closed" });
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

export function wrongMethod(allowed: readonly string[]): ApiProblem {
  const problem = {
    status: 405,
    code: "wrong_method",
    title: "This address is not asked like that.",
    detail: `Served here: ${allowed.join(", ")}.`,
  };
  return new ApiProblem(problem, { Allow: allowed.join(", ") });
}
