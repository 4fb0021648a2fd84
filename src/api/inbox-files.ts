import { type Context as Http, Hono } from "hono";
import { parseBody } from "hono/utils/body";
import type { CallEnd, EndCall } from "../accounts/call-log.ts";
import type { Freshness, Holder, VerifyCredential } from "../accounts/credentials.ts";
import { covers } from "../accounts/scopes.ts";
import { Refusal } from "../core/errors.ts";
import type { BaseContext, Client, Context } from "../db/context.ts";
import { filesOf } from "../domains/documents/keep-file.ts";
import { SENT_TO_INBOX } from "../domains/inbox/journal.ts";
import { receiveFile } from "../domains/inbox/upload-file.ts";
import {
  bearerChallenge,
  HOW_TO_PRESENT,
  missingScope,
  presentedCredential,
} from "../http/bearer.ts";
import type { ReadHeader } from "../http/exchange.ts";
import { askedBaseUrl } from "../http/origin.ts";
import { budgetHeaders, type RateLimit } from "../http/rate-limit.ts";
import { ApiProblem, problemOf, type Report, wrongMethod } from "./problem.ts";
import { SentFile } from "./sent-file.ts";
import type { UploadPlaces } from "./upload-places.ts";

export type InboxFilesParts = {
  readonly baseUrl: string;
  readonly baseContext: () => BaseContext;
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly verifyCredential: (secret: string) => VerifyCredential;
  readonly noteUse: (holder: Holder, baseContext: BaseContext) => void;
  readonly noteClient: (holder: Holder, client: Client, baseContext: BaseContext) => void;
  readonly logCall: (holder: Holder, client: Client | null, name: string) => EndCall;
  readonly noteRequest: (credential: string) => void;
  /** Files of a credential, apart from its calls. */
  readonly sentFiles: RateLimit;
  readonly uploads: UploadPlaces;
  readonly report: Report;
};

const PATH = "/files/inbox";
const SCOPE = "inbox.write";

/**
 * Takes receipts from phones, scanners and scripts that hold a key or a token. The body is the file, or a form with
 * some. A refusal has the fields of a tool's error: code, path, message and next.
 */
export function inboxFiles(parts: InboxFilesParts): Hono {
  const server = new Hono();
  server.all(PATH, async (http) => {
    const headers: Record<string, string> = { ...HEADERS };
    try {
      const { status, body } = await answered(parts, http, headers);
      return Response.json(body, { status, headers });
    } catch (error) {
      const { status, body, more } = toldRefusal(error, parts.report);
      return Response.json(body, { status, headers: { ...headers, ...more } });
    }
  });
  return server;
}

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

type Answer = { readonly status: number; readonly body: object };

/** @param headers gets those of the credential's budget */
async function answered(
  parts: InboxFilesParts,
  http: Http,
  headers: Record<string, string>,
): Promise<Answer> {
  const header = (name: string) => http.req.header(name);
  const origin = header("origin");
  if (origin !== undefined && !parts.isAllowedOrigin(origin)) throw foreignPage();
  if (http.req.method !== "POST") throw wrongMethod(["POST"]);
  const look = credentialOf(parts, header);
  const holder = await look("recent");
  const count = async (files: number): Promise<void> => {
    const budget = await parts.sentFiles(holder.budget, files);
    Object.assign(headers, budgetHeaders(budget));
    if (!budget.allowed) throw tooManyFiles(budget.limit);
  };
  await count(1);
  const client = programOf(header("user-agent"));
  const end = parts.logCall(holder, client, SENT_TO_INBOX);
  try {
    const baseContext = parts.baseContext();
    parts.noteRequest(holder.credential.id);
    parts.noteUse(holder, baseContext);
    if (client !== null) parts.noteClient(holder, client, baseContext);
    const { team, actor, credential } = holder;
    if (!covers(holder.scopes, SCOPE)) throw lacksScope(baseUrlOf(parts, header));
    const context = { ...baseContext, team, actor, credential, client, tool: SENT_TO_INBOX };
    const answer = await received(parts, http, { context, look, count });
    end({ outcome: "done", reason: null, rows: null });
    return answer;
  } catch (error) {
    end(endOf(error));
    throw error;
  }
}

