import assert from "node:assert/strict";
import type { Team } from "./app.ts";
import { GENERATIONS, read } from "./mcp.ts";

/** Prompts, resources and completions, requested by clients of both generations. */

type Send = (team: Team, method: string, params?: object) => Promise<Response>;

/** A prompt's text, and its embedded resources by URI. */
type Prompted = {
  readonly texts: readonly string[];
  readonly attached: Readonly<Record<string, any>>;
};

export async function prompt(
  team: Team,
  name: string,
  args: object = {},
  send: Send = GENERATIONS.legacy,
): Promise<Prompted> {
  const { result, error } = await read(send(team, "prompts/get", { name, arguments: args }));
  assert.equal(error, undefined, JSON.stringify(error));
  const contents = result.messages.map(({ content }: any) => content);
  const texts = contents.flatMap(({ type, text }: any) => (type === "text" ? [text] : []));
  const resources = contents.flatMap(({ resource }: any) => resource ?? []);
  for (const { mimeType } of resources) assert.equal(mimeType, "application/json");
  const attached = resources.map(({ uri, text }: any) => [uri, JSON.parse(text)]);
  return { texts, attached: Object.fromEntries(attached) };
}

/** Content at a URI; null if it does not exist. */
export async function resource(
  team: Team,
  uri: string,
  send: Send = GENERATIONS.legacy,
): Promise<any> {
  const { result, error } = await read(send(team, "resources/read", { uri }));
  if (error?.message === "Resource not found") {
    assert.deepEqual([error.code, error.data], [-32602, { uri }]);
    return null;
  }
  assert.equal(error, undefined, JSON.stringify(error));
  const [contents, ...others] = result.contents;
  assert.deepEqual([contents.uri, contents.mimeType, others], [uri, "application/json", []]);
  return JSON.parse(contents.text);
}

export type Reference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

export const CUSTOMER: Reference = { type: "ref/prompt", name: "brief_me_on_a_customer" };
export const PROJECT: Reference = { type: "ref/resource", uri: "ledgerport://projects/{project}" };

/** Completions of an argument. */
export async function offered(
  team: Team,
  ref: Reference,
  name: string,
  value = "",
  send: Send = GENERATIONS.legacy,
): Promise<{ values: string[]; hasMore: boolean }> {
  const params = { ref, argument: { name, value } };
  const { result, error } = await read(send(team, "completion/complete", params));
  assert.equal(error, undefined, JSON.stringify(error));
  return result.completion;
}

/** Error of a request whose parameters must be refused. */
export async function refusedContent(team: Team, method: string, params: object): Promise<any> {
  const { error } = await read(GENERATIONS.legacy(team, method, params));
  assert.equal(error?.code, -32602, JSON.stringify(error));
  return error;
}

/** @param values of its variables by name, or one that all of them get */
export function addressOf(
  template: string,
  values: string | Readonly<Record<string, string>>,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(typeof values === "string" ? values : (values[name] ?? "")),
  );
}
