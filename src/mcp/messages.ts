import { z } from "zod";
import { Cancelled, Refusal } from "../core/errors.ts";
import type { Client, Progress } from "../db/context.ts";
import type { Call, Send } from "./call.ts";
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
  InsufficientScope,
  INVALID_PARAMS,
  INVALID_REQUEST,
  type Message,
  type Params,
  parseMessage,
  resultMessage,
  RpcError,
} from "./rpc.ts";
import type { RunningCalls } from "./running-calls.ts";

/** An HTTP answer: JSON, or a stream of events; a body of null is none at all. */
export type Answer = {
  readonly status: number;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** The scope that a token needs for it, where it has none that opens it. */
  readonly neededScope?: string;
};

/** An answer that is known as a whole. */
export type WholeAnswer = Answer & { readonly body: string | null };

/** What the endpoint knows about the sender before it knows the message. */
export type Sender = Omit<Call, "id" | "caller" | "params" | "exchange"> & {
  readonly runningCalls: RunningCalls;
  /** Notes which client a request comes from, off the path of the call. */
  readonly noteClient: (client: Client) => void;
};

type Request = Extract<Message, { readonly kind: "request" }>;
type Notification = Extract<Message, { readonly kind: "notification" }>;

const LARGEST_BATCH = 20;

/**
 * Answers one message.
 * @param send sends messages before the answer; null when they would not be read
 */
export async function answerMessage(
  dispatch: Dispatch,
  sender: Sender,
  value: unknown,
  send: Send | null,
): Promise<WholeAnswer> {
  try {
    const message = parseMessage(value);
    if (message.kind === "request")
      return { status: 200, body: await answerRequest(dispatch, sender, message, send) };
    // This server asks nothing that a response could answer, and knows one notification.
    checkVersionHeader(sender.header);
    if (message.kind === "notification") noteCancellation(sender, message);
    return { status: 202, body: null };
  } catch (error) {
    return answerError(sender, value, error);
  }
}

async function answerRequest(
  dispatch: Dispatch,
  sender: Sender,
  { id, method, params }: Request,
  send: Send | null,
): Promise<string> {
  const caller = callerOf(method, params, sender.header);
  const { credential, isCancelled } = sender.context;
  const running =
    caller.era === "legacy" ? sender.runningCalls.start(credential.id, id) : { isCancelled: false };
  const context = {
    ...sender.context,
    client: caller.client ?? sender.context.client,
    isCancelled: () => running.isCancelled || isCancelled(),
    progress: progressOf(params, send),
  };
  if (context.client !== null) sender.noteClient(context.client);
  const { capabilities } = caller;
  const exchange = { capabilities, inputResponses: {}, state: null, send };
  try {
    const call = { ...sender, id, params, caller, context, exchange };
    return resultMessage(id, await dispatch(method, call));
  } catch (error) {
    if (error instanceof Cancelled && running.isCancelled && !isCancelled()) throw takenBack();
    throw error;
  } finally {
    if (caller.era === "legacy") sender.runningCalls.end(credential.id, id, running);
  }
}

/** Whoever took a call back looks for no answer; another client with the same key and id does. */
function takenBack(): RpcError {
  return new RpcError(
    INTERNAL_ERROR,
    "The call was taken back by notifications/cancelled, so nothing was changed; send it again if you still want it",
  );
}

/** Clients of 2026-07-28 close the connection instead. */
function noteCancellation(sender: Sender, { method, params }: Notification): void {
  if (method !== "notifications/cancelled") return;
  const id = idOf({ id: params["requestId"] });
  if (id !== null) sender.runningCalls.cancel(sender.context.credential.id, id);
}

/** Answers a batch, one message after the other; what needs no answer has none in it. */
export async function answerBatch(
  dispatch: Dispatch,
  sender: Sender,
  values: readonly unknown[],
): Promise<WholeAnswer> {
  const bodies: string[] = [];
  for (const value of values) {
    const { body } = await answerMessage(dispatch, sender, value, null);
    if (body !== null) bodies.push(body);
  }
  return bodies.length === 0
    ? { status: 202, body: null }
    : { status: 200, body: `[${bodies.join(",")}]` };
}

/** Why a batch is not served, or null when it is. */
export function refuseBatch(header: ReadHeader, values: readonly unknown[]): WholeAnswer | null {
  if (values.length === 0) return invalid("A batch holds at least one message");
  if (values.length > LARGEST_BATCH)
    return invalid(`A batch holds at most ${LARGEST_BATCH} messages`);
  if (!servesBatch(header) || values.some(isModernMessage))
    return invalid("Batches are part of version 2025-03-26 only");
  if (header("idempotency-key") !== undefined)
    return invalid(
      "Idempotency-Key stands for one call, not for a batch; give each message its _meta.idempotencyKey",
    );
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

/** Reports of progress, for a client that gave a token for them (basic/utilities/progress). */
function progressOf({ _meta }: Params, send: Send | null): Progress {
  const token = progressTokenOf(_meta);
  if (token === null || send === null) return () => {};
  let last = -1;
  return (progress, total, message) => {
    if (progress <= last) return;
    last = progress;
    const params = { progressToken: token, progress, total, message };
    send({ jsonrpc: "2.0", method: "notifications/progress", params });
  };
}

function progressTokenOf(meta: unknown): string | number | null {
  if (typeof meta !== "object" || meta === null || !("progressToken" in meta)) return null;
  const { progressToken: token } = meta;
  return typeof token === "string" || typeof token === "number" ? token : null;
}

function invalid(message: string): WholeAnswer {
  return answerOf(null, new RpcError(INVALID_REQUEST, message, { status: 400 }));
}

function answerError(sender: Sender, value: unknown, error: unknown): WholeAnswer {
  if (error instanceof RpcError) return answerOf(idOf(value), error);
  if (error instanceof Refusal) return answerOf(idOf(value), refused(error));
  // Nobody is left to read it; the status is the one that proxies log for this.
  if (error instanceof Cancelled) return { status: 499, body: null };
  const message = `Internal error; the reference is ${sender.report(error)}`;
  return answerOf(idOf(value), new RpcError(INTERNAL_ERROR, message, { status: 500 }));
}

/** What the caller can mend, where the protocol has no other form for it. */
function refused({ code, path, sentence }: Refusal): RpcError {
  if (code === "busy") return new RpcError(INTERNAL_ERROR, sentence, { status: 503 });
  return new RpcError(INVALID_PARAMS, `Invalid params: ${sentence}`, { data: { code, path } });
}

export function answerOf(id: Id, error: RpcError): WholeAnswer {
  const answer = { status: error.status, body: errorMessage(id, error) };
  return error instanceof InsufficientScope ? { ...answer, neededScope: error.scope } : answer;
}
