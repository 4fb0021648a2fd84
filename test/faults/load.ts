import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

export type Outcome = {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Code of the tool error or of the refused request; null for a result. */
  readonly code: string | null;
  readonly output: any;
};

/** Calls a tool as a program does; never rejects. */
export async function call(
  url: string,
  key: string,
  name: string,
  args: object,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<Outcome> {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
  };
  if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
  const params = { name, arguments: args };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  try {
    const response = await fetch(`${url}/mcp`, { method: "POST", headers, body });
    return outcomeOf(response.status, (await response.json()) as any);
  } catch {
    return { status: null, code: "no answer", output: null };
  }
}

function outcomeOf(status: number, { result, error }: any): Outcome {
  if (result === undefined)
    return { status, code: typeof error === "string" ? error : "protocol error", output: null };
  if (result.isError === true)
    return { status, code: JSON.parse(result.content[1].text).code, output: null };
  return { status, code: null, output: result.structuredContent };
}

export function customer(): { name: string; email: string } {
  return { name: randomBytes(8).toString("hex"), email: "someone@example.com" };
}

/** Runs work several times at once, each time again until `isOver`. */
export async function busily(
  count: number,
  isOver: () => boolean,
  work: () => Promise<void>,
): Promise<void> {
  const one = async () => {
    while (!isOver()) await work();
  };
  await Promise.all(Array.from({ length: count }, one));
}

/** Waits for a state of another process, and leaves it the processor meanwhile. */
export async function soon(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}
