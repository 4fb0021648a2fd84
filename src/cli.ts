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
export async function runAdmin(
  line: CommandLine,
  [name, ...words]: readonly string[],
): Promise<number> {
  const isHelp = ["help", "--help", "-h"].includes(name ?? "");
  const command = commands.find((command) => command.name === name);
  if (command === undefined) {
    if (isHelp) line.print(help());
    else line.printError(name === undefined ? help() : `There is no command ${name}.\n\n${help()}`);
    return isHelp ? DONE : MISUSED;
  }
  if (words.includes("--help")) {
    line.print(`${usage(command)}\n\n${command.purpose}`);
    return DONE;
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

function read(
  command: Command,
  words: readonly string[],
): { json: boolean; given: Record<string, unknown> } {
  const { operand } = command;
  const options = optionsOf(command);
  const named = options.filter(({ name }) => name !== operand);
  const types = named.map(
    ({ name, isFlag }) => [name, { type: isFlag ? "boolean" : "string" }] as const,
  );
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { ...Object.fromEntries(types), json: { type: "boolean" } },
    allowPositionals: operand !== undefined,
  });
  const { json, ...rest } = values;
  const [word, ...more] = positionals;
  if (more.length > 0)
    throw new Misuse(`${command.name} takes one ${operand}, not ${positionals.length}.`);
  const given: Record<string, unknown> = { ...rest };
  if (operand !== undefined && word !== undefined) given[operand] = word;
  const missing = options.filter(({ name, isRequired }) => isRequired && given[name] === undefined);
  if (missing.length > 0) {
    throw new Misuse(`${command.name} needs ${missing.map(({ word }) => word).join(" and ")}.`);
  }
  return { json: json === true, given };
}

class Misuse extends Error {}

type Option = {
  readonly name: string;
  /** As it is written on the command line, with a placeholder for its value. */
  readonly word: string;
  readonly isFlag: boolean;
  readonly isRequired: boolean;
};

/** A placeholder is a field's choices, or its description, or the last word of its name. */
function optionsOf({ options, operand }: Command): readonly Option[] {
  const { properties = {}, required = [] } = z.toJSONSchema(options, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => {
    const field = typeof schema === "boolean" ? {} : schema;
    const isFlag = field.type === "boolean";
    const last = name.split("-").at(-1) ?? name;
    const value = field.enum?.join("|") ?? field.description ?? last.toUpperCase();
    const word = name === operand ? value : isFlag ? `--${name}` : `--${name} ${value}`;
    return { name, word, isFlag, isRequired: required.includes(name) };
  });
}

/** With `--json` the refusal is the one line on stdout too, so that a script can read why. */
function refused(
  line: CommandLine,
  command: Command,
  words: readonly string[],
  error: unknown,
): number {
  const misused = error instanceof Misuse || isParseError(error);
  const refusal = error instanceof Refusal ? error : null;
  const sentence = refusal?.sentence ?? (error instanceof Error ? error.message : String(error));
  line.printError(misused ? `${sentence}\n\nUsage: ${usage(command)}` : sentence);
  if (words.includes("--json")) {
    const { code, path, next } = refusal ?? {
      code: misused ? "misused" : "failed",
      path: null,
      next: null,
    };
    line.print(
      JSON.stringify({ error: { code, path, message: refusal?.message ?? sentence, next } }),
    );
  }
  return misused ? MISUSED : REFUSED;
}

function isParseError(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}

function help(): string {
  const lines = commands.map((command) => `  ${usage(command)}\n      ${command.purpose}`);
  return [
    "Usage: npm run --silent admin -- COMMAND [OPTIONS] [--json]",
    "",
    "With --json the answer is one line of JSON on stdout. The exit code is 0 when it is done,",
    "1 when it was refused, 2 when it was not understood.",
    "",
    ...lines,
  ].join("\n");
}

function usage(command: Command): string {
  const words = optionsOf(command).map(({ word, isRequired }) => (isRequired ? word : `[${word}]`));
  return [command.name, ...words].join(" ");
}

function readable(value: object): string {
  if ("items" in value && Array.isArray(value.items)) {
    return value.items.length === 0 ? "(none)" : value.items.map(readable).join("\n\n");
  }
  return Object.entries(value)
    .map(
      ([name, field]) =>
        `${name}: ${typeof field === "object" ? JSON.stringify(field) : String(field)}`,
    )
    .join("\n");
}
