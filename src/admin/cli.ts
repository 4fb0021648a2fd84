import { Refusal } from "../core/errors.ts";
import { visible } from "../core/visible.ts";
import type { Command, Desk } from "./command.ts";
import { help, usage } from "./help.ts";
import { isParseError, Misuse, readLine } from "./words.ts";

export type CommandLine = Desk & {
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
