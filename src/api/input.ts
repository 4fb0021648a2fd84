import { isLargeFile } from "../core/file-thread.ts";
import { queryReader } from "../core/query.ts";
import type { Answer, Route, UploadLimits } from "../core/route.ts";
import { parseJson, readText, isAborted } from "../http/body.ts";
import { ApiProblem, connectionClosed, notJson, unreadable } from "./problem.ts";
import type { Sender, UploadPlace, UploadPlaces } from "./upload-places.ts";

const LARGEST_BODY = 64 * 1024;
const DEEPEST = 10;

type Asked = {
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly sender: Sender;
};

/** @param places are shared by all routes of a server */
export function answerer<Context, Role>(
  route: Route<Context, Role>,
): (context: Context, asked: Asked, places: UploadPlaces) => Promise<Answer> {
  const read = queryReader(route.input);
  if (route.upload !== null) {
    const { upload: limits, answer } = route;
    return async (context, { request, parameters, sender }, places) => {
      const given = { ...read(queryOf(request)), ...read(Object.entries(parameters)) };
      const type = typeOf(request, limits);
      const bytes = sizeOf(request, limits);
      const place = places.take(sender, bytes);
      const upload = { type, bytes: async () => fileIn(request, bytes, limits, place) };
      return held(place, request, async () => answer(context, given, upload));
    };
  }
  const { answer, largest } = route;
  return async (context, { request, parameters }) => {
    const sent = request.method === "GET" ? read(queryOf(request)) : await jsonOf(request, largest);
    return answer(context, { ...sent, ...read(Object.entries(parameters)) });
  };
}

/** Frees the place with the answer, or with the last of its events. */
async function held(
  place: UploadPlace,
  { signal }: Request,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let isFollowed = false;
  try {
    const answer = await work();
    if (answer.kind !== "events") return answer;
    isFollowed = true;
    // A client that hangs up before the first event has nobody begin with the events.
    signal.addEventListener("abort", () => place.free());
    return { kind: "events", events: followed(answer.events, place) };
  } finally {
    if (!isFollowed || signal.aborted) place.free();
  }
}

async function* followed(
  events: AsyncIterable<unknown>,
  place: UploadPlace,
): AsyncIterable<unknown> {
  try {
    yield* events;
  } finally {
    place.free();
  }
}

function queryOf({ url }: Request): URLSearchParams {
  return new URL(url).searchParams;
}

async function jsonOf(request: Request, largest: number | null): Promise<object> {
  const text = await readText(request, largest ?? LARGEST_BODY);
  if (typeof text !== "string") throw unreadable(text);
  if (text === "" && request.method === "DELETE") return {};
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw notJson();
  const parsed = parseJson(text, DEEPEST);
  if ("reason" in parsed) throw unreadable(parsed);
  const { value } = parsed;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw unreadable({ status: 400, reason: "the body is not a JSON object" });
}

function typeOf(request: Request, { types }: UploadLimits): string {
  const [given = ""] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  if (!types.includes(given.trim())) throw notTaken(types);
  return given.trim();
}

/** Bytes that the body has at most. */
function sizeOf(request: Request, { largest }: UploadLimits): number {
  const told = request.headers.get("content-length");
  if (told === null) return largest;
  if (Number(told) > largest) throw tooLarge(largest);
  return Number(told);
}

async function fileIn(
  request: Request,
  size: number,
  limits: UploadLimits,
  place: UploadPlace,
): Promise<Uint8Array> {
  const bytes = await bytesOf(request, size, limits);
  await place.turn(isLargeFile(bytes), request.signal);
  if (request.signal.aborted) throw connectionClosed();
  return bytes;
}

/** Puts the chunks into one array as they come, so that the body is in memory once. */
async function bytesOf(
  request: Request,
  size: number,
  { largest }: UploadLimits,
): Promise<Uint8Array> {
  const body: AsyncIterable<Uint8Array> | null = request.body;
  const bytes = new Uint8Array(size);
  let read = 0;
  try {
    for await (const chunk of body ?? []) {
      if (read + chunk.byteLength > size) throw tooLarge(largest);
      bytes.set(chunk, read);
      read += chunk.byteLength;
    }
  } catch (error) {
    if (!isAborted(error)) throw error;
    throw connectionClosed();
  }
  return bytes.subarray(0, read);
}

function notTaken(types: readonly string[]): ApiProblem {
  return new ApiProblem({
    status: 415,
    code: "type_not_taken",
    title: "Files of this type are not taken here.",
    detail: `Nothing was done; send ${types.join(" or ")}.`,
  });
}

function tooLarge(largest: number): ApiProblem {
  const problem = {
    status: 413,
    code: "too_large",
    title: `The file is larger than ${mebibytesOf(largest)}.`,
    detail: "Nothing was done; choose a smaller file.",
  };
  // The rest of the body is not read, so nothing else can follow on this connection.
  return new ApiProblem(problem, { Connection: "close" });
}

function mebibytesOf(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes >= 1 ? `${Number(mebibytes.toFixed(1))} MiB` : `${bytes} bytes`;
}
