import type { McpServer } from "./server.ts";

export function claudeLink(url: string): string {
  const query = new URLSearchParams({
    modal: "add-custom-connector",
    connectorName: "Ledgerport",
    connectorUrl: url,
  });
  return `https://claude.ai/customize/connectors?${query.toString()}`;
}

/** Adds the server to Cursor, which asks its user first. */
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

/** Adds the server to VS Code, which asks its user first. */
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
