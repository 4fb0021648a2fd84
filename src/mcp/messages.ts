import { z } from "zod";
import { Cancelled } from "../core/errors.ts";
import type { Call } from "./call.ts";
import type { Dispatch } from "./dispatch.ts";
import {
  callerOf,
  checkVersionHeader,
  type ReadHeader,
  isModernMessage,
  servesBatch,
} from "./eras.ts";
import {
  errorMessage,
  type Id,
  idOf,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  parseMessage,
  resultMessage,
  RpcError,
} from "./rpc.ts";

/** An HTTP answer; a body of null is none at all. */
export type Answer = { readonly status: number; readonly body: string | null };

/** What the endpoint knows about the sender before it knows the message. */
export type Sender = Omit<Call, "caller" | "params"> & { readonly header: ReadHeader };

const LARGEST_BATCH = 20;

/** Answers one message. */
export async function answerMessage(
  dispatch: Dispatch,
  sender: Sender,
  value: unknown,
): Promise<Answer> {
  try {
    const message = parseMessage(value);
    if (message.kind !== "request") {
      // A notification asks for nothing, and this server asks nothing that a response could answer.
      checkVersionHeader(sender.header);
      return { status: 202, body: null };
    }
    const caller = callerOf(message.method, message.params, sender.header);
    const client = caller.client ?? sender.context.client;
    const context = { ...sender.context, client };
    const result = await dispatch(message.method, {
      ...sender,
      context,
      caller,
      params: message.params,
    });
    return { status: 200, body: resultMessage(message.id, result) };
  } catch (error) {
    return answerError(sender, value, error);
  }
}

/** Answers a batch, one message after the other; what needs no answer has none in it. */
export async function answerBatch(
  dispatch: Dispatch,
  sender: Sender,
  values: readonly unknown[],
): Promise<Answer> {
  const bodies: string[] = [];
  for (const value of values) {
    const { body } = await answerMessage(dispatch, sender, value);
    if (body !== null) bodies.push(body);
  }
  return bodies.length === 0
    ? { status: 202, body: null }
    : { status: 200, body: `[${bodies.join(",")}]` };
}

/** Why a batch is not served, or null when it is. */
export function refuseBatch(header: ReadHeader, values: readonly unknown[]): Answer | null {
  if (values.length === 0) return invalid("A batch holds at least one message");
  if (values.length > LARGEST_BATCH)
    return invalid(`A batch holds at most ${LARGEST_BATCH} messages`);
  if (!servesBatch(header) || values.some(isModernMessage))
    return invalid("Batches are part of version 2025-03-26 only");
  return values.some(isInitialize) ? invalid("initialize is not part of a batch") : null;
}

/** MCP 2025-03-26, basic/lifecycle, Initialization. */
function isInitialize(message: unknown): boolean {
  return z.object({ method: z.literal("initialize") }).safeParse(message).success;
}

/** How many calls of its credential's budget a batch costs: one for each request, and one at least. */
export function costOf(values: readonly unknown[]): number {
  return Math.max(1, values.filter((value) => idOf(value) !== null).length);
}

function invalid(message: string): Answer {
  return answerOf(null, new RpcError(INVALID_REQUEST, message, { status: 400 }));
}

function answerError(sender: Sender, value: unknown, error: unknown): Answer {
  if (error instanceof RpcError) return answerOf(idOf(value), error);
  // Nobody is left to read it; the status is the one that proxies log for this.
  if (error instanceof Cancelled) return { status: 499, body: null };
  const message = `Internal error; the reference is ${sender.report(error)}`;
  return answerOf(idOf(value), new RpcError(INTERNAL_ERROR, message, { status: 500 }));
}

export function answerOf(id: Id, error: RpcError): Answer {
  return { status: error.status, body: errorMessage(id, error) };
}
