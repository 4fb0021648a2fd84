import type { z } from "zod";
import type { Refusal, RefusalCode } from "../core/errors.ts";

/** What the web app is told when something was refused (RFC 9457), beside the HTTP status. */
export type Problem = {
  readonly type: "about:blank";
  /** What is wrong, as a sentence. */
  readonly title: string;
  readonly status: number;
  /** What to do next, as a sentence. */
  readonly detail: string;
  readonly code: string;
  /** The fields at fault, each under a JSON pointer (RFC 6901). */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  /** Under which a bug is found in the server's log. */
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

/** Input that the schema of its route does not take. */
export class InputProblem extends ApiProblem {
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super({
      status: 422,
      code: "invalid_argument",
      title: "Some of what was entered cannot be used.",
      detail: "Nothing was done; correct what is marked and try again.",
      errors: issues.flatMap(errorsOf),
    });
  }
}

function errorsOf(issue: z.core.$ZodIssue): Problem["errors"] {
  const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
  if (keys.length === 0) return [{ pointer: pointerOf(issue.path), detail: said(issue.message) }];
  return keys.map((key) => ({ pointer: pointerOf([...issue.path, key]), detail: UNKNOWN }));
}

const UNKNOWN = "Is not known here.";

/** What a verb refused, as a problem. */
export function problemOf(refusal: Refusal): ApiProblem {
  const { code, path, message, next } = refusal;
  const status = STATUS[code] ?? 409;
  const errors =
    path === null ? [] : [{ pointer: pointerOf(path.split(".")), detail: said(message) }];
  const problem = { status, code, title: said(message), detail: said(next), errors };
  return new ApiProblem(problem, status === 503 ? { "Retry-After": "5" } : {});
}

/** What is not here is a conflict with what there is. */
const STATUS: Partial<Record<RefusalCode, number>> = {
  busy: 503,
  invalid_argument: 422,
  invalid_cursor: 422,
  not_allowed: 403,
  not_found: 404,
  password_needed: 403,
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
