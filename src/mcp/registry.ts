import type { Tool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import { domains } from "../domains/all.ts";
import type { Catalogue } from "./dispatch.ts";

export const tools: readonly Tool<Context>[] = domains.flatMap(({ tools }) => [...tools]);

export const everything: Catalogue = {
  tools,
  prompts: domains.flatMap(({ prompts }) => [...prompts]),
  resources: domains.flatMap(({ resources }) => [...resources]),
};
