import type { Tool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import { customerPrompts } from "../domains/customers/prompts.ts";
import { customerResources } from "../domains/customers/resources.ts";
import { customerTools } from "../domains/customers/tools.ts";
import { tagTools } from "../domains/tags/tools.ts";
import { teamResources } from "../domains/team/resources.ts";
import { trackerPrompts } from "../domains/tracker/prompts.ts";
import { trackerResources } from "../domains/tracker/resources.ts";
import { trackerTools } from "../domains/tracker/tools.ts";
import type { Catalogue } from "./dispatch.ts";

/** Every tool, in the order in which they are listed. A new domain is one line here. */
export const tools: readonly Tool<Context>[] = [...customerTools, ...trackerTools, ...tagTools];

/** All that clients find here; a new domain's prompts and resources are a line each. */
export const everything: Catalogue = {
  tools,
  prompts: [...trackerPrompts, ...customerPrompts],
  resources: [...teamResources, ...trackerResources, ...customerResources],
};
