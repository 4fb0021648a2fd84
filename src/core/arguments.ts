import { z } from "zod";
import { Refusal } from "./errors.ts";
import { brokenRule } from "./rules.ts";

export type Fields = z.ZodObject<z.ZodRawShape>;

/**
 * Parses arguments by a schema. `null` for an optional argument that is not nullable counts as left
 * out, and `""` for a nullable one as `null`, which clients cannot always send; unknown arguments are
 * refused by name. Also parses the options of admin commands.
 * @throws Refusal that names the arguments at fault
 */
export function parseArguments<S extends Fields>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(withNulls(schema, given ?? {}), { error: brokenRule });
  if (parsed.success) return parsed.data;
  throw refusalOf(schema, parsed.error.issues);
}

function withNulls(schema: Fields, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const entries = Object.entries(given);
  if (!entries.some(([, value]) => isEmpty(value))) return given;
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      if (!isEmpty(value) || field === undefined) return [[name, value]];
      if (takes(field, null)) return [[name, null]];
      return value === null && takes(field, undefined) ? [] : [[name, value]];
    }),
  );
}

function isEmpty(value: unknown): value is null | "" {
  return value === null || value === "";
}

function takes(field: z.core.$ZodType, value: null | undefined): boolean {
  return z.safeParse(field, value).success;
}

/** More clauses would not help the caller. */
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
  if (names.length === 0) return "it takes no arguments";
  return `known ${names.length === 1 ? "is" : "are"} ${names.join(", ")}`;
}

function clauseOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.slice(0, MOST_CLAUSES).map((key) => pathText([...issue.path, key]));
    return `there is no argument ${names.map((name) => JSON.stringify(name)).join(", ")}`;
  }
  return `${pathOf(issue) ?? "the arguments"} ${issue.message}`;
}

function pathOf(issue: z.core.$ZodIssue): string | null {
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...keys];
  return path.length === 0 ? null : pathText(path);
}

const LONGEST_NAME = 60;

function pathText(path: readonly PropertyKey[]): string {
  return path.map((name) => String(name).slice(0, LONGEST_NAME)).join(".");
}