type Look = (freshness: Freshness) => Promise<Holder>;

/** @throws ApiProblem without a valid credential */
function credentialOf(parts: InboxFilesParts, header: ReadHeader): Look {
  const presented = presentedCredential(header);
  if ("invalid" in presented) throw unauthorized(baseUrlOf(parts, header), presented.invalid);
  const verify = parts.verifyCredential(presented.secret);
  return async (freshness) => {
    const found = await verify(parts.baseContext(), freshness);
    if ("invalid" in found) throw unauthorized(baseUrlOf(parts, header), found.invalid);
    return found;
  };
}

function baseUrlOf({ baseUrl }: InboxFilesParts, header: ReadHeader): string {
  return askedBaseUrl(baseUrl, header("host"));
}

type Receiving = {
  readonly context: Context;
  readonly look: Look;
  /** Counts further files of the same request. */
  readonly count: (files: number) => Promise<void>;
};

const FORM = /^multipart\/form-data\s*(;|$)/i;

async function received(parts: InboxFilesParts, http: Http, receiving: Receiving): Promise<Answer> {
  const { context } = receiving;
  const isForm = FORM.test(http.req.header("content-type") ?? "");
  const sent = new SentFile({
    request: http.req.raw,
    types: null,
    largest: isForm ? LARGEST_FORM : filesOf(context).largest,
    sender: { person: context.actor.id, team: context.team.id },
    places: parts.uploads,
  });
  try {
    const name = http.req.query("name");
    if (isForm) return await receiveForm(parts, http, { ...receiving, name, sent });
    const { chunks, length } = sent;
    return await receiveOne(receiving, { chunks, length, name: name ?? UNNAMED });
  } finally {
    sent.free();
  }
}

/** Names the file by its kind. */
const UNNAMED = "";

type OneFile = Pick<SentFile, "chunks" | "length"> & { readonly name: string };

async function receiveOne(
  { context, look }: Receiving,
  { chunks, length, name }: OneFile,
): Promise<Answer> {
  const checked = async function* () {
    yield* chunks;
    // The body may have taken a minute, in which the key may have been revoked.
    await look("now");
  };
  const kept = await receiveFile(context, { name, chunks: checked(), length, source: "api" });
  const { document, item_id, duplicate, revived } = kept;
  const body = { document, item: { id: item_id }, duplicate, revived };
  return { status: duplicate ? 200 : 201, body };
}

/** Bytes of a form, which is in memory while it is read. */
const LARGEST_FORM = 32 * 2 ** 20;

type SentForm = Receiving & { readonly name: string | undefined; readonly sent: SentFile };

/**
 * Takes each file of a form by itself. Several are answered together; a refusal among them is the status, and the
 * others are kept.
 */
async function receiveForm(
  parts: InboxFilesParts,
  http: Http,
  { name, sent, ...receiving }: SentForm,
): Promise<Answer> {
  const files = await filesIn(http, sent);
  const [first] = files;
  if (first === undefined) throw withoutFile();
  if (files.length === 1) return receiveOne(receiving, oneOf(first, name));
  await receiving.count(files.length - 1);
  let refused: Told | null = null;
  const answers: Answer[] = [];
  for (const file of files) {
    try {
      const { status, body } = await receiveOne(receiving, oneOf(file));
      answers.push({ status, body: { name: file.name, ...body } });
    } catch (error) {
      const told = toldRefusal(error, parts.report);
      refused ??= told;
      answers.push({ status: told.status, body: { name: file.name, error: told.body } });
    }
  }
  const status = refused?.status ?? Math.max(...answers.map((answer) => answer.status));
  return { status, body: { ...refused?.body, files: answers.map(({ body }) => body) } };
}

