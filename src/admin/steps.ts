import type { Demo } from "../demo/demo.ts";

export function keySteps(baseUrl: string, key: string): readonly string[] {
  const url = `${baseUrl}/mcp`;
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "customers_list", arguments: { limit: 1 } },
  };
  const client = {
    mcpServers: { ledgerport: { type: "http", url, headers: { Authorization: `Bearer ${key}` } } },
  };
  return [
    `  ${key}`,
    "",
    "Try it while the server runs:",
    "",
    `  curl -sS -w '\\n' ${url} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(message)}'`,
    "",
    "Connect Claude Code:",
    "",
    `  claude mcp add --transport http ledgerport ${url} --header "Authorization: Bearer ${key}"`,
    "",
    "Connect another MCP client that can send a header, with this configuration:",
    "",
    ...JSON.stringify(client, null, 2)
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}

export function demoSteps(baseUrl: string, demo: Demo): readonly string[] {
  const { team, teamId, email, password, key, expiresAt, kept } = demo;
  return [
    kept
      ? `The demo team ${team} exists already and was left unchanged.`
      : `The demo team is ${team}.`,
    password === null
      ? `Sign in at ${baseUrl} as ${email}, with the password that was shown the first time.`
      : `Sign in at ${baseUrl} as ${email}, with the password ${password}, shown only once.`,
    "Tools that delete stay hidden until you enable them for the team:",
    "",
    `  npm run --silent admin -- team:set --team ${teamId} --destructive-ai-tools on`,
    "",
    `Its API key, shown only once, works for 7 days, until ${expiresAt}:`,
    "",
    ...keySteps(baseUrl, key),
  ];
}
