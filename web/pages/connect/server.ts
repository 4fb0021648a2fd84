export type McpServer = { readonly name: string; readonly url: string };

const LONGEST = 32;

/** Name under which an assistant keeps the server; with the team's, for a person in several. */
export function serverName(team: { readonly name: string }, teamCount: number): string {
  const own = team.name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-");
  return (teamCount > 1 ? `ledgerport-${own}` : "ledgerport").slice(0, LONGEST).replace(/-+$/, "");
}

/** Networks from which the server can be called; `in the clear` is the internet over plain http. */
export type ServerReach = "internet" | "in the clear" | "network" | "computer";

const OWN_COMPUTER = /^(localhost|.+\.localhost|127\..+|0\.0\.0\.0|\[::1?\])$/;
/**
 * Private addresses (RFC 1918, RFC 3927, RFC 6598, RFC 4193, RFC 4291 §2.5.6) and local host names.
 */
const OWN_NETWORK = [
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
  /^\[f([cd]|e[89ab])/,
  /^[^.[\]]+$/,
  /\.(local|localdomain|internal|intranet|lan|home|home\.arpa|private|corp)$/,
];

export function reachOf(baseUrl: string): ServerReach {
  const { protocol, hostname } = new URL(baseUrl);
  if (OWN_COMPUTER.test(hostname)) return "computer";
  if (OWN_NETWORK.some((form) => form.test(hostname))) return "network";
  return protocol === "https:" ? "internet" : "in the clear";
}

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

/** Address that takes receipts. */
export function receiptAddress(url: string): string {
  return new URL("/files/inbox", url).href;
}

export function receiptLine(url: string, key: string): string {
  return `curl -sS ${receiptAddress(url)} -H 'Authorization: Bearer ${key}' -F file=@receipt.pdf`;
}

export function cursorConfig({ name, url }: McpServer, key: string): string {
  return written({
    mcpServers: { [name]: { url, headers: { Authorization: `Bearer ${key}` } } },
  });
}

/** Bridges through `mcp-remote`: Claude Desktop alone starts only local programs. */
export function claudeDesktopConfig({ name, url }: McpServer, reach: ServerReach): string {
  const isInTheClear = url.startsWith("http:") && reach !== "computer";
  const args = ["-y", "mcp-remote", url, ...(isInTheClear ? ["--allow-http"] : [])];
  return written({ mcpServers: { [name]: { command: "npx", args } } });
}

function written(config: object): string {
  return JSON.stringify(config, null, 2);
}

export function claudeLink(url: string): string {
  const query = new URLSearchParams({
    modal: "add-custom-connector",
    connectorName: "Ledgerport",
    connectorUrl: url,
  });
  return `https://claude.ai/customize/connectors?${query.toString()}`;
}

export function cursorLink({ name, url }: McpServer): string {
  return cursorInstall(name, { url });
}

export function cursorLinkWithKey({ name, url }: McpServer, key: string): string {
  return cursorInstall(name, { url, headers: { Authorization: `Bearer ${key}` } });
}

function cursorInstall(name: string, config: object): string {
  const encoded = encodeURIComponent(btoa(JSON.stringify(config)));
  const query = `name=${name}&config=${encoded}`;
  return `cursor://anysphere.cursor-deeplink/mcp/install?${query}`;
}

export function vsCodeLink({ name, url }: McpServer): string {
  return vsCodeInstall({ name, type: "http", url });
}

/** As above with a key: VS Code asks for it and keeps it in its secret storage. */
export function vsCodeLinkWithKey({ name, url }: McpServer): string {
  const id = `${name}-key`;
  return vsCodeInstall({
    name,
    type: "http",
    url,
    headers: { Authorization: `Bearer \${input:${id}}` },
    inputs: [{ id, type: "promptString", description: "API key of Ledgerport", password: true }],
  });
}

function vsCodeInstall(config: object): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}
