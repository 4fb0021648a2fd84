import { z } from "zod";
import { Refusal } from "./errors.ts";

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
      : `${issues.some(isOfId) ? "ids stand in lists; " : ""}correct it and try again; nothing was done`,
  });
}

function isOfUnknownArgument({ code, path }: z.core.$ZodIssue): boolean {
  return code === "unrecognized_keys" && path.length === 0;
}

function isOfId(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_format" && issue.format === "uuid";
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

export type IdOf = (kind: string) => string;

/**
 * Valid input of a tool or a route, with an id for every argument that takes one. Tests send it to
 * prove the walls between teams; nothing else calls it.
 */
export type Example<Input extends Fields> = (idOf: IdOf) => z.input<Input>;

/**
 * States the broken rule as the rest of a sentence that begins with the value's name: "must be a
 * string". It replaces Zod's English; a schema's own messages take precedence.
 */
export function brokenRule(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "never") return "must not be given";
      return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? NOT_TAKEN;
    case "invalid_value":
      return `must be ${oneOf(issue.values)}`;
    case "too_small":
      return atLeast(issue);
    case "too_big":
      return atMost(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
      return eitherOf(issue.errors);
    case "invalid_key":
      return `has a name that ${issue.issues[0]?.message ?? NOT_TAKEN}`;
    default:
      return NOT_TAKEN;
  }
}

const NOT_TAKEN = "must have another form";

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "must be a UUID, such as 0198c5a0-7e57-7000-8000-000000000000",
  date: "must be a calendar day as YYYY-MM-DD",
  datetime: "must be an ISO 8601 date-time with Z or an offset, such as 2026-11-21T09:30:00+01:00",
};

const KINDS: Readonly<Record<string, string>> = {
  int: "whole number",
  record: "object",
  tuple: "array",
};

function withArticle(kind: string): string {
  if (kind === "null") return kind;
  const name = KINDS[kind] ?? kind;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function oneOf(values: readonly z.core.util.Primitive[]): string {
  const list = values.map(String).join(", ");
  return values.length === 1 ? list : `one of ${list}`;
}

function atLeast(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const { origin, minimum, inclusive = true, exact = false } = issue;
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${inclusive ? "at least" : "more than"} ${minimum}`;
  if (exact) return `must have exactly ${count(minimum, unit)}`;
  return minimum === 1 ? "must not be empty" : `must have at least ${count(minimum, unit)}`;
}

function atMost(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const { origin, maximum, inclusive = true, exact = false } = issue;
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${inclusive ? "at most" : "less than"} ${maximum}`;
  return `must have ${exact ? "exactly" : "at most"} ${count(maximum, unit)}`;
}

const UNITS: Readonly<Record<string, string>> = { string: "character", array: "item" };

function count(number: number | bigint, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

function eitherOf(choices: readonly (readonly z.core.$ZodIssue[])[]): string {
  const rules = new Set(choices.flatMap(([first]) => first?.message ?? []));
  return rules.size === 0 ? NOT_TAKEN : [...rules].join(", or ");
}
