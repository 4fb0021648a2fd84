import type { EndCall } from "../accounts/call-log.ts";
import type { Freshness, Holder, Invalid, VerifyCredential } from "../accounts/credentials.ts";
import type { JournalWatch } from "../activity/journal-watch.ts";
import type { Journal } from "../activity/subject.ts";
import { RETRY_AFTER } from "../core/errors.ts";
import type { Client, BaseContext } from "../db/context.ts";
import {
  bearerChallenge,
  HOW_TO_PRESENT,
  missingScope,
  presentedCredential,
} from "../http/bearer.ts";
import { parseJson, type Unreadable } from "../http/body.ts";
import {
  textIn,
  type Exchange,
  type HttpAnswer,
  type HttpRequest,
  type ReadHeader,
} from "../http/exchange.ts";
import { askedBaseUrl } from "../http/origin.ts";
import { type RateLimit, type Budget, budgetHeaders } from "../http/rate-limit.ts";
import type { Send } from "./call.ts";
import type { Dispatch } from "./dispatch.ts";
import {
  type Answer,
  answerBatch,
  answerMessage,
  answerOf,
  costOf,
  refuseBatch,
  type Sender,
  RunningCalls,
  type WholeAnswer,
} from "./messages.ts";
import { INVALID_REQUEST, PARSE_ERROR, RpcError } from "./rpc.ts";

const LARGEST_BODY = 1024 * 1024;
const DEEPEST_JSON = 64;

export type EndpointOptions = {
  readonly baseUrl: string;
  readonly dispatch: Dispatch;
  readonly rateLimit: RateLimit;
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly baseContext: (isCancelled: () => boolean) => BaseContext;
  readonly verifyCredential: (secret: string) => VerifyCredential;
  /** True for bodies that only read; their credential may be up to 5 s stale. */
  readonly readsOnly: (body: unknown) => boolean;
  readonly noteUse: (holder: Holder, baseContext: BaseContext) => void;
  readonly noteClient: (holder: Holder, client: Client, baseContext: BaseContext) => void;
  readonly introduce: (holder: Holder, client: Client, baseContext: BaseContext) => Promise<void>;
  readonly logCall: (holder: Holder, client: Client | null, name: string) => EndCall;
  readonly isStopping: () => boolean;
  readonly journals: JournalWatch;
  readonly journal: Journal;
  readonly report: (error: unknown) => string;
};

type Options = EndpointOptions & { readonly runningCalls: RunningCalls };

/** The MCP endpoint: one path, five versions of the protocol, no sessions. */
export function mcpEndpoint(given: EndpointOptions): Exchange {
  const options = { ...given, runningCalls: new RunningCalls() };
  return async (request) => {
    const { header } = request;
    const origin = header("origin");
    if (origin !== undefined && !options.isAllowedOrigin(origin))
      return refuse(403, "This web page may not call here.");
    const cors = origin === undefined ? {} : corsHeaders(origin);
    if (request.method === "OPTIONS") return respond({ status: 204, body: null }, cors);

    const presented = presentedCredential(header);
    if ("invalid" in presented) return challenge(asked(options, header), presented.invalid, cors);
    const newBaseContext = () => options.baseContext(request.isGone);
    const verify = options.verifyCredential(presented.secret);
    const isCall = request.method === "POST" && isJson(header("content-type"));
    const holder = await verify(newBaseContext(), isCall ? "any" : "recent");
    if ("invalid" in holder) return challenge(asked(options, header), holder.invalid, cors);
    const look = (freshness: Freshness) => verify(newBaseContext(), freshness);
    return serve(options, { request, header, newBaseContext, holder, look, cors });
  };
}

type Authenticated = {
  readonly request: HttpRequest;
  readonly header: ReadHeader;
  readonly newBaseContext: () => BaseContext;
  readonly holder: Holder;
  readonly look: (freshness: Freshness) => Promise<Holder | Invalid>;
  readonly cors: Record<string, string>;
};

