import type { z } from "zod";
import { Refusal, type RefusalCode, RETRY_AFTER } from "../core/errors.ts";
import { InvalidInput } from "../core/route.ts";

/** Body of a refusal (RFC 9457). */
export type Problem = {
  readonly type: "about:blank";
  /** The error, as a sentence. */
  readonly title: string;
  readonly status: number;
  /** The next step, as a sentence. */
  readonly detail: string;
  readonly code: string;
  /** The fields at fault, each under a JSON pointer (RFC 6901). */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  /** Finds a bug in the server's log. The web app shows it below the detail. */
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

/** Logs a bug and returns the reference of its log entry. */
export type Report = (error: unknown) => string;

/** Turns an error into a problem; logs a bug. */
export function problemOf(error: unknown, report: Report): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof InvalidInput) return inputProblem(error);
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
  const { code, path, message, next } = refusal;
  const status = STATUS[code] ?? 409;
  const errors =
    path === null ? [] : [{ pointer: pointerOf(path.split(".")), detail: said(message) }];
  const problem = { status, code, title: said(message), detail: said(next), errors };
  return new ApiProblem(problem, status === 503 ? { "Retry-After": RETRY_AFTER } : {});
}

/** Unlisted codes answer 409. */
const STATUS: Partial<Record<RefusalCode, number>> = {
  busy: 503,
  invalid_argument: 422,
  invalid_cursor: 422,
  not_allowed: 403,
  not_found: 404,
  outcome_unknown: 500,
  password_needed: 403,
  too_large: 422,
  unavailable: 503,
  unknown_argument: 422,
};

function pointerOf(path: readonly PropertyKey[]): string {
  return path
    .map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** A clause as a sentence. */
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
