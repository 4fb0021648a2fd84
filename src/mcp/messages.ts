import { z } from "zod";
import { Cancelled, isPassing, Refusal } from "../core/errors.ts";
import type { Client, Progress } from "../db/context.ts";
import { type Framed, textIn, type ReadHeader } from "../http/exchange.ts";
import type { Call, Send } from "./call.ts";
import type { Dispatch } from "./dispatch.ts";
import { callerOf, checkVersionHeader, isModernMessage, servesBatch } from "./generations.ts";
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

export type Answer = {
  readonly status: number;
  readonly body: string | Framed | ReadableStream<Uint8Array> | null;
  readonly neededScope?: string;
};

export type WholeAnswer = Answer & { readonly body: string | Framed | null };

export type Sender = Omit<Call, "id" | "caller" | "params" | "exchange"> & {
  readonly runningCalls: RunningCalls;
  readonly noteClient: (client: Client) => void;
};

type Request = Extract<Message, { readonly kind: "request" }>;
type Notification = Extract<Message, { readonly kind: "notification" }>;

const LARGEST_BATCH = 20;
/** Bytes of a batch's answers: requests that come after it do not run. */
const LARGEST_ANSWERS = 8 * 1024 * 1024;

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
    // Responses are ignored, as the server sends no requests; one notification is supported.
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
): Promise<string | Framed> {
  const caller = callerOf(method, params, sender.header);
  const { credential, isCancelled } = sender.context;
  const running =
    caller.generation === "legacy"
      ? sender.runningCalls.start(credential.id, id)
      : { isCancelled: false };
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
    if (error instanceof Cancelled && running.isCancelled && !isCancelled()) throw cancelled();
    throw error;
  } finally {
    if (caller.generation === "legacy") sender.runningCalls.end(credential.id, id, running);
  }
}

/** Only a second client with the same key and id reads this; the one that cancelled does not. */
function cancelled(): RpcError {
  return new RpcError(
    INTERNAL_ERROR,
    "The call was cancelled by notifications/cancelled, so nothing was changed; send it again if you still want it",
  );
}

/** Clients of 2026-07-28 close the connection instead. */
function noteCancellation(sender: Sender, { method, params }: Notification): void {
  if (method !== "notifications/cancelled") return;
  const id = idOf({ id: params["requestId"] });
  if (id !== null) sender.runningCalls.cancel(sender.context.credential.id, id);
}

export async function answerBatch(
  dispatch: Dispatch,
  sender: Sender,
  values: readonly unknown[],
): Promise<WholeAnswer> {
  const bodies: string[] = [];
  let bytes = 0;
  for (const value of values) {
    const id = idOf(value);
    const { body } =
      id !== null && bytes >= LARGEST_ANSWERS
        ? answerOf(id, tooLong())
        : await answerMessage(dispatch, sender, value, null);
    if (body === null) continue;
    const text = textIn(body);
    bytes += Buffer.byteLength(text);
    bodies.push(text);
  }
  return bodies.length === 0
    ? { status: 202, body: null }
    : { status: 200, body: `[${bodies.join(",")}]` };
}

function tooLong(): RpcError {
  return new RpcError(
    INVALID_REQUEST,
    "This request was not run: the answers before it in the batch have reached 8 MiB; send it again by itself, or in a smaller batch",
  );
}

export function refuseBatch(header: ReadHeader, values: readonly unknown[]): WholeAnswer | null {
  if (values.length === 0) return invalid("A batch holds at least one message");
  if (values.length > LARGEST_BATCH)
    return invalid(`A batch holds at most ${LARGEST_BATCH} messages`);
  if (!servesBatch(header) || values.some(isModernMessage))
    return invalid("Batches are part of version 2025-03-26 only");
  if (header("idempotency-key") !== undefined)
    return invalid(
      "Idempotency-Key names one call, not a batch; give each message its own _meta.idempotencyKey",
    );
  return values.some(isInitialize) ? invalid("initialize is not part of a batch") : null;
}

/** MCP 2025-03-26, basic/lifecycle, Initialization. */
function isInitialize(message: unknown): boolean {
  return z.object({ method: z.literal("initialize") }).safeParse(message).success;
}

export function costOf(values: readonly unknown[]): number {
  return Math.max(1, values.filter((value) => idOf(value) !== null).length);
}

/** Sends progress to clients that gave a progress token (basic/utilities/progress). */
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
  // The client has disconnected; proxies log status 499 for this.
  if (error instanceof Cancelled) return { status: 499, body: null };
  const message = `Internal error; the reference is ${sender.report(error)}`;
  return answerOf(idOf(value), new RpcError(INTERNAL_ERROR, message, { status: 500 }));
}

function refused(refusal: Refusal): RpcError {
  const { code, path, sentence } = refusal;
  if (isPassing(refusal))
    return new RpcError(INTERNAL_ERROR, sentence, { status: 503, data: { code } });
  if (code === "outcome_unknown")
    return new RpcError(INTERNAL_ERROR, sentence, { status: 500, data: { code } });
  return new RpcError(INVALID_PARAMS, `Invalid params: ${sentence}`, { data: { code, path } });
}

export function answerOf(id: Id, error: RpcError): WholeAnswer {
  const answer = { status: error.status, body: errorMessage(id, error) };
  return error instanceof InsufficientScope ? { ...answer, neededScope: error.scope } : answer;
}

type Running = { isCancelled: boolean };

/**
 * Running calls by credential and id, so that a legacy client can cancel one with a notification
 * (MCP 2025-11-25, basic/utilities/cancellation). Without sessions, two clients with one credential
 * may use the same id at the same time; then neither call is cancelled.
 */
export class RunningCalls {
  readonly #calls = new Map<string, Set<Running>>();

  start(credentialId: string | null, id: Id): Running {
    const running = { isCancelled: false };
    const key = keyOf(credentialId, id);
    const same = this.#calls.get(key);
    if (same === undefined) this.#calls.set(key, new Set([running]));
    else same.add(running);
    return running;
  }

  end(credentialId: string | null, id: Id, running: Running): void {
    const key = keyOf(credentialId, id);
    const same = this.#calls.get(key);
    same?.delete(running);
    if (same?.size === 0) this.#calls.delete(key);
  }

  cancel(credentialId: string | null, id: Id): void {
    const [running, ...others] = this.#calls.get(keyOf(credentialId, id)) ?? [];
    if (running !== undefined && others.length === 0) running.isCancelled = true;
  }
}

function keyOf(credentialId: string | null, id: Id): string {
  return `${credentialId} ${JSON.stringify(id)}`;
}
