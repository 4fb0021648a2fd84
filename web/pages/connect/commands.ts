import type { Reach } from "./reach.ts";
import type { McpServer } from "./server.ts";

export function claudeCodeCommand({ name, url }: McpServer): string {
  return `claude mcp add --transport http --scope user ${name} ${url}`;
}

/** `--header` takes all arguments after it, so it comes last. */
export function claudeCodeCommandWithKey(server: McpServer, key: string): string {
  return `${claudeCodeCommand(server)} --header "Authorization: Bearer ${key}"`;
}

export function codexCommands({ name, url }: McpServer): string {
  return `codex mcp add ${name} --url ${url}\ncodex mcp login ${name}`;
}

export function geminiCommand({ name, url }: McpServer): string {
  return `gemini mcp add --transport http --scope user ${name} ${url}`;
}

export function geminiCommandWithKey({ name, url }: McpServer, key: string): string {
  return `gemini mcp add --transport http --scope user --header "Authorization: Bearer ${key}" ${name} ${url}`;
}

/** Antigravity succeeds Gemini CLI for personal accounts. */
export function antigravityCommand({ name, url }: McpServer, key: string): string {
  return `agy mcp add --header "Authorization: Bearer ${key}" ${name} ${url}`;
}

export function curlLine(url: string, key: string): string {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "customers_list", arguments: { limit: 1 } },
  };
  return [
    `curl -sS ${url}`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(message)}'`,
  ].join(" ");
}

export function cursorConfig({ name, url }: McpServer, key: string): string {
  return written({
    mcpServers: { [name]: { url, headers: { Authorization: `Bearer ${key}` } } },
  });
}

/** Bridges through `mcp-remote`: Claude Desktop alone starts only local programs. */
export function claudeDesktopConfig({ name, url }: McpServer, reach: Reach): string {
  const isInTheClear = url.startsWith("http:") && reach !== "computer";
  const args = ["-y", "mcp-remote", url, ...(isInTheClear ? ["--allow-http"] : [])];
  return written({ mcpServers: { [name]: { command: "npx", args } } });
}

function written(config: object): string {
  return JSON.stringify(config, null, 2);
}
