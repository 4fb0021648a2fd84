import { parseArgs } from "node:util";
import { z } from "zod";
import { Refusal } from "../core/errors.ts";
import { visible } from "../core/visible.ts";
import type { Command, Desk } from "./command.ts";
import { commands } from "./commands.ts";

type CommandLine = Desk & {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
};

/** Exit codes: done; refused, or a problem was found; not understood. */
const DONE = 0;
const REFUSED = 1;
const MISUSED = 2;

export async function runAdmin(line: CommandLine, words: readonly string[]): Promise<number> {
  const request = readLine(words);
  const { command } = request;
  if (request.isHelp && request.unknown === null) {
    line.print(command === null ? help() : `${usage(command)}\n\n${command.purpose}`);
    return DONE;
  }
  try {
    if (command === null) throw new Misuse(request.unknown ?? "A command is missing.");
    const { answer, lines, isGood } = await command.run(line, request.given());
    if (request.isJson) line.print(visible(JSON.stringify(answer)));
    else line.print(lines?.map(visible).join("\n") ?? readable(answer));
    return isGood ? DONE : REFUSED;
  } catch (error) {
    return refused(line, command, request.isJson, error);
  }
}

/** With `--json` the refusal is the one line on stdout too, for scripts. */
function refused(
  line: CommandLine,
  command: Command | null,
  isJson: boolean,
  error: unknown,
): number {
  const misused = error instanceof Misuse || isParseError(error);
  const refusal = error instanceof Refusal ? error : null;
  // The names in a refusal are other people's; other errors may have several lines of our own.
  const told = refusal === null ? null : visible(refusal.sentence);
  const sentence = told ?? (error instanceof Error ? error.message : String(error));
  const explanation = command === null ? help() : `Usage: ${usage(command)}`;
  line.printError(misused ? `${sentence}\n\n${explanation}` : sentence);
  if (isJson) {
    const { code, path, next } = refusal ?? {
      code: misused ? "misused" : "failed",
      path: null,
      next: null,
    };
    line.print(
      visible(
        JSON.stringify({ error: { code, path, message: refusal?.message ?? sentence, next } }),
      ),
    );
  }
  return misused ? MISUSED : REFUSED;
}

/** A line a field; names in it cannot make further lines. */
function readable(value: object): string {
  if ("items" in value && Array.isArray(value.items)) {
    return value.items.length === 0 ? "(none)" : value.items.map(readable).join("\n\n");
  }
  return Object.entries(value)
    .map(([name, field]) =>
      visible(`${name}: ${typeof field === "object" ? JSON.stringify(field) : String(field)}`),
    )
    .join("\n");
}

type Request = {
  readonly command: Command | null;
  readonly unknown: string | null;
  readonly isHelp: boolean;
  readonly isJson: boolean;
  /** @throws Misuse */
  readonly given: () => Record<string, unknown>;
};

class Misuse extends Error {}

function isParseError(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}

const HELP: ReadonlySet<string> = new Set(["--help", "-h"]);

/** `--json` and `--help` may stand before the command as well; every other option follows it. */
function readLine(words: readonly string[]): Request {
  const first = words.findIndex((word) => word !== "--json" && !HELP.has(word));
  const isHelpWord = words[first] === "help";
  const before = first < 0 ? words : words.slice(0, first);
  const [name, ...after] = first < 0 ? [] : words.slice(isHelpWord ? first + 1 : first);
  const command = commands.find((command) => command.name === name) ?? null;
  return {
    command,
    unknown: command === null && name !== undefined ? noCommand(name) : null,
    isHelp: isHelpWord || [...before, ...after].some((word) => HELP.has(word)),
    isJson: words.includes("--json"),
    given: () => (command === null ? {} : read(command, after)),
  };
}

function noCommand(name: string): string {
  return name.startsWith("-")
    ? "The command comes first, its options follow."
    : `There is no command ${name}.`;
}

function read(command: Command, words: readonly string[]): Record<string, unknown> {
  const { operand, oneOf } = command;
  const options = optionsOf(command);
  const named = options.filter(({ name }) => name !== operand);
  const types = named.map(
    ({ name, isFlag }) => [name, { type: isFlag ? "boolean" : "string" }] as const,
  );
  const { values, positionals, tokens } = parseArgs({
    args: [...words],
    options: { ...Object.fromEntries(types), json: { type: "boolean" } },
    allowPositionals: operand !== undefined,
    tokens: true,
  });
  const given = tokens.flatMap((token) => (token.kind === "option" ? token.rawName : []));
  const repeated = repeatedWord(given);
  if (repeated !== undefined) throw new Misuse(`${command.name} takes ${repeated} once.`);
  const [word, ...more] = positionals;
  if (more.length > 0)
    throw new Misuse(`${command.name} takes one ${operand}, not ${positionals.length}.`);
  const { json: _json, ...all }: Record<string, unknown> = values;
  if (operand !== undefined && word !== undefined) all[operand] = word;
  const missing = options.filter(({ name, isRequired }) => isRequired && all[name] === undefined);
  if (missing.length > 0)
    throw new Misuse(`${command.name} needs ${missing.map(({ word }) => word).join(" and ")}.`);
  if (oneOf !== undefined && !oneOf.some((name) => all[name] !== undefined)) {
    const words = options.filter(({ name }) => oneOf.includes(name)).map(({ word }) => word);
    throw new Misuse(`${command.name} needs ${words.join(" or ")}.`);
  }
  return all;
}

/** `parseArgs` would take the last of several values, and drop the others. */
function repeatedWord(words: readonly string[]): string | undefined {
  return words.find((word, index) => words.indexOf(word) < index);
}

function help(): string {
  const lines = commands.map((command) => `  ${usage(command)}\n      ${command.purpose}`);
  return [
    "Usage: npm run --silent admin -- COMMAND [OPTIONS] [--json]",
    "",
    "With --json the answer is one line of JSON on stdout. The exit code is 0 when it is done,",
    "1 when it was refused or found a problem, 2 when it was not understood. --team may be",
    "left out while there is only one team.",
    "",
    ...lines,
    "  help [COMMAND]",
    "      Shows all commands, or that one.",
  ].join("\n");
}

function usage(command: Command): string {
  const words = optionsOf(command).map(({ word, isRequired }) => (isRequired ? word : `[${word}]`));
  return [command.name, ...words].join(" ");
}

type Option = {
  readonly name: string;
  readonly word: string;
  readonly isFlag: boolean;
  readonly isRequired: boolean;
};

/** The placeholder is a field's choices, its description, or the last word of its name. */
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
