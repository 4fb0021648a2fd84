import { demoSteps } from "./admin/steps.ts";
import type { Config } from "./config.ts";
import { withoutPassword } from "./db/unusable.ts";
import type { Demo } from "./demo/demo.ts";
import { SERVER_INFO } from "./mcp/server-info.ts";

export type NextSteps = Demo | SetUp | "none";

type SetUp = { readonly setUpAt: string };

export function greeting(config: Config, next: NextSteps): readonly string[] {
  return [
    `Ledgerport ${SERVER_INFO.version} is running. Stop it with Ctrl-C.`,
    "",
    `  Web pages     ${config.baseUrl}`,
    `  MCP endpoint  ${config.baseUrl}/mcp`,
    `  Database      ${withoutPassword(config.databaseUrl)}`,
    "",
    ...stepsOf(config, next),
    "Teams, people, keys, projects and backups: npm run --silent admin -- help",
    "",
  ];
}

function stepsOf({ baseUrl }: Config, next: NextSteps): readonly string[] {
  if (next === "none") return [];
  return "setUpAt" in next ? firstSteps(next) : [...demoSteps(baseUrl, next), ""];
}

function firstSteps({ setUpAt }: SetUp): readonly string[] {
  return [
    "No account exists yet. Set the server up with this link, which works once and for 24 hours:",
    "",
    `  ${setUpAt}`,
    "",
    ...IN_A_TERMINAL,
  ];
}

const IN_A_TERMINAL = [
  "Or do it in another terminal, with a key to begin with:",
  "",
  '  npm run --silent admin -- team:create --name "My team" --owner-email you@example.com',
  "  npm run --silent admin -- key:create --user you@example.com --name Assistant --preset all",
  "",
  "Or look around in a team full of examples: npm start -- --demo",
  "",
];
