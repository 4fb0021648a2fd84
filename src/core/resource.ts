import type { Completions } from "./completion.ts";
import type { Tier } from "./tool.ts";

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
type Contents = { readonly text: string } | { readonly blob: string };

/** Whether it is a template of many. */
export function isTemplate({ uri }: { readonly uri: string }): boolean {
  return uri.includes("{");
}
