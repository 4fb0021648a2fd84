import { isPassing, Refusal } from "../core/errors.ts";
import { type Contents, type Resource, isTemplate } from "../core/resource.ts";
import { type CallContext, contextOf, type Method } from "./call.ts";
import type { Generation } from "./generations.ts";
import { includesTier } from "./lists.ts";
import { cacheableResult, fieldsOf } from "./results.ts";
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
    const { caller, access, params } = call;
    const { uri } = params;
    if (typeof uri !== "string")
      throw new RpcError(INVALID_PARAMS, "Invalid params: uri must be a string");
    for (const { resource, matches } of matchers) {
      const variables = matches(uri);
      if (variables === null || !includesTier(access.tier, resource.tier)) continue;
      const context = contextOf(call, `resources/read ${resource.name}`);
      const contents = await read(resource, context, variables, uri);
      if (contents === null) break;
      const { mimeType } = resource;
      const fields = fieldsOf({ contents: [{ uri, mimeType, ...contents }] });
      return cacheableResult(caller.generation, fields, READ_TTL_MS);
    }
    throw new RpcError(INVALID_PARAMS, "Resource not found", { data: { uri } });
  };
}

/** Reads; errors carry the URI (server/resources, Error Handling). */
async function read(
  resource: Resource<CallContext>,
  context: CallContext,
  variables: Variables,
  uri: string,
): Promise<Contents | null> {
  try {
    return await resource.read(context, variables);
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
