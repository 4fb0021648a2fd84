import { SERVER_NAME } from "./commands.ts";

/** Opens Claude's own dialog for a custom connector, filled in. */
export function claudeLink(url: string): string {
  const query = new URLSearchParams({
    modal: "add-custom-connector",
    connectorName: "Ledgerport",
    connectorUrl: url,
  });
  return `https://claude.ai/customize/connectors?${query.toString()}`;
}

/** Asks Cursor to add the server, which shows it and asks its user first. */
export function cursorLink(url: string, key: string): string {
  const config = btoa(JSON.stringify({ url, headers: { Authorization: `Bearer ${key}` } }));
  const query = `name=${SERVER_NAME}&config=${encodeURIComponent(config)}`;
  return `cursor://anysphere.cursor-deeplink/mcp/install?${query}`;
}

/** Asks VS Code to add the server, which shows it and asks its user first. */
export function vsCodeLink(url: string): string {
  return vsCodeInstall({ name: SERVER_NAME, type: "http", url });
}

/** The same with a key, for which VS Code asks, and which it keeps with its other secrets. */
export function vsCodeLinkWithKey(url: string): string {
  const id = `${SERVER_NAME}-key`;
  return vsCodeInstall({
    name: SERVER_NAME,
    type: "http",
    url,
    headers: { Authorization: `Bearer \${input:${id}}` },
    inputs: [{ id, type: "promptString", description: "API key of Ledgerport", password: true }],
  });
}

function vsCodeInstall(config: object): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}