async function filesIn(http: Http, sent: SentFile): Promise<readonly File[]> {
  const type = http.req.header("content-type") ?? "";
  const bytes = await sent.bytes();
  try {
    const whole = { method: "POST", headers: { "Content-Type": type }, body: bytes };
    const fields = await parseBody(new Request(http.req.url, whole), { all: true });
    return Object.values(fields)
      .flat()
      .filter((value) => value instanceof File);
  } catch (error) {
    if (error instanceof TypeError) throw brokenForm();
    throw error;
  }
}

function oneOf(file: File, name = file.name): OneFile {
  const chunks: AsyncIterable<Uint8Array> = file.stream();
  return { chunks, length: file.size, name };
}

/** Product of a `User-Agent` (RFC 9110 §10.1.5): `curl/8.5.0`. */
const PRODUCT = /^(?<name>[\w!#$%&'*+.^`|~-]{1,100})(?:\/(?<version>[\w!#$%&'*+.^`|~-]{1,100}))?/;

/** All browsers, and many apps on phones, call themselves Mozilla, which says nothing. */
function programOf(agent = ""): Client | null {
  const { name, version = null } = PRODUCT.exec(agent)?.groups ?? {};
  return name === undefined || name === "Mozilla" ? null : { name, version };
}

function endOf(error: unknown): CallEnd {
  const reason = error instanceof Refusal || error instanceof ApiProblem ? codeOf(error) : null;
  return { outcome: reason === null ? "failed" : "refused", reason, rows: null };
}

function codeOf(error: Refusal | ApiProblem): string {
  return error instanceof Refusal ? error.code : error.problem.code;
}

type Told = Answer & { readonly more: Readonly<Record<string, string>> };

/** The refusal as tools tell it, with the status of the web app's routes. */
function toldRefusal(error: unknown, report: Report): Told {
  const { problem, headers: more } = problemOf(error, report);
  const { status, code, title, detail, reference } = problem;
  if (error instanceof Refusal) {
    const { path, message, next } = error;
    return { status, body: { code, path, message, next }, more };
  }
  const message = reference === undefined ? title : `${title} The reference is ${reference}.`;
  return { status, body: { code, path: null, message, next: detail }, more };
}

function unauthorized(baseUrl: string, reason: string): ApiProblem {
  const problem = { status: 401, code: "invalid_token", title: reason, detail: HOW_TO_PRESENT };
  return new ApiProblem(problem, { "WWW-Authenticate": bearerChallenge(baseUrl) });
}

function lacksScope(baseUrl: string): ApiProblem {
  const problem = {
    status: 403,
    code: "insufficient_scope",
    title: `The credential holds neither ${SCOPE} nor apis.all.`,
    detail: `Make a key that holds ${SCOPE} under Settings, Developer.`,
  };
  return new ApiProblem(problem, { "WWW-Authenticate": missingScope(baseUrl, SCOPE) });
}

function foreignPage(): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: "origin_not_allowed",
    title: "This web page may not send files here.",
    detail: "Add its origin to ALLOWED_ORIGINS if it is yours.",
  });
}

function tooManyFiles(limit: number): ApiProblem {
  return new ApiProblem({
    status: 429,
    code: "too_many_requests",
    title: `The credential has sent more than ${limit} files within a minute.`,
    detail: "Nothing was kept; wait for the seconds of Retry-After, and send the rest then.",
  });
}

function withoutFile(): ApiProblem {
  return new ApiProblem({
    status: 422,
    code: "invalid_argument",
    title: "The form has no file.",
    detail: "Send the file as the body, or as a field of the form that is a file.",
  });
}

function brokenForm(): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: "unreadable",
    title: "The form could not be read.",
    detail: "Send the file itself as the body, without a form.",
  });
}
