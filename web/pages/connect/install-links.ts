import { SERVER_NAME } from "./commands.ts";

export function claudeLink(url: string): string {
  const query = new URLSearchParams({
    modal: "add-custom-connector",
    connectorName: "Ledgerport",
    connectorUrl: url,
  });
  return `https://claude.ai/customize/connectors?${query.toString()}`;
}

/** Adds the server to Cursor, which asks its user first. */
export function cursorLink(url: string): string {
  return cursorInstall({ url });
}

export function cursorLinkWithKey(url: string, key: string): string {
  return cursorInstall({ url, headers: { Authorization: `Bearer ${key}` } });
}

function cursorInstall(config: object): string {
  const encoded = encodeURIComponent(btoa(JSON.stringify(config)));
  const query = `name=${SERVER_NAME}&config=${encoded}`;
  return `cursor://anysphere.cursor-deeplink/mcp/install?${query}`;
}

/** Adds the server to VS Code, which asks its user first. */
export function vsCodeLink(url: string): string {
  return vsCodeInstall({ name: SERVER_NAME, type: "http", url });
}

/** As above with a key: VS Code asks for it and keeps it in its secret storage. */
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
