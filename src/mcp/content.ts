import { z } from "zod";
import type { Access } from "../accounts/scopes.ts";
import { isPassing, Refusal } from "../core/errors.ts";
import type { Prompt } from "../core/prompt.ts";
import { type Completions, type Contents, type Resource, isTemplate } from "../core/resource.ts";
import {
  type Call,
  type CallContext,
  contextOf,
  type Method,
  loggedCall,
  cacheableResult,
  fieldsOf,
  result,
} from "./call.ts";
import type { Generation } from "./generations.ts";
import { includesTier } from "./lists.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";

export function resourceEntry(_generation: Generation, resource: Resource<CallContext>) {
  const { uri, name, title, description, mimeType } = resource;
  const address = isTemplate(resource) ? { uriTemplate: uri } : { uri };
  return { ...address, name, title, description, mimeType };
}

/** Clients must not cache contents: any write may change them. */
const READ_TTL_MS = 0;

export function readResource(resources: readonly Resource<CallContext>[]): Method {
  const matchers = resources.map((resource) => ({ resource, matches: matcherOf(resource.uri) }));
  return async (call) => {
    const { access, params } = call;
    const { uri } = params;
    const found = typeof uri === "string" ? find(matchers, uri, access.tier) : null;
    const logged = found === null ? METHOD : `${METHOD} ${found.resource.name}`;
    return loggedCall(call, logged, async () => readOne(found, uri, call));
  };
}

const METHOD = "resources/read";

type Matcher = {
  readonly resource: Resource<CallContext>;
  readonly matches: (uri: string) => Variables | null;
};

type Found = { readonly resource: Resource<CallContext>; readonly variables: Variables };

function find(matchers: readonly Matcher[], uri: string, tier: Access["tier"]): Found | null {
  for (const { resource, matches } of matchers) {
    const variables = matches(uri);
    if (variables !== null && includesTier(tier, resource.tier)) return { resource, variables };
  }
  return null;
}

async function readOne(found: Found | null, uri: unknown, call: Call): Promise<string> {
  if (typeof uri !== "string")
    throw new RpcError(INVALID_PARAMS, "Invalid params: uri must be a string");
  const contents = found === null ? null : await read(found, call, uri);
  if (found === null || contents === null)
    throw new RpcError(INVALID_PARAMS, "Resource not found", { data: { uri } });
  const { mimeType } = found.resource;
  const fields = fieldsOf({ contents: [{ uri, mimeType, ...contents }] });
  return cacheableResult(call.caller.generation, fields, READ_TTL_MS);
}

/** Reads; errors carry the URI (server/resources, Error Handling). */
async function read(
  { resource, variables }: Found,
  call: Call,
  uri: string,
): Promise<Contents | null> {
  try {
    return await resource.read(contextOf(call, `${METHOD} ${resource.name}`), variables);
  } catch (error) {
    if (!(error instanceof Refusal) || isPassing(error)) throw error;
    const { code, path, sentence } = error;
    throw new RpcError(INVALID_PARAMS, `Invalid params: ${sentence}`, {
      data: { uri, code, path },
    });
  }
}

type Variables = Readonly<Record<string, string>>;

function matcherOf(template: string): (uri: string) => Variables | null {
  // The capture group makes every other part a variable's name.
  const parts = template.split(/\{([^}]+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const pattern = parts.map((part, index) => (index % 2 === 1 ? "([^/?#]+)" : RegExp.escape(part)));
  const whole = new RegExp(`^${pattern.join("")}$`);
  return (uri) => {
    const values = whole.exec(uri)?.slice(1).map(percentDecoded);
    if (values === undefined || values.includes(null)) return null;
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
  };
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

export function promptEntry(_generation: Generation, prompt: Prompt<CallContext>) {
  const { name, title, description, arguments: args } = prompt;
  return { name, title, description, arguments: args };
}

export function getPrompt(prompts: readonly Prompt<CallContext>[]): Method {
  return async (call) => {
    const prompt = prompts.find(({ name }) => name === call.params["name"]);
    const logged = prompt === undefined ? "prompts/get" : `prompts/get ${prompt.name}`;
    return loggedCall(call, logged, async () => getOne(prompt, call));
  };
}

async function getOne(prompt: Prompt<CallContext> | undefined, call: Call): Promise<string> {
  const { caller, access, params } = call;
  if (prompt === undefined)
    throw new RpcError(INVALID_PARAMS, "Unknown prompt; prompts/list has the names");
  const { name, tier, description } = prompt;
  if (!includesTier(access.tier, tier))
    throw new RpcError(
      INVALID_PARAMS,
      `The prompt ${name} is not available: the credential holds no ${tier} scope`,
    );
  const context = contextOf(call, `prompts/get ${name}`);
  const messages = await prompt.messages(context, params["arguments"]);
  return result(caller.generation, fieldsOf({ description, messages }));
}

const Complete = z.object({
  ref: z.union([
    z.object({ type: z.literal("ref/prompt"), name: z.string() }),
    z.object({ type: z.literal("ref/resource"), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
  context: z.object({ arguments: z.record(z.string(), z.string()).default({}) }).optional(),
});

const MOST_VALUES = 100;

export function complete(
  prompts: readonly Prompt<CallContext>[],
  resources: readonly Resource<CallContext>[],
): Method {
  return async (call) => {
    const { caller, access, params } = call;
    const asked = Complete.safeParse(params);
    if (!asked.success)
      throw new RpcError(
        INVALID_PARAMS,
        "Invalid params: ref must be a ref/prompt with a name or a ref/resource with a uri, and argument a name and a value",
      );
    const { ref, argument, context: given } = asked.data;
    const thing =
      ref.type === "ref/prompt"
        ? prompts.find(({ name }) => name === ref.name)
        : resources.find(({ uri }) => uri === ref.uri);
    if (thing === undefined || !includesTier(access.tier, thing.tier))
      throw new RpcError(
        INVALID_PARAMS,
        "Invalid params: ref names no known prompt or resource template",
      );
    const completions: Completions<CallContext> = thing.completions ?? {};
    const completion = Object.hasOwn(completions, argument.name)
      ? completions[argument.name]
      : undefined;
    const inner = contextOf(call, "completion/complete");
    const found = await completion?.(inner, argument.value, given?.arguments ?? {});
    const values = (found ?? []).slice(0, MOST_VALUES);
    const hasMore = (found ?? []).length > values.length;
    return result(caller.generation, fieldsOf({ completion: { values, hasMore } }));
  };
}
