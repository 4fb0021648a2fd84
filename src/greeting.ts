import { listTeams } from "./accounts/teams.ts";
import type { Config } from "./config.ts";
import type { Ground } from "./db/context.ts";
import { openDemo } from "./demo/demo.ts";
import { SERVER_INFO } from "./mcp/server-info.ts";

/** What a person sees when the server is up: where it is, and what to do next. */
export async function greeting(
  ground: Ground,
  config: Config,
  demo: boolean,
): Promise<readonly string[]> {
  const where = [
    `Ledgerport ${SERVER_INFO.version} is running. Stop it with Ctrl-C.`,
    "",
    `  MCP endpoint  ${config.baseUrl}/mcp`,
    `  Database      ${withoutPassword(config.databaseUrl)}`,
    "",
  ];
  if (demo) return [...where, ...demoSteps(config.baseUrl, await openDemo(ground))];
  return (await listTeams(ground)).length === 0 ? [...where, ...FIRST_STEPS] : where;
}

const FIRST_STEPS = [
  "There is no team yet. In another terminal, make one and a key for it:",
  "",
  '  npm run --silent admin -- team:create --name "My team" --owner-email you@example.com',
  "  npm run --silent admin -- key:create --team TEAM_ID --user you@example.com --name Assistant --preset all",
  "",
  "Or look around in a team full of examples: npm start -- --demo",
  "",
];

function demoSteps(
  baseUrl: string,
  { team, key }: { team: string; key: string },
): readonly string[] {
  const url = `${baseUrl}/mcp`;
  const client = {
    mcpServers: { ledgerport: { type: "http", url, headers: { Authorization: `Bearer ${key}` } } },
  };
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "customers_list", arguments: { limit: 3 } },
  };
  return [
    `The demo team is ${team}. Its API key, shown this once:`,
    "",
    `  ${key}`,
    "",
    "Try it from another terminal:",
    "",
    `  curl -s ${url} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d '${JSON.stringify(message)}'`,
    "",
    "Connect an MCP client with this configuration:",
    "",
    ...JSON.stringify(client, null, 2)
      .split("\n")
      .map((line) => `  ${line}`),
    "",
  ];
}

function withoutPassword(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  const url = URL.parse(databaseUrl);
  if (url === null) return "PostgreSQL";
  url.password = "";
  // It may hold one as well.
  url.search = "";
  return url.href;
}
