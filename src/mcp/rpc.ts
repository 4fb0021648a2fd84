import { z } from "zod";
import { Encoded, Framed } from "../http/exchange.ts";

/** JSON-RPC 2.0 as MCP uses it: an id is a string or a number, params are an object. */
export type Message =
  | {
      readonly kind: "request";
      readonly id: string | number;
      readonly method: string;
      readonly params: Params;
    }
  | { readonly kind: "notification"; readonly method: string; readonly params: Params }
  | { readonly kind: "response" };

export type Params = Readonly<Record<string, unknown>>;
export type Id = string | number | null;
export type Result = string | Encoded;

export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(
    code: number,
    message: string,
    { status = 200, data }: { status?: number; data?: unknown } = {},
  ) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** The app's token lacks a scope that a new token could have (RFC 6750 §3.1). */
export class InsufficientScope extends RpcError {
  readonly scope: string;

  constructor(scope: string, message: string) {
    const data = { code: "insufficient_scope", scope };
    super(INVALID_REQUEST, message, { status: 403, data });
    this.name = "InsufficientScope";
    this.scope = scope;
  }
}

export type InputRequests = Readonly<
  Record<string, { readonly method: string; readonly params: object }>
>;

export class InputRequired extends Error {
  readonly requests: InputRequests;
  readonly state: unknown;

  constructor(requests: InputRequests, state: unknown) {
    super("the client has to answer something first");
    this.name = "InputRequired";
    this.requests = requests;
    this.state = state;
  }
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** MCP 2026-07-28, basic/index, Error Codes. */
export const HEADER_MISMATCH = -32020;
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/** Larger integers lose digits in JavaScript, so their answer would carry another id. */
const id = z.union([
  z.string(),
  z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
]);
/** JSON-RPC 2.0 §4.2 wants params left out; some clients send null instead. */
const params = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((given) => given ?? {});
const RequestMessage = z.object({ jsonrpc: z.literal("2.0"), id, method: z.string(), params });
const NotificationMessage = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.never().optional(),
  method: z.string(),
  params,
});
const ResponseMessage = z.union([
  z.object({ jsonrpc: z.literal("2.0"), id, result: z.looseObject({}) }),
  z.object({ jsonrpc: z.literal("2.0"), id: id.nullish(), error: z.looseObject({}) }),
]);

export function parseMessage(value: unknown): Message {
  const request = RequestMessage.safeParse(value);
  if (request.success) return { kind: "request", ...request.data };
  const notification = NotificationMessage.safeParse(value);
  if (notification.success) return { kind: "notification", ...notification.data };
  if (ResponseMessage.safeParse(value).success) return { kind: "response" };
  throw new RpcError(
    INVALID_REQUEST,
    "The body is not a JSON-RPC 2.0 request with a string or number as id",
    {
      status: 400,
    },
  );
}

export function idOf(value: unknown): Id {
  return z.object({ id }).safeParse(value).data?.id ?? null;
}

export function resultMessage(id: Id, result: Result): string | Framed {
  const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
  return result instanceof Encoded ? new Framed(start, result, "}") : `${start}${result}}`;
}

export function errorMessage(id: Id, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
}