async function serve(options: Options, call: Authenticated): Promise<HttpAnswer> {
  const { request, header, holder, cors } = call;
  const isPost = request.method === "POST";
  const counting = options.rateLimit(holder.budget, isPost ? 1 : 0);
  if (!isPost || !isJson(header("content-type")) || !isSmall(header)) {
    const refusal = refusalFor(call, await counting);
    if (refusal !== null) return refusal;
  }
  // Its failure is met below, after the body.
  counting.catch(() => {});
  const accept = header("accept");
  const body = await readBody(request);
  // A budget that is known to be spent needs no look-up; else both go out in one round trip.
  const known = await Promise.race([counting, Promise.resolve(null)]);
  if (known?.allowed === false) return overBudget(known, cors);
  const onlyReads = "reason" in body || options.readsOnly(body.value);
  const [budget, current] = await Promise.all([counting, call.look(onlyReads ? "recent" : "now")]);
  if (!budget.allowed) return overBudget(budget, cors);
  if ("invalid" in current) return challenge(asked(options, header), current.invalid, cors);
  const headers = { ...cors, ...budgetHeaders(budget) };
  // Only now: `holder` may be of a key that has been revoked, and a body may take a minute.
  const baseContext = call.newBaseContext();
  options.noteUse(current, baseContext);
  if ("reason" in body) return respond(unreadable(body), { ...headers, ...endOf(body) }, accept);
  const sender = senderOf(options, { ...call, baseContext }, current);
  if (Array.isArray(body.value)) return serveBatch(options, call, sender, body.value, budget);
  const answer = (send: Send | null) => answerMessage(options.dispatch, sender, body.value, send);
  const whole = await (readsStreams(accept) ? streamable(answer) : answer(null));
  const needed = whole.neededScope;
  const asking = needed === undefined ? {} : scopeChallenge(asked(options, header), needed);
  return respond(whole, { ...headers, ...asking }, accept);
}

/** Largest body in bytes that is read before the budget is known. */
const SMALL_BODY = 64 * 1024;

function isSmall(header: ReadHeader): boolean {
  const length = header("content-length");
  return length !== undefined && Number(length) <= SMALL_BODY;
}

/** Refuses what needs no body. */
function refusalFor({ request, header, cors }: Authenticated, budget: Budget): HttpAnswer | null {
  if (!budget.allowed) return overBudget(budget, cors);
  const headers = { ...cors, ...budgetHeaders(budget) };
  if (request.method !== "POST")
    return refuse(405, "Only POST is served here.", { ...headers, Allow: "POST" });
  if (isJson(header("content-type"))) return null;
  return refuse(415, "The body is not application/json.", headers);
}

function overBudget(budget: Budget, cors: Fields): HttpAnswer {
  const headers = { ...cors, ...budgetHeaders(budget) };
  return refuse(429, `The budget is ${budget.limit} calls a minute.`, headers);
}

/** `serve` has counted the batch as one call; further requests in it are counted here. */
async function serveBatch(
  options: Options,
  { header, holder, cors }: Authenticated,
  sender: Sender,
  values: readonly unknown[],
  counted: Budget,
): Promise<HttpAnswer> {
  const accept = header("accept");
  const refused = refuseBatch(header, values);
  const further = refused === null ? costOf(values) - 1 : 0;
  const budget = further === 0 ? counted : await options.rateLimit(holder.budget, further);
  const headers = { ...cors, ...budgetHeaders(budget) };
  if (refused !== null) return respond(refused, headers, accept);
  if (!budget.allowed)
    return refuse(429, `The batch needs more than the ${budget.remaining} calls left.`, headers);
  return respond(await answerBatch(options.dispatch, sender, values), headers, accept);
}

type Read = Authenticated & { readonly baseContext: BaseContext };

function senderOf(options: Options, call: Read, holder: Holder): Sender {
  const { header, baseContext, look } = call;
  const { team, actor, credential, client, access } = holder;
  return {
    header,
    context: { ...baseContext, team, actor, credential, client },
    access,
    journal: options.journal,
    pageOf: (event) => `${asked(options, header)}/activity?event=${event}`,
    look: async () => {
      const now = await look("now");
      return "invalid" in now ? null : now.access;
    },
    isStopping: options.isStopping,
    whenGone: call.request.whenGone,
    followJournal: () => options.journals.follow(team.id),
    runningCalls: options.runningCalls,
    noteClient: (client) => options.noteClient(holder, client, baseContext),
    introduce: (client) => options.introduce(holder, client, baseContext),
    logCall: (client, name) => options.logCall(holder, client, name),
    report: options.report,
  };
}

function asked({ baseUrl }: Options, header: ReadHeader): string {
  return askedBaseUrl(baseUrl, header("host"));
}

