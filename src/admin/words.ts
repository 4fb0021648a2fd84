import { parseArgs } from "node:util";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { optionsOf } from "./help.ts";

type Request = {
  readonly command: Command | null;
  readonly unknown: string | null;
  readonly isHelp: boolean;
  readonly isJson: boolean;
  /**
   * Parses the options.
   * @throws Misuse
   */
  readonly given: () => Record<string, unknown>;
};

export class Misuse extends Error {}

export function isParseError(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}

const HELP: ReadonlySet<string> = new Set(["--help", "-h"]);

/** `--json` and `--help` may stand before the command as well; every other option follows it. */
export function readLine(words: readonly string[]): Request {
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
