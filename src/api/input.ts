import { queryReader } from "../core/query.ts";
import type { Answer, Route } from "../core/route.ts";
import { parseJson, readText } from "../http/body.ts";
import { notJson, unreadable } from "./problem.ts";
import { SentFile } from "./sent-file.ts";
import type { Sender, UploadPlaces } from "./upload-places.ts";

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
      const { types, largest } = limits;
      const most = typeof largest === "number" ? largest : largest(context);
      const file = new SentFile({ request, types, largest: most, sender, places });
      return held(file, request, async () => answer(context, given, file));
    };
  }
  const { answer, largest } = route;
  return async (context, { request, parameters }) => {
    const sent = request.method === "GET" ? read(queryOf(request)) : await jsonOf(request, largest);
    return answer(context, { ...sent, ...read(Object.entries(parameters)) });
  };
}

/** Frees the file's place with the answer, or with the last of its events. */
async function held(
  file: SentFile,
  { signal }: Request,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let isFollowed = false;
  try {
    const answer = await work();
    if (answer.kind !== "events") return answer;
    isFollowed = true;
    // A client that hangs up before the first event has nobody begin with the events.
    signal.addEventListener("abort", () => file.free());
    return { kind: "events", events: followed(answer.events, file) };
  } finally {
    if (!isFollowed || signal.aborted) file.free();
  }
}

async function* followed(events: AsyncIterable<unknown>, file: SentFile): AsyncIterable<unknown> {
  try {
    yield* events;
  } finally {
    file.free();
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
