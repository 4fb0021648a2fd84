import { messagesIn } from "./answers.ts";
import type { Outcome } from "./replies.ts";
import { messagesOf, type Request } from "./requests.ts";

/** Maximum number of successful and refused calls, by tool. */
export type Tally = {
  readonly done: Map<string, number>;
  readonly refused: Map<string, number>;
};

/** Counts calls by their answers; a call without an answer counts as both. */
export function tallyOf(requests: readonly Request[], outcomes: readonly Outcome[]): Tally {
  const tally = { done: new Map<string, number>(), refused: new Map<string, number>() };
  for (const [index, request] of requests.entries()) {
    const outcome = outcomes[index] ?? "silence";
    const answers = typeof outcome === "string" ? null : messagesIn(outcome);
    for (const message of messagesOf(request)) {
      const tool = message?.params?.name;
      if (typeof tool !== "string") continue;
      const ends = answers
        ?.filter(({ id }) => id === message.id)
        .map(({ result }) => endOf(result));
      if (ends?.includes("done") ?? true) add(tally.done, tool);
      if (ends?.includes("refused") ?? true) add(tally.refused, tool);
    }
  }
  return tally;
}

/** A question to the user, for example, is neither. */
function endOf(result: any): "done" | "refused" | "neither" {
  if (result?.content === undefined) return "neither";
  return result.isError === true ? "refused" : "done";
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
