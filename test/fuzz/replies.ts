/** An answer as it came; of an event stream the first event that answers. */
export type Reply = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
};

/** How a request ended: answered, with the end of its connection, or not at all. */
export type Outcome = Reply | "ended" | "silence";

type Expected = {
  /** How was asked: to HEAD there is no body. */
  readonly method: string;
  /** Whether nothing more comes. */
  readonly isEnd: boolean;
};

/** @param size its bytes; `isLast` when the connection is of no use after it */
type Found = { readonly reply: Reply; readonly size: number; readonly isLast: boolean };

/** The first answer in the bytes of a connection, or null when it is not all there yet. */
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

/** A body that has no end of its own takes more than is there. */
function endless(text: string, rest: Buffer): Body {
  return { text, size: rest.length + 1 };
}

/** The data of the first event that is no report of progress. */
function firstAnswer(stream: string): string | null {
  const [, ...unfinished] = stream.split("\n\n").toReversed();
  const data = unfinished
    .toReversed()
    .flatMap((event) => event.split("\n"))
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length));
  return data.find((json) => !json.includes('"method":"notifications/progress"')) ?? null;
}

/** The chunks so far; `size` is null when the last one is not there yet. */
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
