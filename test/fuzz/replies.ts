/** A received response; of an event stream, the first event that is not progress. */
export type Reply = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
};

/** Outcome of a request: a reply, a closed connection, or no answer in time. */
export type Outcome = Reply | "ended" | "silence";

type Expected = {
  /** Method of the request: responses to HEAD have no body. */
  readonly method: string;
  /** True when the server has closed its side. */
  readonly isEnd: boolean;
};

/** A reply and its size in bytes; `isLast` when the connection cannot be used again. */
type Found = { readonly reply: Reply; readonly size: number; readonly isLast: boolean };

/** Parses the first response in the received bytes; null while it is incomplete. */
export function replyIn(bytes: Buffer, expected: Expected): Found | null {
  const headSize = bytes.indexOf("\r\n\r\n") + 4;
  if (headSize < 4) return null;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, headSize - 4).split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const rest = bytes.subarray(headSize);
  if (status < 200) {
    const found = replyIn(rest, expected);
    return found === null ? null : { ...found, size: headSize + found.size };
  }
  const headers = new Map(lines.map(fieldOf));
  const isBodiless = expected.method === "HEAD" || status === 204 || status === 304;
  const body = isBodiless ? { text: "", size: 0 } : bodyIn(rest, headers, expected.isEnd);
  if (body === null) return null;
  const isLast = body.size === rest.length + 1 || headers.get("connection") === "close";
  return { reply: { status, headers, text: body.text }, size: headSize + body.size, isLast };
}

function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

type Body = { readonly text: string; readonly size: number };

function bodyIn(rest: Buffer, headers: ReadonlyMap<string, string>, isEnd: boolean): Body | null {
  const isChunked = headers.get("transfer-encoding") === "chunked";
  if (headers.get("content-type") === "text/event-stream") {
    const event = firstAnswer(isChunked ? unchunked(rest).text : rest.toString());
    return event === null ? null : endless(event, rest);
  }
  if (isChunked) {
    const { text, size } = unchunked(rest);
    return size === null ? null : { text, size };
  }
  const length = headers.get("content-length");
  if (length === undefined) return isEnd ? endless(rest.toString(), rest) : null;
  const size = Number(length);
  return rest.length < size ? null : { text: rest.toString("utf8", 0, size), size };
}

/** Body without a length. Its size is larger than the received bytes, which marks it as the last. */
function endless(text: string, rest: Buffer): Body {
  return { text, size: rest.length + 1 };
}

/** Data of the first event that is not a progress notification. */
function firstAnswer(stream: string): string | null {
  const [, ...unfinished] = stream.split("\n\n").toReversed();
  const data = unfinished
    .toReversed()
    .flatMap((event) => event.split("\n"))
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length));
  return data.find((json) => !json.includes('"method":"notifications/progress"')) ?? null;
}

/** Decodes the chunks received so far; `size` is null before the last chunk. */
function unchunked(bytes: Buffer): { readonly text: string; readonly size: number | null } {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, Math.max(lineEnd, at)), 16);
    const end = lineEnd + 2 + size;
    const isWhole = lineEnd >= 0 && bytes.length >= end + 2;
    if (!isWhole || size === 0)
      return { text: Buffer.concat(chunks).toString(), size: isWhole ? end + 2 : null };
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