async function readBody(request: HttpRequest): Promise<{ readonly value: unknown } | Unreadable> {
  const text = await request.readText(LARGEST_BODY);
  return typeof text === "string" ? parseJson(text, DEEPEST_JSON) : text;
}

function unreadable({ status, reason }: Unreadable): Answer {
  const code = status === 400 ? PARSE_ERROR : INVALID_REQUEST;
  return answerOf(null, new RpcError(code, `The request cannot be read: ${reason}`, { status }));
}

/** A body that is too large is not read to its end, so the connection cannot be reused. */
function endOf({ status }: Unreadable): Record<string, string> {
  return status === 413 ? { Connection: "close" } : {};
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType);
}

type Fields = Readonly<Record<string, string>>;

function respond({ status, body }: Answer, given: Fields, accept?: string): HttpAnswer {
  const headers = status === 503 ? { ...given, "Retry-After": RETRY_AFTER } : given;
  if (body === null) return { status, headers, body };
  if (body instanceof ReadableStream) return { status, headers: { ...headers, ...STREAM }, body };
  if (!readsOnlyStreams(accept)) return { status, headers: { ...headers, ...JSON_BODY }, body };
  const event = `event: message\ndata: ${textIn(body)}\n\n`;
  return { status, headers: { ...headers, ...STREAM }, body: event };
}

const JSON_BODY = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};
const STREAM = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
};

function readsStreams(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes("text/event-stream");
}

function readsOnlyStreams(accept: string | undefined): boolean {
  return (
    accept !== undefined && readsStreams(accept) && !/application\/(json|\*)|\*\/\*/.test(accept)
  );
}

const REFUSALS = {
  401: ["invalid_token", HOW_TO_PRESENT],
  403: ["origin_not_allowed", "Add its origin to ALLOWED_ORIGINS if it is yours."],
  405: ["method_not_allowed", "Send each message as a POST."],
  415: ["unsupported_media_type", "Set Content-Type: application/json."],
  429: [
    "too_many_requests",
    "Wait for the seconds of Retry-After, ask for larger pages, or use a key for each workload.",
  ],
} as const;

function refuse(status: keyof typeof REFUSALS, reason: string, headers: Fields = {}): HttpAnswer {
  const [error, next] = REFUSALS[status];
  const body = JSON.stringify({ error, error_description: `${reason} ${next}` });
  return respond({ status, body }, headers);
}

/** 401 for a missing or an invalid credential; the body says which. */
function challenge(baseUrl: string, reason: string, headers: Fields): HttpAnswer {
  return refuse(401, reason, { ...headers, "WWW-Authenticate": bearerChallenge(baseUrl) });
}

function scopeChallenge(baseUrl: string, scope: string): Fields {
  return { "WWW-Authenticate": missingScope(baseUrl, scope) };
}

function corsHeaders(origin: string): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers":
      "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key",
    "Access-Control-Expose-Headers":
      "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate",
    "Access-Control-Max-Age": "3600",
    Vary: "Origin",
  };
}

const KEEP_ALIVE_MS = 15_000;

/**
 * Answers with plain JSON, or with an event stream from the moment `work` sends a message before its
 * end (streamable-http, Receiving Messages).
 */
export function streamable(work: (send: Send) => Promise<WholeAnswer>): Promise<Answer> {
  const answer = Promise.withResolvers<Answer>();
  let stream: EventStream | null = null;
  const send: Send = (message) => {
    if (stream === null) {
      stream = new EventStream();
      answer.resolve({ status: 200, body: stream.body });
    }
    stream.send(JSON.stringify(message));
  };
  work(send)
    .then((whole) => (stream === null ? answer.resolve(whole) : stream.end(whole.body)))
    .catch(answer.reject);
  return answer.promise;
}

/** Sends each message as a server-sent event (HTML Standard, 9.2). */
class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #keepAlive = setInterval(() => this.#write(":\n\n"), KEEP_ALIVE_MS);
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor() {
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      // The client disconnected: later messages are dropped.
      cancel: () => this.#close(),
    });
  }

  send(message: string): void {
    this.#write(`event: message\ndata: ${message}\n\n`);
  }

  end(body: WholeAnswer["body"]): void {
    if (body !== null) this.send(textIn(body));
    const controller = this.#controller;
    this.#close();
    controller?.close();
  }

  #write(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  #close(): void {
    clearInterval(this.#keepAlive);
    this.#controller = null;
  }
}
