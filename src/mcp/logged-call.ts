import { z } from "zod";
import { type CallEnd, doneWith } from "../accounts/call-log.ts";
import { Cancelled, Refusal, type RefusalCode } from "../core/errors.ts";
import type { Call } from "./call.ts";
import { InputRequired } from "./input-required.ts";
import { RpcError } from "./rpc.ts";

/**
 * Runs a call and logs its end.
 * @param name of the tool, prompt or resource; of the method when there is no such one, since a name
 * that a client made up may hold anything
 */
export async function loggedCall<Output>(
  call: Call,
  name: string,
  run: () => Promise<Output>,
): Promise<Output> {
  const end = call.logCall(call.context.client, name);
  try {
    const output = await run();
    end(doneWith(output));
    return output;
  } catch (error) {
    end(endOf(error));
    throw error;
  }
}

/** Some protocol errors carry the code of the refusal behind them. */
const Coded = z.object({ code: z.string() });

/** Refusals whose reason is the server, not the call. */
const FAILURES: ReadonlySet<RefusalCode> = new Set(["outcome_unknown", "unavailable"]);

function endOf(error: unknown): CallEnd {
  const refused = (reason: string) => ({ outcome: "refused", reason, rows: null }) as const;
  if (error instanceof Refusal)
    return FAILURES.has(error.code)
      ? { outcome: "failed", reason: error.code, rows: null }
      : refused(error.code);
  if (error instanceof InputRequired) return refused("input_required");
  if (error instanceof RpcError)
    return refused(Coded.safeParse(error.data).data?.code ?? "invalid_request");
  const reason = error instanceof Cancelled ? "cancelled" : null;
  return { outcome: "failed", reason, rows: null };
}
