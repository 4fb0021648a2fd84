import { isUtf8 } from "node:buffer";

export type Unreadable = { readonly status: 400 | 413; readonly reason: string };

/**
 * Decodes a body of at most `largest` bytes of valid UTF-8.
 * @param readBytes answers null for a larger body, of which it reads `drained` bytes at most
 */
export async function drainedText(
  largest: number,
  readBytes: (drained: number) => Promise<Buffer | null>,
): Promise<string | Unreadable> {
  try {
    const bytes = await readBytes(largest * DRAINED);
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

export async function readText(request: Request, largest: number): Promise<string | Unreadable> {
  return drainedText(largest, async (drained) => {
    const length = request.headers.get("content-length");
    if (length !== null && Number(length) <= largest)
      return Buffer.from(await request.arrayBuffer());
    const chunks: Uint8Array[] = [];
    let size = 0;
    const body: AsyncIterable<Uint8Array> | null = request.body;
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size <= largest) chunks.push(chunk);
      else if (size > drained) break;
    }
    return size > largest ? null : Buffer.concat(chunks);
  });
}

/** Drain up to N × the limit before answering: most clients read the answer only after sending all. */
const DRAINED = 16;

export function isAborted(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

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

/** Nesting depth of brackets outside strings; counted before parsing, so that depth costs no memory. */
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

export type Form = ReadonlyMap<string, readonly string[]>;

const LARGEST_FORM = 64 * 1024;

/** Reads an `application/x-www-form-urlencoded` body (URL Standard, 5.1). */
export async function readForm(request: Request): Promise<Form | Unreadable> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return { status: 400, reason: "the body is not application/x-www-form-urlencoded" };
  const text = await readText(request, LARGEST_FORM);
  return typeof text === "string" ? parseForm(text) : text;
}

export function parseForm(text: string): Form {
  const form = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = form.get(name);
    if (values === undefined) form.set(name, [value]);
    else values.push(value);
  }
  return form;
}

/** First value of a field; null when it is missing or empty (RFC 6749 §3.1). */
export function fieldOf(form: Form, name: string): string | null {
  const value = form.get(name)?.[0] ?? "";
  return value === "" ? null : value;
}

export function valuesOf(form: Form, name: string): readonly string[] {
  return (form.get(name) ?? []).filter((value) => value !== "");
}

export function repeatedField(form: Form, names: readonly string[]): string | undefined {
  return names.find((name) => (form.get(name)?.length ?? 0) > 1);
}

/** True for `application/json` and types based on it (RFC 6839 §3.1). */
export function isJsonType(contentType: string): boolean {
  return /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType);
}
