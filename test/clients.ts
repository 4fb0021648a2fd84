import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Reference } from "./content.ts";
import type { Fields } from "./mcp.ts";

/** The official clients, as published: both check structuredContent against the output schema. */

export type Session = {
  readonly version: string | undefined;
  readonly listTools: () => Promise<{ tools: readonly { name: string }[] }>;
  readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<any>;
  readonly listPrompts: () => Promise<{ prompts: readonly { name: string }[] }>;
  readonly getPrompt: (prompt: {
    name: string;
    arguments: Record<string, string>;
  }) => Promise<{ messages: readonly { content: any }[] }>;
  readonly listResources: () => Promise<{ resources: readonly { uri: string }[] }>;
  readonly listResourceTemplates: () => Promise<{
    resourceTemplates: readonly { uriTemplate: string }[];
  }>;
  readonly readResource: (resource: { uri: string }) => Promise<{ contents: readonly any[] }>;
  readonly complete: (asked: {
    ref: Reference;
    argument: { name: string; value: string };
  }) => Promise<{ completion: { values: readonly string[] } }>;
  readonly instructions: string | undefined;
  readonly close: () => Promise<void>;
};

type Official = {
  readonly name: string;
  readonly version: string;
  readonly connect: (url: URL, headers: Fields) => Promise<Session>;
};

const INFO = { name: "journey", version: "1.0.0" };

export const CLIENTS: readonly Official[] = [
  { name: "@modelcontextprotocol/sdk 1.32", version: "2025-11-25", connect: connectV1 },
  {
    name: "@modelcontextprotocol/client 2.4 in legacy mode",
    version: "2025-11-25",
    connect: (url, headers) => connectV2(url, headers, "legacy"),
  },
  {
    name: "@modelcontextprotocol/client 2.4 that negotiates",
    version: "2026-07-28",
    connect: (url, headers) => connectV2(url, headers, "auto"),
  },
  {
    name: "@modelcontextprotocol/client 2.4 pinned to 2026-07-28",
    version: "2026-07-28",
    connect: (url, headers) => connectV2(url, headers, { pin: "2026-07-28" }),
  },
];

async function connectV1(url: URL, headers: Fields): Promise<Session> {
  const client = new ClientV1(INFO);
  const transport = new TransportV1(url, { requestInit: { headers } });
  await client.connect(transport);
  return {
    version: transport.protocolVersion,
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    listPrompts: () => client.listPrompts(),
    getPrompt: (prompt) => client.getPrompt(prompt),
    listResources: () => client.listResources(),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (resource) => client.readResource(resource),
    complete: (asked) => client.complete(asked),
    instructions: client.getInstructions(),
    close: () => client.close(),
  };
}

type Mode = "legacy" | "auto" | { readonly pin: string };

async function connectV2(url: URL, headers: Fields, mode: Mode): Promise<Session> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    version: client.getNegotiatedProtocolVersion(),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    listPrompts: () => client.listPrompts(),
    getPrompt: (prompt) => client.getPrompt(prompt),
    listResources: () => client.listResources(),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (resource) => client.readResource(resource),
    complete: (asked) => client.complete(asked),
    instructions: client.getInstructions(),
    close: () => client.close(),
  };
}
