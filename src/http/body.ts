import { isUtf8 } from "node:buffer";

/** Why a body could not be read as JSON, with the HTTP status that says so. */
export type Unreadable = { readonly status: 400 | 413; readonly reason: string };

/** The body as text of at most `largest` bytes of valid UTF-8. */
export async function readText(request: Request, largest: number): Promise<string | Unreadable> {
  try {
    const bytes = await readBytes(request, largest);
    if (bytes === null) return { status: 413, reason: `the body is larger than ${largest} bytes` };
    return isUtf8(bytes)
      ? bytes.toString("utf8")
      : { status: 400, reason: "the body is not valid UTF-8" };
  } catch (error) {
    if (isAborted(error))
      return { status: 400, reason: "the connection was closed before the body was whole" };
    throw error;
  }
}

async function readBytes(request: Request, largest: number): Promise<Buffer | null> {
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) <= largest) return Buffer.from(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size <= largest) chunks.push(chunk);
    else if (size > largest * DRAINED) break;
  }
  return size > largest ? null : Buffer.concat(chunks);
}

/** How many times the limit is read and thrown away: most clients look for an answer only when all is sent. */
const DRAINED = 16;

/** Whether the caller went away while sending, as `node:http` says it. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

/** Parses JSON that is nested no deeper than `deepest`. */
export function parseJson(text: string, deepest: number): { readonly value: unknown } | Unreadable {
  if (depthOf(text) > deepest)
    return { status: 400, reason: `the JSON is nested deeper than ${deepest} levels` };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { status: 400, reason: "the body is not valid JSON" };
  }
}

/** How deep brackets open outside of strings. Looked at before parsing, so that depth costs no memory. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === "}" || character === "]") depth -= 1;
  }
  return deepest;
}
