import { isUtf8 } from "node:buffer";
import { z } from "zod";
import type { Client } from "../db/context.ts";
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  type Params,
  RpcError,
  UNSUPPORTED_PROTOCOL_VERSION,
} from "./rpc.ts";

/** Clients of these open with `initialize`. The newest comes first. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
/** Clients of these carry their version and capabilities in every request. */
const MODERN_VERSIONS = ["2026-07-28"] as const;
export const VERSIONS: readonly string[] = [...MODERN_VERSIONS, ...LEGACY_VERSIONS];
/** A client that names no version is of the last one before the header existed. */
const BEFORE_THE_HEADER = "2025-03-26";

export type Era = "legacy" | "modern";
export type Caller = {
  readonly era: Era;
  readonly client: Client | null;
  /** What the client can be asked for. Older clients say it only once, and nothing keeps it. */
  readonly capabilities: Params;
};
/** Reads one header of a request, by its name in lower case. */
export type ReadHeader = (name: string) => string | undefined;

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const CLIENT = "io.modelcontextprotocol/clientInfo";

const Meta = z.record(z.string(), z.unknown()).catch({});
const Capabilities = z.looseObject({});
const ClientInfo = z.object({ name: z.string(), version: z.string().optional().catch(undefined) });

/**
 * Which generation a request is of: modern when it says so in `_meta`, in its header or by its
 * method. A modern one is checked whole (MCP 2026-07-28, basic/index and transports, Server Validation).
 * @throws RpcError with status 400 when it is of no version that is served, or is not whole.
 */
export function callerOf(method: string, params: Params, header: ReadHeader): Caller {
  const meta = params["_meta"] === undefined ? {} : Meta.parse(params["_meta"]);
  const headerVersion = header("mcp-protocol-version");
  if (meta[VERSION] === undefined && !isModern(headerVersion) && method !== "server/discover") {
    if (method !== "initialize" && !isLegacy(headerVersion ?? BEFORE_THE_HEADER))
      throw unsupported(headerVersion);
    return { era: "legacy", client: null, capabilities: {} };
  }
  const capabilities = checkMeta(meta, headerVersion);
  checkHeaders(method, params, meta[VERSION], header);
  return { era: "modern", client: clientOf(meta[CLIENT]), capabilities };
}

/**
 * A message that is no request says its version in the header at the most.
 * @throws RpcError with status 400 when that version is not served (MCP 2025-11-25, transports, Protocol Version Header).
 */
export function checkVersionHeader(header: ReadHeader): void {
  const version = header("mcp-protocol-version");
  if (version !== undefined && !VERSIONS.includes(version)) throw unsupported(version);
}

/** Whether a message that stands in a batch says that it is of a version without batches. */
export function isModernMessage(message: unknown): boolean {
  const { data } = ModernMarks.safeParse(message);
  return data?.method === "server/discover" || data?.params?._meta?.[VERSION] !== undefined;
}

const ModernMarks = z.object({
  method: z.unknown(),
  params: z
    .object({ _meta: z.looseObject({}).optional() })
    .optional()
    .catch(undefined),
});

/** Batches were part of one version only, the one before the header. */
export function servesBatch(header: ReadHeader): boolean {
  return (header("mcp-protocol-version") ?? BEFORE_THE_HEADER) === BEFORE_THE_HEADER;
}

/** How a program introduces itself, cut to what is worth keeping; null when it does not. */
export function clientOf(info: unknown): Client | null {
  const { data } = ClientInfo.safeParse(info);
  if (data === undefined) return null;
  return {
    name: printable(data.name),
    version: data.version === undefined ? null : printable(data.version),
  };
}

/** @returns the client's capabilities */
function checkMeta(meta: Params, headerVersion: string | undefined): Params {
  const version = meta[VERSION];
  if (typeof version !== "string") throw missingMeta(VERSION, "a protocol version");
  if (headerVersion !== undefined) requireEqual("MCP-Protocol-Version", headerVersion, version);
  if (!isModern(version)) throw unsupported(version);
  const capabilities = Capabilities.safeParse(meta[CAPABILITIES]);
  if (!capabilities.success) throw missingMeta(CAPABILITIES, "an object");
  return capabilities.data;
}

/** Which parameter `Mcp-Name` repeats. */
const NAMED_BY = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

function checkHeaders(method: string, params: Params, version: unknown, header: ReadHeader): void {
  requireEqual("MCP-Protocol-Version", header("mcp-protocol-version"), version);
  requireEqual("Mcp-Method", header("mcp-method"), method);
  const named = NAMED_BY.get(method);
  if (named !== undefined) requireEqual("Mcp-Name", decoded(header("mcp-name")), params[named]);
}

/** @throws RpcError when a header does not say what the body says (transports, Server Validation). */
export function requireEqual(
  name: string,
  value: string | null | undefined,
  expected: unknown,
): void {
  if (value === expected) return;
  const what = value === undefined ? "is missing" : "does not match the body";
  throw new RpcError(HEADER_MISMATCH, `Header mismatch: ${name} ${what}`, { status: 400 });
}

/**
 * A value that does not fit into a header is sent as `=?base64?…?=` (transports, Value Encoding).
 * Null for what looks like that and cannot be decoded.
 */
export function decoded(value: string | undefined): string | null | undefined {
  // Node reads the bytes of a header as Latin-1; a proxy may read them otherwise (RFC 9110 §5.5).
  if (value !== undefined && /[^\t\x20-\x7e]/.test(value)) return null;
  const encoded = value?.match(/^=\?base64\?(.*)\?=$/)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  // Decoding passes over what is not base64, and over padding that is missing.
  return bytes.toString("base64") === encoded && isUtf8(bytes) ? bytes.toString() : null;
}

function missingMeta(key: string, what: string): RpcError {
  return new RpcError(INVALID_PARAMS, `Invalid params: _meta must hold ${what} under ${key}`, {
    status: 400,
  });
}

function unsupported(requested: unknown): RpcError {
  return new RpcError(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", {
    status: 400,
    data: { supported: VERSIONS, requested },
  });
}

function isModern(version: unknown): boolean {
  return MODERN_VERSIONS.some((modern) => modern === version);
}

function isLegacy(version: string): boolean {
  return LEGACY_VERSIONS.some((legacy) => legacy === version);
}

function printable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{C}/gu, "").slice(0, 100).toWellFormed();
}
