import { z } from "zod";

export const GENERATIONS = ["legacy", "modern"] as const;
export type Generation = (typeof GENERATIONS)[number];

/** Protocol version of each generation's client. */
const VERSIONS = { legacy: "2025-11-25", modern: "2026-07-28" } as const;

const Call = z.object({
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});
export type Call = z.output<typeof Call>;

export const Sequences = z.array(z.array(Call).readonly()).readonly();
export type Sequences = z.output<typeof Sequences>;

export function toolCall(name: string, args: Record<string, unknown>): Call {
  return { method: "tools/call", params: { name, arguments: args } };
}

export const LIST_TOOLS: Call = { method: "tools/list" };

export type Client = { readonly generation: Generation; readonly key: string };

export function requestOf({ generation, key }: Client, call: Call): Buffer {
  const meta = generation === "modern" ? { _meta: META } : {};
  const params = { ...call.params, ...meta };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: call.method, params });
  const headers = {
    Host: "127.0.0.1",
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": VERSIONS[generation],
    ...(generation === "modern" ? { "Mcp-Method": call.method } : {}),
    ...(generation === "modern" && call.params ? { "Mcp-Name": String(call.params["name"]) } : {}),
    "Content-Length": String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

const META = {
  "io.modelcontextprotocol/protocolVersion": VERSIONS.modern,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "Benchmark", version: "1.0.0" },
};

/** A call that was answered, but not with a result. */
export class NoResult extends Error {}

/** @throws NoResult unless the answer is a result without a tool's error. */
export function requireResult(answer: Buffer, request: Buffer): void {
  if (
    answer.toString("latin1", 0, 12) === "HTTP/1.1 200" &&
    answer.includes('"result":') &&
    !answer.includes('"isError":true')
  )
    return;
  throw new NoResult(`an answer is no result\n\n${request.toString()}\n\n${answer.toString()}`);
}
