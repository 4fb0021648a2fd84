import { shownIn } from "../shared/calendar.ts";
import type { Instant } from "../shared/time.ts";
import type { Tier } from "./tool.ts";
import { visible } from "./visible.ts";

export type Resource<Context> = {
  /** A fixed URI, or a template with `{name}` variables (RFC 6570, level 1). */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly tier: Tier;
  readonly description: string;
  readonly mimeType: string;
  readonly completions?: Completions<Context>;
  /** @throws Refusal when the variables do not identify a record */
  readonly read: (
    context: Context,
    variables: Readonly<Record<string, string>>,
  ) => Promise<Contents | null>;
};

/** Bytes are in base64. */
export type Contents = { readonly text: string } | { readonly blob: string };

type Reader = {
  readonly actor: { readonly name: string; readonly timeZone: string };
  readonly now: Instant;
};

/** JSON of the data with its time of reading; invisible characters are escaped. */
export function jsonContents({ actor, now }: Reader, data: object): Contents {
  const { name, timeZone } = actor;
  const seen = { as_of: shownIn(timeZone, now), time_zone: timeZone, read_by: name };
  return { text: visible(JSON.stringify({ ...seen, ...data })) };
}

export function uriOf(template: string, variables: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(variables[name] ?? ""),
  );
}

export function isTemplate({ uri }: { readonly uri: string }): boolean {
  return uri.includes("{");
}

/**
 * Suggests values for an argument by the text typed so far, the likeliest first. `others` are the
 * arguments that are given already.
 */
export type Completion<Context> = (
  context: Context,
  typed: string,
  others: Readonly<Record<string, string>>,
) => Promise<readonly string[]>;

export type Completions<Context> = Readonly<Record<string, Completion<Context>>>;
