import { shownIn } from "./calendar.ts";
import type { Completions } from "./completion.ts";
import type { Instant } from "./time.ts";
import type { Tier } from "./tool.ts";
import { visible } from "./visible.ts";

/** Something that a person or a client can lay before an assistant, under an address of its own. */
export type Resource<Context> = {
  /** Without variables one resource, with `{name}` a template of many (RFC 6570, level 1). */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly tier: Tier;
  readonly description: string;
  readonly mimeType: string;
  /** Of the template's variables. */
  readonly completions?: Completions<Context>;
  /** Null when there is none; @throws Refusal when the variables do not say which one. */
  readonly read: (
    context: Context,
    variables: Readonly<Record<string, string>>,
  ) => Promise<Contents | null>;
};

/** What a resource holds; bytes are in base64. */
export type Contents = { readonly text: string } | { readonly blob: string };

/** For whom a resource is read, and when. */
type Reader = {
  readonly actor: { readonly name: string; readonly timeZone: string };
  readonly now: Instant;
};

/** Data as JSON, with the moment of which it is; what cannot be seen is escaped. */
export function jsonContents({ actor, now }: Reader, data: object): Contents {
  const { name, timeZone } = actor;
  const seen = { as_of: shownIn(timeZone, now), time_zone: timeZone, read_by: name };
  return { text: visible(JSON.stringify({ ...seen, ...data })) };
}

/** The address of one of a template. */
export function uriOf(template: string, variables: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(variables[name] ?? ""),
  );
}

/** Whether it is a template of many. */
export function isTemplate({ uri }: { readonly uri: string }): boolean {
  return uri.includes("{");
}
