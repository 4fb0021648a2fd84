import { queryReader } from "../core/query.ts";
import type { Answer, Route, Upload, UploadLimits } from "../core/route.ts";
import { parseJson, readText, isAborted } from "../http/body.ts";
import { ApiProblem, notJson, unreadable } from "./problem.ts";

const LARGEST_BODY = 64 * 1024;
const DEEPEST = 10;

type Asked = {
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
};

export function answerer<Context, Role>(
  route: Route<Context, Role>,
): (context: Context, asked: Asked) => Promise<Answer> {
  const read = queryReader(route.input);
  if (route.upload !== null) {
    const { upload: limits, answer } = route;
    return async (context, { request, parameters }) => {
      const given = { ...read(queryOf(request)), ...read(Object.entries(parameters)) };
      return answer(context, given, uploadOf(request, limits));
    };
  }
  const { answer } = route;
  return async (context, { request, parameters }) => {
    const sent = request.method === "GET" ? read(queryOf(request)) : await jsonOf(request);
    return answer(context, { ...sent, ...read(Object.entries(parameters)) });
  };
}

function queryOf({ url }: Request): URLSearchParams {
  return new URL(url).searchParams;
}

async function jsonOf(request: Request): Promise<object> {
  const text = await readText(request, LARGEST_BODY);
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

/** Refuses a body unread when it says that it is too large. */
function uploadOf(request: Request, { largest, types }: UploadLimits): Upload {
  const [type = ""] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  if (!types.includes(type.trim())) throw notTaken(types);
  if (Number(request.headers.get("content-length") ?? 0) > largest) throw tooLarge(largest);
  const chunks = limited(request, largest);
  return {
    type: type.trim(),
    chunks,
    bytes: async () => Buffer.concat(await Array.fromAsync(chunks)),
  };
}

async function* limited(request: Request, largest: number): AsyncIterable<Uint8Array> {
  const body: AsyncIterable<Uint8Array> | null = request.body;
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > largest) throw tooLarge(largest);
      yield chunk;
    }
  } catch (error) {
    if (!isAborted(error)) throw error;
    const reason = "the connection was closed before the body was whole";
    throw unreadable({ status: 400, reason });
  }
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
    title: `The file is larger than ${sizeOf(largest)}.`,
    detail: "Nothing was done; choose a smaller file.",
  };
  // The rest of the body is not read, so nothing else can follow on this connection.
  return new ApiProblem(problem, { Connection: "close" });
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes >= 1 ? `${Number(mebibytes.toFixed(1))} MiB` : `${bytes} bytes`;
}
