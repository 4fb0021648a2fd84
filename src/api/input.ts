import { queryReader } from "../core/query.ts";
import type { Answer, Route } from "../core/route.ts";
import { parseJson, readText } from "../http/body.ts";
import { notJson, unreadable } from "./refusals.ts";
import { uploadOf } from "./upload.ts";

const LARGEST_BODY = 64 * 1024;
const DEEPEST = 10;

/** A request with the parameters of its path, but for the team. */
export type Asked = {
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
};

/** Makes the function that reads a request's input and runs the route's handler. */
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
