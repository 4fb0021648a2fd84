import { demoSteps } from "./admin/steps.ts";
import type { Config } from "./config.ts";
import { withoutPassword } from "./db/unusable.ts";
import type { Demo } from "./demo/demo.ts";
import { SERVER_INFO } from "./mcp/server-info.ts";

/** For whom there is a demo team, no team, or a team of their own. */
export type NextSteps = Demo | "first steps" | "none";

/** What a person sees when the server is up: where it is, and what to do next. */
export function greeting(config: Config, next: NextSteps): readonly string[] {
  return [
    `Ledgerport ${SERVER_INFO.version} is running. Stop it with Ctrl-C.`,
    "",
    `  MCP endpoint  ${config.baseUrl}/mcp`,
    `  Database      ${withoutPassword(config.databaseUrl)}`,
    "",
    ...(next === "first steps" ? FIRST_STEPS : []),
    ...(typeof next === "object" ? [...demoSteps(config.baseUrl, next), ""] : []),
    "Teams, people, keys, projects and backups: npm run --silent admin -- help",
    "",
  ];
}

const FIRST_STEPS = [
  "There is no team yet. In another terminal, make one and a key for it:",
  "",
  '  npm run --silent admin -- team:create --name "My team" --owner-email you@example.com',
  "  npm run --silent admin -- key:create --user you@example.com --name Assistant --preset all",
  "",
  "Or look around in a team full of examples: npm start -- --demo",
  "",
];
