import { isUtf8 } from "node:buffer";
import { z } from "zod";
import type { Client } from "../db/context.ts";
import type { ReadHeader } from "../http/exchange.ts";
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  type Params,
  RpcError,
  UNSUPPORTED_PROTOCOL_VERSION,
} from "./rpc.ts";

/** Begin with `initialize`; the newest comes first. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
const MODERN_VERSIONS = ["2026-07-28"] as const;
export const VERSIONS: readonly string[] = [...MODERN_VERSIONS, ...LEGACY_VERSIONS];
/** Assumed for requests without the header: the last version before it existed. */
const BEFORE_THE_HEADER = "2025-03-26";

export type Generation = "legacy" | "modern";
export type Caller = {
  readonly generation: Generation;
  readonly client: Client | null;
  /** Empty for legacy clients, which send them only with `initialize`; they are not stored. */
  readonly capabilities: Params;
};
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const CLIENT = "io.modelcontextprotocol/clientInfo";

const Meta = z.record(z.string(), z.unknown()).catch({});
const Capabilities = z.looseObject({});
const ClientInfo = z.object({ name: z.string(), version: z.string().optional().catch(undefined) });

/**
 * Tells a request's generation: modern by `_meta`, by header or by method. Modern requests are fully
 * validated (MCP 2026-07-28, basic/index and transports, Server Validation).
 * @throws RpcError with status 400 when the version is not supported, or a required field is missing
 */
export function callerOf(method: string, params: Params, header: ReadHeader): Caller {
  const meta = params["_meta"] === undefined ? {} : Meta.parse(params["_meta"]);
  const headerVersion = header("mcp-protocol-version");
  if (meta[VERSION] === undefined && !isModern(headerVersion) && method !== "server/discover") {
    if (method !== "initialize" && !isLegacy(headerVersion ?? BEFORE_THE_HEADER))
      throw unsupported(headerVersion);
    return { generation: "legacy", client: null, capabilities: {} };
  }
  const capabilities = checkMeta(meta, headerVersion);
  checkHeaders(method, params, meta[VERSION], header);
  return { generation: "modern", client: clientOf(meta[CLIENT]), capabilities };
}

/**
 * Checks the version of notifications and responses, which only the header can carry.
 * @throws RpcError with status 400 when it is not supported (MCP 2025-11-25, transports, Protocol Version Header)
 */
export function checkVersionHeader(header: ReadHeader): void {
  const version = header("mcp-protocol-version");
  if (version !== undefined && !VERSIONS.includes(version)) throw unsupported(version);
}

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

/** Only 2025-03-26 has batches. */
export function servesBatch(header: ReadHeader): boolean {
  return (header("mcp-protocol-version") ?? BEFORE_THE_HEADER) === BEFORE_THE_HEADER;
}

/** Reads `clientInfo`, without control characters and cut to 100; null when it is missing or invalid. */
export function clientOf(info: unknown): Client | null {
  const { data } = ClientInfo.safeParse(info);
  if (data === undefined) return null;
  return {
    name: printable(data.name),
    version: data.version === undefined ? null : printable(data.version),
  };
}

function checkMeta(meta: Params, headerVersion: string | undefined): Params {
  const version = meta[VERSION];
  if (typeof version !== "string") throw missingMeta(VERSION, "a protocol version");
  if (headerVersion !== undefined) requireEqual("MCP-Protocol-Version", headerVersion, version);
  if (!isModern(version)) throw unsupported(version);
  const capabilities = Capabilities.safeParse(meta[CAPABILITIES]);
  if (!capabilities.success) throw missingMeta(CAPABILITIES, "an object");
  return capabilities.data;
}

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

/** @throws RpcError when a header differs from the body (transports, Server Validation) */
function requireEqual(name: string, value: string | null | undefined, expected: unknown): void {
  if (value === expected) return;
  const what = value === undefined ? "is missing" : "does not match the body";
  throw new RpcError(HEADER_MISMATCH, `Header mismatch: ${name} ${what}`, { status: 400 });
}

/**
 * Decodes a header value that may be sent as `=?base64?…?=` (transports, Value Encoding); null when
 * it is malformed.
 */
function decoded(value: string | undefined): string | null | undefined {
  // Node decodes header bytes as Latin-1, other programs may not (RFC 9110 §5.5): ASCII only.
  if (value !== undefined && /[^\t\x20-\x7e]/.test(value)) return null;
  const encoded = value?.match(/^=\?base64\?(.*)\?=$/)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  // Buffer.from ignores invalid characters and missing padding; encoding it again detects both.
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

type Mirrored = { readonly header: string; readonly path: readonly string[] };

const Node = z.object({
  "x-mcp-header": z.string().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Finds parameters that clients must repeat in headers (streamable-http, Custom Headers from Tool
 * Parameters). No tool has any yet; the specification requires the check.
 */
export function mirroredParameters(schema: unknown, path: readonly string[] = []): Mirrored[] {
  const { data } = Node.safeParse(schema);
  if (data === undefined) return [];
  const name = data["x-mcp-header"];
  return [
    ...(name === undefined ? [] : [{ header: `Mcp-Param-${name}`, path }]),
    ...Object.entries(data.properties).flatMap(([key, property]) =>
      mirroredParameters(property, [...path, key]),
    ),
  ];
}

/** @throws RpcError when a header differs from its argument */
export function checkParameterHeaders(
  parameters: readonly Mirrored[],
  given: unknown,
  header: ReadHeader,
): void {
  for (const { header: name, path } of parameters) {
    const value = path.reduce<unknown>(member, given) ?? undefined;
    const expected = typeof value === "string" ? value : JSON.stringify(value);
    requireEqual(name, decoded(header(name.toLowerCase())), expected);
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
