import type { Prompt } from "../core/prompt.ts";
import { type Call, type CallContext, contextOf, type Method } from "./call.ts";
import type { Generation } from "./generations.ts";
import { includesTier } from "./lists.ts";
import { loggedCall } from "./logged-call.ts";
import { fieldsOf, result } from "./results.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";

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
