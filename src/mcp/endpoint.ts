import type { HttpBindings } from "@hono/node-server";
import { type Context as Http, Hono } from "hono";
import type { Freshness, Holder, Invalid } from "../accounts/credentials.ts";
import type { Client, Ground } from "../db/context.ts";
import { parseJson, readText, type Unreadable } from "../http/body.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Send } from "./call.ts";
import { presentedCredential } from "./credential.ts";
import type { Dispatch } from "./dispatch.ts";
import type { ReadHeader } from "./eras.ts";
import { streamable } from "./event-stream.ts";
import {
  type Answer,
  answerBatch,
  answerMessage,
  answerOf,
  costOf,
  refuseBatch,
  type Sender,
} from "./messages.ts";
import {
  budgetHeaders,
  challenge,
  corsHeaders,
  readsStreams,
  refuse,
  respond,
  scopeChallenge,
} from "./responses.ts";
import { INVALID_REQUEST, PARSE_ERROR, RpcError } from "./rpc.ts";
import { RunningCalls } from "./running-calls.ts";

const LARGEST_BODY = 1024 * 1024;
const DEEPEST_JSON = 64;

export type EndpointOptions = {
  readonly baseUrl: string;
  readonly dispatch: Dispatch;
  readonly rateLimit: RateLimit;
  readonly isAllowedOrigin: (origin: string) => boolean;
  /** What each call stands on; `isCancelled` tells whether its caller went away. */
  readonly ground: (isCancelled: () => boolean) => Ground;
  readonly verifyCredential: (
    ground: Ground,
    secret: string,
    freshness: Freshness,
  ) => Promise<Holder | Invalid>;
  /** Whether a body does nothing but read: then who sends it may have been looked up a moment ago. */
  readonly readsOnly: (body: unknown) => boolean;
  readonly noteUse: (holder: Holder, ground: Ground) => void;
  readonly noteClient: (holder: Holder, client: Client, ground: Ground) => void;
  readonly introduce: (holder: Holder, client: Client, ground: Ground) => Promise<void>;
  /** Whether the process is about to stop. */
  readonly isStopping: () => boolean;
  /** Logs a bug, and answers the reference under which it is found in the log. */
  readonly report: (error: unknown) => string;
};

type Env = { Bindings: Partial<HttpBindings> };

type Options = EndpointOptions & { readonly runningCalls: RunningCalls };

/** The MCP endpoint: one path, four versions of the protocol, every request for itself. */
export function mcpEndpoint(given: EndpointOptions): Hono<Env> {
  const options = { ...given, runningCalls: new RunningCalls() };
  return new Hono<Env>().all("/", async (http) => {
    const header: ReadHeader = (name) => http.req.header(name);
    const origin = header("origin");
    if (origin !== undefined && !options.isAllowedOrigin(origin))
      return refuse(403, "This web page may not call here.");
    const cors = origin === undefined ? {} : corsHeaders(origin);
    if (http.req.method === "OPTIONS") return respond({ status: 204, body: null }, cors);

    const newGround = () => options.ground(() => isGone(http));
    const ground = newGround();
    const holder = await authenticate(options, ground, header, "recent");
    if ("invalid" in holder) return challenge(options.baseUrl, holder.invalid, cors);
    const lookAgain = () => authenticate(options, newGround(), header, "now");
    return serve(options, { request: http.req.raw, header, ground, holder, lookAgain, cors });
  });
}

type Authenticated = {
  readonly request: Request;
  readonly header: ReadHeader;
  readonly ground: Ground;
  readonly holder: Holder;
  readonly lookAgain: () => Promise<Holder | Invalid>;
  readonly cors: Record<string, string>;
};

async function serve(options: Options, call: Authenticated): Promise<Response> {
  const { request, header, ground, holder, cors } = call;
  const isPost = request.method === "POST";
  const budget = await options.rateLimit(holder.budget, isPost ? 1 : 0);
  const headers = { ...cors, ...budgetHeaders(budget) };
  if (!budget.allowed) return refuse(429, `The budget is ${budget.limit} calls a minute.`, headers);
  options.noteUse(holder, ground);
  if (!isPost) return refuse(405, "Only POST is served here.", { ...headers, Allow: "POST" });
  if (!isJson(header("content-type")))
    return refuse(415, "The body is not application/json.", headers);

  const accept = header("accept");
  const body = await readBody(request);
  if ("reason" in body) return respond(unreadable(body), { ...headers, ...endOf(body) }, accept);
  const current = options.readsOnly(body.value) ? holder : await call.lookAgain();
  if ("invalid" in current) return challenge(options.baseUrl, current.invalid, headers);
  const sender = senderOf(options, call, current);
  if (Array.isArray(body.value)) return serveBatch(options, call, sender, body.value);
  const answer = (send: Send | null) => answerMessage(options.dispatch, sender, body.value, send);
  const whole = await (readsStreams(accept) ? streamable(answer) : answer(null));
  const needed = whole.neededScope;
  const asking = needed === undefined ? {} : scopeChallenge(options.baseUrl, needed);
  return respond(whole, { ...headers, ...asking }, accept);
}

/** A batch has been counted as one call; each further request in it counts too. */
async function serveBatch(
  options: Options,
  { header, holder, cors }: Authenticated,
  sender: Sender,
  values: readonly unknown[],
): Promise<Response> {
  const accept = header("accept");
  const refused = refuseBatch(header, values);
  const further = refused === null ? costOf(values) - 1 : 0;
  const budget = await options.rateLimit(holder.budget, further);
  const headers = { ...cors, ...budgetHeaders(budget) };
  if (refused !== null) return respond(refused, headers, accept);
  if (!budget.allowed)
    return refuse(429, `The batch needs more than the ${budget.remaining} calls left.`, headers);
  return respond(await answerBatch(options.dispatch, sender, values), headers, accept);
}

async function authenticate(
  options: EndpointOptions,
  ground: Ground,
  header: ReadHeader,
  freshness: Freshness,
): Promise<Holder | Invalid> {
  const presented = presentedCredential(header);
  return "invalid" in presented
    ? presented
    : options.verifyCredential(ground, presented.secret, freshness);
}

function senderOf(options: Options, call: Authenticated, holder: Holder): Sender {
  const { header, ground, lookAgain } = call;
  const { team, actor, credential, client, access } = holder;
  return {
    header,
    context: { ...ground, team, actor, credential, client },
    access,
    look: async () => {
      const now = await lookAgain();
      return "invalid" in now ? null : now.access;
    },
    isStopping: options.isStopping,
    runningCalls: options.runningCalls,
    noteClient: (client) => options.noteClient(holder, client, ground),
    introduce: (client) => options.introduce(holder, client, ground),
    report: options.report,
  };
}

async function readBody(request: Request): Promise<{ readonly value: unknown } | Unreadable> {
  const text = await readText(request, LARGEST_BODY);
  return typeof text === "string" ? parseJson(text, DEEPEST_JSON) : text;
}

function unreadable({ status, reason }: Unreadable): Answer {
  const code = status === 400 ? PARSE_ERROR : INVALID_REQUEST;
  return answerOf(null, new RpcError(code, `The request cannot be read: ${reason}`, { status }));
}

/** What is too large is not read to its end, so nothing can follow it on its connection. */
function endOf({ status }: Unreadable): Record<string, string> {
  return status === 413 ? { Connection: "close" } : {};
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType);
}

/** Whether the connection was closed before the answer was out. */
function isGone(http: Http<Env>): boolean {
  const outgoing = http.env?.outgoing;
  return outgoing === undefined ? http.req.raw.signal.aborted : outgoing.destroyed;
}
