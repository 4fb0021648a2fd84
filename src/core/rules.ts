import type { z } from "zod";

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
