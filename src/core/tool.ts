import type { z } from "zod";
import { type Fields, parseArguments } from "./arguments.ts";
import { jsonSchemaOf, type JsonSchema } from "./schema.ts";

/** What a credential must unlock before a tool is seen or called; each tier holds the ones before it. */
export type Tier = "read" | "write" | "destructive";

export type ToolDefinition<Context, Input extends Fields, Output extends z.ZodType> = {
  readonly name: string;
  readonly title: string;
  readonly tier: Tier;
  /** Whose scope opens it: with `.read` or `.write`, by its tier. */
  readonly resource: string;
  /** Facts for the assistant: what it changes, what goes with it, what it returns, what to call first. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether a repeated call with the same arguments changes nothing more. A read never does. */
  readonly idempotent?: boolean;
  /** Whether it reaches out of this server, as sending an e-mail does. */
  readonly openWorld?: boolean;
  readonly handler: (context: Context, input: z.output<Input>) => Promise<z.input<Output>>;
  /**
   * What a call would delete for good, as a question to a person; null when there is nothing to lose.
   * Every destructive tool says it.
   */
  readonly loss?: (context: Context, input: z.output<Input>) => Promise<string | null>;
};

type Annotations = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
};

/** A tool with its types erased at the border, so that differently typed tools are one plain array. */
export type Tool<Context> = {
  readonly name: string;
  readonly title: string;
  readonly tier: Tier;
  /** The scope that opens it; others of its tier do so too. */
  readonly scope: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly inputSchema: JsonSchema;
  /** Null for a tool that answers blocks of content instead of data. */
  readonly outputSchema: JsonSchema | null;
  /**
   * Parses the arguments, runs the handler, checks what it answers.
   * @throws Refusal for what the caller can mend; anything else is a bug.
   */
  readonly call: (context: Context, given: unknown) => Promise<unknown>;
  /** `loss` of the definition, with the arguments as they were given. */
  readonly lossOf: ((context: Context, given: unknown) => Promise<string | null>) | null;
};

export function defineTool<Context, Input extends Fields, Output extends z.ZodType>(
  definition: ToolDefinition<Context, Input, Output>,
): Tool<Context> {
  const { name, title, tier, description, input, output, handler, loss } = definition;
  return {
    name,
    title,
    tier,
    scope: tier === "destructive" ? "apis.all" : `${definition.resource}.${tier}`,
    description,
    annotations: {
      readOnlyHint: tier === "read",
      destructiveHint: tier === "destructive",
      idempotentHint: tier === "read" || (definition.idempotent ?? false),
      openWorldHint: definition.openWorld ?? false,
    },
    inputSchema: jsonSchemaOf(input, "input"),
    outputSchema: jsonSchemaOf(output, "output"),
    call: async (context, given) =>
      output.parse(await handler(context, parseArguments(input, given))),
    lossOf: loss ? async (context, given) => loss(context, parseArguments(input, given)) : null,
  };
}
