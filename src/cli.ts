import { parseArgs } from "node:util";
import { z } from "zod";
import { type Command, commands } from "./commands.ts";
import { Refusal } from "./core/errors.ts";
import { groundOf, type Sources } from "./db/context.ts";

export type CommandLine = Sources & {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  readonly readInput: () => Promise<string>;
};

/** The command did what it says; it was refused; it was not understood. */
const DONE = 0;
const REFUSED = 1;
const MISUSED = 2;

/** Runs one admin command. @returns the exit code */
export async function runAdmin(line: CommandLine, [name, ...words]: readonly string[]): Promise<number> {
  const command = commands.find((command) => command.name === name);
  if (command === undefined) {
    line.printError(name === undefined || name === "help" ? help() : `There is no command ${name}.\n\n${help()}`);
    return name === "help" ? DONE : MISUSED;
  }
  try {
    const { json, given } = read(command, words);
    const terminal = { ground: groundOf(line), database: line.database, readInput: line.readInput };
    const answer = await command.run(terminal, given);
    line.print(json ? JSON.stringify(answer) : readable(answer));
    return DONE;
  } catch (error) {
    return refused(line, command, words, error);
  }
}

function read(command: Command, words: readonly string[]): { json: boolean; given: Record<string, unknown> } {
  const { operand } = command;
  const { values, positionals } = parseArgs({
    args: [...words],
    options: optionsOf(command),
    allowPositionals: operand !== undefined,
  });
  const { json, ...given } = values;
  const [word, ...more] = positionals;
  if (more.length > 0) throw new Misuse(`${command.name} takes one ${operand}, not ${positionals.length}.`);
  return { json: json === true, given: operand === undefined || word === undefined ? given : { ...given, [operand]: word } };
}

class Misuse extends Error {}

function optionsOf({ options }: Command): Record<string, { type: "string" | "boolean" }> {
  const named = Object.entries(options.shape).map(([name, field]) => [name, { type: isFlag(field) ? "boolean" : "string" }] as const);
  return { ...Object.fromEntries(named), json: { type: "boolean" } };
}

function isFlag(field: z.core.$ZodType): boolean {
  return z.safeParse(field, true).success;
}

/** With `--json` the refusal is the one line on stdout too, so that a script can read why. */
function refused(line: CommandLine, command: Command, words: readonly string[], error: unknown): number {
  const misused = error instanceof Misuse || (error instanceof TypeError && "code" in error);
  const refusal = error instanceof Refusal ? error : null;
  const sentence = refusal?.sentence ?? (error instanceof Error ? error.message : String(error));
  line.printError(misused ? `${sentence}\n\n${usage(command)}` : sentence);
  if (words.includes("--json")) {
    const { code, path, next } = refusal ?? { code: misused ? "misused" : "failed", path: null, next: null };
    line.print(JSON.stringify({ error: { code, path, message: refusal?.message ?? sentence, next } }));
  }
  return misused ? MISUSED : REFUSED;
}

function help(): string {
  const lines = commands.map((command) => `  ${usage(command)}\n      ${command.purpose}`);
  return ["npm run --silent admin -- COMMAND [--json]", "", ...lines].join("\n");
}

function usage({ name, options, operand }: Command): string {
  const words = Object.entries(options.shape).map(([option, field]) => {
    if (option === operand) return option.toUpperCase();
    const word = isFlag(field) ? `--${option}` : `--${option} ${option.toUpperCase()}`;
    return z.safeParse(field, undefined).success ? `[${word}]` : word;
  });
  return [name, ...words].join(" ");
}

function readable(value: object): string {
  if ("items" in value && Array.isArray(value.items)) {
    return value.items.length === 0 ? "(none)" : value.items.map(readable).join("\n\n");
  }
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${typeof field === "object" ? JSON.stringify(field) : String(field)}`)
    .join("\n");
}
