import type { Tool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import { customerTools } from "../domains/customers/tools.ts";
import { tagTools } from "../domains/tags/tools.ts";
import { trackerTools } from "../domains/tracker/tools.ts";
import type { Catalogue } from "./dispatch.ts";

/** Every tool, in the order in which they are listed. A new domain is one line here. */
export const tools: readonly Tool<Context>[] = [...customerTools, ...trackerTools, ...tagTools];

/** All that clients find here. */
export const everything: Catalogue = { tools, prompts: [], resources: [] };
