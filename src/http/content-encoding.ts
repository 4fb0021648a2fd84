import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

/** Little work, since it is done for each answer. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The first that the client takes is used: it makes the smaller body. */
const ENCODINGS = [
  {
    name: "br",
    extension: ".br",
    compress: async (text: string) => brotli(text, QUICKLY),
  },
  { name: "gzip", extension: ".gz", compress: async (text: string) => zip(text) },
] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** @param header `Accept-Encoding` (RFC 9110 §12.5.3) */
export function encodingFor(header = ""): Encoding | undefined {
  const accepted = parseAccept(header).filter(({ q }) => q > 0);
  return ENCODINGS.find(({ name }) => accepted.some(({ type }) => type.toLowerCase() === name));
}

export function encodingHeaders(encoding: Encoding | undefined): Readonly<Record<string, string>> {
  const vary = { Vary: "Accept-Encoding" };
  return encoding === undefined ? vary : { ...vary, "Content-Encoding": encoding.name };
}

export async function encoded(
  text: string,
  encoding: Encoding | undefined,
): Promise<string | Uint8Array<ArrayBuffer>> {
  return encoding === undefined ? text : new Uint8Array(await encoding.compress(text));
}
