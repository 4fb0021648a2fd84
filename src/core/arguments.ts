import { z } from "zod";
import { Refusal } from "./errors.ts";
import { ruleOf } from "./rules.ts";

/** An object whose fields can be looked at one by one. */
export type Fields = z.ZodObject<z.ZodRawShape>;

/**
 * Arguments as a schema's output. `null` for an optional argument that cannot be null counts as
 * left out; an argument that does not exist is refused by name. Commands give their options so too.
 * @throws Refusal that names the arguments at fault.
 */
export function parseArguments<S extends Fields>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(withoutNeedlessNulls(schema, given ?? {}), { error: ruleOf });
  if (parsed.success) return parsed.data;
  throw refusalOf(schema, parsed.error.issues);
}

function withoutNeedlessNulls(schema: Fields, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const entries = Object.entries(given);
  if (!entries.some(([, value]) => value === null)) return given;
  return Object.fromEntries(
    entries.filter(([name, value]) => {
      const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      return (
        value !== null || field === undefined || takes(field, null) || !takes(field, undefined)
      );
    }),
  );
}

function takes(field: z.core.$ZodType, value: null | undefined): boolean {
  return z.safeParse(field, value).success;
}

/** More of them would not help whoever has to correct them. */
const MOST_CLAUSES = 10;

function refusalOf(schema: Fields, issues: readonly z.core.$ZodIssue[]): Refusal {
  const [first] = issues;
  const clauses = issues.map(clauseOf);
  const more = clauses.splice(MOST_CLAUSES).length;
  return new Refusal({
    code: first?.code === "unrecognized_keys" ? "unknown_argument" : "invalid_argument",
    path: first === undefined ? null : pathOf(first),
    message: [...clauses, ...(more === 0 ? [] : [`and ${more} more`])].join("; "),
    next: issues.some(isOfUnknownArgument)
      ? knownArguments(schema)
      : "correct it and try again; nothing was done",
  });
}

function isOfUnknownArgument({ code, path }: z.core.$ZodIssue): boolean {
  return code === "unrecognized_keys" && path.length === 0;
}

function knownArguments({ shape }: Fields): string {
  const names = Object.keys(shape);
  if (names.length === 0) return "nothing needs to be given";
  return `known ${names.length === 1 ? "is" : "are"} ${names.join(", ")}`;
}

function clauseOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.slice(0, MOST_CLAUSES).map((key) => pathText([...issue.path, key]));
    return `there is no argument ${names.map((name) => JSON.stringify(name)).join(", ")}`;
  }
  return `${pathOf(issue) ?? "what is given"} ${issue.message}`;
}

/** Null when it is about no argument, but about all that is given. */
function pathOf(issue: z.core.$ZodIssue): string | null {
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...keys];
  return path.length === 0 ? null : pathText(path);
}

const LONGEST_NAME = 60;

function pathText(path: readonly PropertyKey[]): string {
  return path.map((name) => String(name).slice(0, LONGEST_NAME)).join(".");
}
