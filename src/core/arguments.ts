import { z } from "zod";
import { Refusal } from "./errors.ts";

/** An object whose fields can be looked at one by one. */
export type Fields = z.ZodObject<z.ZodRawShape>;

/**
 * Arguments as a schema's output. `null` for an optional argument that cannot be null counts as
 * left out; an argument that does not exist is refused by name.
 * @throws Refusal that names every argument at fault.
 */
export function parseArguments<S extends Fields>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(withoutNeedlessNulls(schema, given ?? {}), { reportInput: true });
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

function refusalOf(schema: Fields, issues: readonly z.core.$ZodIssue[]): Refusal {
  const [first] = issues;
  const unknown = first?.code === "unrecognized_keys";
  const names = Object.keys(schema.shape);
  return new Refusal({
    code: unknown ? "unknown_argument" : "invalid_argument",
    path: first === undefined ? null : unknown ? (first.keys[0] ?? null) : pathOf(first),
    message: issues.map(clauseOf).join("; "),
    next:
      names.length === 0 ? "this tool takes no arguments" : `the arguments are ${names.join(", ")}`,
  });
}

function clauseOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    return `there is no argument ${issue.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(", ")}`;
  }
  const path = pathOf(issue);
  return path === "" ? "the arguments must be a JSON object" : `${path} ${ruleOf(issue)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  uuid: "must be a UUID, such as 0198c5a0-7e57-7000-8000-000000000000",
  date: "must be a calendar day as YYYY-MM-DD",
  datetime: "must be an ISO 8601 date-time with Z or an offset, such as 2026-11-21T09:30:00+01:00",
};

function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_format":
      return KINDS[issue.format] ?? "has the wrong form";
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${sizeOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return `must ${sizeOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return issue.message;
  }
}

function pathOf(issue: z.core.$ZodIssue): string {
  return issue.path.map(String).join(".");
}

function withArticle(kind: string): string {
  const name = kind === "int" ? "whole number" : kind;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function sizeOf(origin: string): string {
  return origin === "string" || origin === "array" ? "have" : "be";
}

function unitOf(origin: string): string {
  if (origin === "string") return " characters";
  return origin === "array" ? " items" : "";
}
