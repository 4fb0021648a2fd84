import { z } from "zod";
import { type Fields, parseArguments } from "./arguments.ts";
import type { Completions } from "./completion.ts";
import type { Tier } from "./tool.ts";

/** A message of a prompt: who says it, and a block of content. */
export type Message = { readonly role: "user" | "assistant"; readonly content: Block };

/** A block of content: its type, and what goes with that (MCP, ContentBlock). */
type Block = { readonly type: string; readonly [field: string]: unknown };

export type PromptDefinition<Context, Input extends Fields> = {
  readonly name: string;
  readonly title: string;
  /** What a credential must unlock so that an assistant can do what the prompt asks. */
  readonly tier: Tier;
  /** For the person who chooses it. */
  readonly description: string;
  /** The arguments, each a text that a person types, with a description. */
  readonly input: Input;
  readonly completions?: Completions<Context>;
  readonly messages: (context: Context, input: z.output<Input>) => Promise<readonly Message[]>;
};

/** Something that a person can ask an assistant for, written once; types are erased at the border, as of a tool. */
export type Prompt<Context> = {
  readonly name: string;
  readonly title: string;
  readonly tier: Tier;
  readonly description: string;
  readonly arguments: readonly Argument[];
  readonly completions: Completions<Context>;
  /** @throws Refusal when the arguments are wrong or name nothing. */
  readonly messages: (context: Context, given: unknown) => Promise<readonly Message[]>;
};

type Argument = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
};

export function definePrompt<Context, Input extends Fields>(
  definition: PromptDefinition<Context, Input>,
): Prompt<Context> {
  const { name, title, tier, description, input, completions = {}, messages } = definition;
  return {
    name,
    title,
    tier,
    description,
    arguments: Object.entries(input.shape).map(([name, field]) => ({
      name,
      description: z.globalRegistry.get(field)?.description ?? "",
      required: !z.safeParse(field, undefined).success,
    })),
    completions,
    messages: async (context, given) => messages(context, parseArguments(input, given)),
  };
}

/** A message of the user in words. */
export function say(text: string): Message {
  return { role: "user", content: { type: "text", text } };
}
