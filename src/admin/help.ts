import { z } from "zod";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";

export function help(): string {
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

export function usage(command: Command): string {
  const words = optionsOf(command).map(({ word, isRequired }) => (isRequired ? word : `[${word}]`));
  return [command.name, ...words].join(" ");
}

export type Option = {
  readonly name: string;
  readonly word: string;
  readonly isFlag: boolean;
  readonly isRequired: boolean;
};

/** The placeholder is a field's choices, its description, or the last word of its name. */
export function optionsOf({ options, operand }: Command): readonly Option[] {
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
