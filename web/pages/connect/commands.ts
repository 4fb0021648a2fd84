import type { Reach } from "./reach.ts";

export const SERVER_NAME = "ledgerport";

export function claudeCodeCommand(url: string): string {
  return `claude mcp add --transport http --scope user ${SERVER_NAME} ${url}`;
}

/** `--header` takes all arguments after it, so it comes last. */
export function claudeCodeCommandWithKey(url: string, key: string): string {
  return `${claudeCodeCommand(url)} --header "Authorization: Bearer ${key}"`;
}

export function codexCommands(url: string): string {
  return `codex mcp add ${SERVER_NAME} --url ${url}\ncodex mcp login ${SERVER_NAME}`;
}

export function geminiCommand(url: string): string {
  return `gemini mcp add --transport http --scope user ${SERVER_NAME} ${url}`;
}

export function geminiCommandWithKey(url: string, key: string): string {
  return `gemini mcp add --transport http --scope user --header "Authorization: Bearer ${key}" ${SERVER_NAME} ${url}`;
}

/** Antigravity succeeds Gemini CLI for personal accounts. */
export function antigravityCommand(url: string, key: string): string {
  return `agy mcp add --header "Authorization: Bearer ${key}" ${SERVER_NAME} ${url}`;
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

export function cursorConfig(url: string, key: string): string {
  return written({
    mcpServers: { [SERVER_NAME]: { url, headers: { Authorization: `Bearer ${key}` } } },
  });
}

/** Bridges through `mcp-remote`: Claude Desktop alone starts only local programs. */
export function claudeDesktopConfig(url: string, reach: Reach): string {
  const isInTheClear = url.startsWith("http:") && reach !== "computer";
  const args = ["-y", "mcp-remote", url, ...(isInTheClear ? ["--allow-http"] : [])];
  return written({ mcpServers: { [SERVER_NAME]: { command: "npx", args } } });
}

function written(config: object): string {
  return JSON.stringify(config, null, 2);
}
