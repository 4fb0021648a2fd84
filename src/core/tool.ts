import { z } from "zod";
import { type Fields, parseArguments, type Example, type IdOf } from "./arguments.ts";
import type { CallEvent } from "./event.ts";
import { jsonSchemaOf, type JsonSchema } from "./schema.ts";
import { withUntrusted } from "./untrusted.ts";

/** Access that a credential needs to see and call a tool; each tier includes the ones before it. */
export type Tier = "read" | "write" | "destructive";

type ToolDefinition<Context, Input extends Fields, Output extends z.ZodType> = {
  readonly name: string;
  readonly title: string;
  readonly resource: string;
  /** Facts for the assistant: changes, side effects, result, and tools to call first. */
  readonly description: string;
  readonly effect?: string;
  readonly input: Input;
  readonly output: Output;
  /**
   * Names of fields that the list of tools tells of the output, at any depth; all of them without it.
   * Every assistant reads the list before its first call, and goes on with few fields of an answer.
   */
  readonly told?: readonly string[];
  readonly example: Example<NoInfer<Input>>;
  /** True when repeating a call changes nothing more; reads count as such without it. */
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  /** Takes `dry_run: true`, which tells what the call would change and changes nothing. */
  readonly dryRun?: true;
  /** Paths in the answer whose words strangers wrote, such as a bank: `items.name`. */
  readonly untrusted?: readonly string[];
  readonly handler: (context: Context, input: z.output<Input>) => Promise<z.input<Output>>;
  /**
   * Asks a person about data that a call would delete for good; null when it deletes none. Every
   * destructive tool has it.
   */
  readonly loss?: (context: Context, input: z.output<Input>) => Promise<string | null>;
} & (
  | { readonly tier: "read"; readonly event?: never }
  | { readonly tier: "write" | "destructive"; readonly event: CallEvent }
);

type Annotations = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
};

export type Tool<Context> = {
  readonly name: string;
  readonly title: string;
  readonly tier: Tier;
  /** Scope that opens it; other scopes of its tier do so too. */
  readonly scope: string;
  readonly description: string;
  readonly effect: string;
  readonly event: CallEvent | null;
  readonly annotations: Annotations;
  readonly hasDryRun: boolean;
  readonly untrusted: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | null;
  readonly example: (idOf: IdOf) => object;
  /** @throws Refusal for errors that the caller can fix; anything else is a bug. */
  readonly call: (context: Context, given: unknown) => Promise<unknown>;
  readonly lossOf: ((context: Context, given: unknown) => Promise<string | null>) | null;
};

export function defineTool<Context, Input extends Fields, Output extends z.ZodType>(
  definition: ToolDefinition<Context, Input, Output>,
): Tool<Context> {
  const {
    name,
    title,
    tier,
    description,
    input,
    output,
    handler,
    loss,
    untrusted = [],
  } = definition;
  return {
    name,
    title,
    tier,
    scope: tier === "destructive" ? "apis.all" : `${definition.resource}.${tier}`,
    description,
    effect: definition.effect ?? effectOf(description),
    event: definition.event ?? null,
    annotations: {
      readOnlyHint: tier === "read",
      destructiveHint: tier === "destructive",
      idempotentHint: tier === "read" || (definition.idempotent ?? false),
      openWorldHint: definition.openWorld ?? false,
    },
    hasDryRun: definition.dryRun ?? false,
    untrusted,
    inputSchema: jsonSchemaOf(definition.dryRun ? input.extend(DRY_RUN) : input, "input"),
    outputSchema: jsonSchemaOf(output, "output", definition.told),
    example: definition.example,
    call: async (context, given) => {
      const answer = output.parse(await handler(context, parseArguments(input, given)));
      return untrusted.length === 0 ? answer : withUntrusted(answer, untrusted);
    },
    lossOf: loss ? async (context, given) => loss(context, parseArguments(input, given)) : null,
  };
}

const DRY_RUN = { dry_run: z.boolean().optional() };

/**
 * First sentence of a description without what only an assistant needs: arguments in brackets, results,
 * and the clauses after a colon or semicolon.
 */
function effectOf(description: string): string {
  const [sentence = description] = description.split(/\.(?= |$)/, 1);
  const [effect = sentence] = sentence.replaceAll(/ \([^)]*\)/g, "").split(/[:;]| and returns /, 1);
  return `${effect.replace(/^Returns /, "Reads ").replaceAll("'", "’")}.`;
}
