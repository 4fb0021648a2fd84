import { z } from "zod";
import type { Completions } from "../core/completion.ts";
import type { Prompt } from "../core/prompt.ts";
import type { Resource } from "../core/resource.ts";
import { type CallContext, contextOf, type Method } from "./call.ts";
import { includesTier } from "./lists.ts";
import { fieldsOf, result } from "./results.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";

const Complete = z.object({
  ref: z.union([
    z.object({ type: z.literal("ref/prompt"), name: z.string() }),
    z.object({ type: z.literal("ref/resource"), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
  context: z.object({ arguments: z.record(z.string(), z.string()).default({}) }).optional(),
});

const MOST_VALUES = 100;

/** `completion/complete`: values for an argument of a prompt or a variable of a template. */
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
