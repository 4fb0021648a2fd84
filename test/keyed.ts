import assert from "node:assert/strict";
import { z } from "zod";
import { defineTool, type Tool } from "../src/core/tool.ts";
import { createTag } from "../src/domains/tags/create-tag.ts";
import type { CallContext } from "../src/mcp/call.ts";
import type { Catalogue } from "../src/mcp/dispatch.ts";
import type { Team, World } from "./app.ts";
import { bearer, META, modernHeaders, read } from "./mcp.ts";

/** Place of the idempotency key: the header, `_meta`, or both. */
export type Naming = { readonly header?: string; readonly meta?: unknown };

export type Generation = "legacy" | "modern";

type App = Pick<World["app"], "request">;

/** Calls an app's tools with idempotency keys. */
export function keyedCalls(app: App, generation: Generation = "legacy") {
  return async (
    team: Team,
    name: string,
    args: object,
    { header, meta }: Naming,
    { more = {}, signal }: { more?: object; signal?: AbortSignal | undefined } = {},
  ): Promise<Response> => {
    const modern = generation === "modern";
    const _meta = {
      ...(modern ? META : {}),
      ...(meta === undefined ? {} : { idempotencyKey: meta }),
    };
    const params = { name, arguments: args, _meta, ...more };
    return app.request("/mcp", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...bearer(team.key),
        ...(modern ? modernHeaders("tools/call", { name }) : {}),
        ...(header === undefined ? {} : { "Idempotency-Key": header }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      ...(signal === undefined ? {} : { signal }),
    });
  };
}

/** Text of an answer that is no error. */
export async function done(response: Response | Promise<Response>): Promise<string> {
  const text = await (await response).text();
  const { result } = JSON.parse(text);
  assert.ok(result !== undefined && result.isError !== true, text);
  return text;
}

export function dataOf(text: string): any {
  return JSON.parse(JSON.parse(text).result.content[0].text);
}

export async function codeOf(response: Response | Promise<Response>): Promise<string> {
  const { result } = await read(response);
  assert.equal(result?.isError, true, JSON.stringify(result));
  return JSON.parse(result.content[1].text).code;
}

/** Catalogue of one tool that creates a tag, then runs the given function. */
export function catalogueOf(
  then: (context: CallContext, name: string) => Promise<unknown>,
  changes: Partial<Tool<CallContext>> = {},
): Catalogue {
  const tool = defineTool({
    name: "tags_try",
    title: "Try tag",
    tier: "write",
    resource: "tags",
    event: { of: "tag", did: "created" },
    description: "Creates a tag, and then does what a test tells it.",
    input: z.strictObject({ name: z.string() }),
    output: z.unknown(),
    example: () => ({ name: "Tried" }),
    handler: async (context: CallContext, { name }) => {
      await createTag(context, { name });
      return then(context, name);
    },
  });
  return { tools: [{ ...tool, ...changes }], prompts: [], resources: [] };
}
