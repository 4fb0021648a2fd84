import { dirname } from "node:path/posix";

/** The rooms of the house, by path; the first that matches counts. */
const ROOMS = [
  ["tests", /^test\/|\.test\.ts$/],
  ["scripts", /^scripts\/|^web\/vite\.config\.ts$/],
  ["web", /^web\//],
  ["manifest", /^package\.json$/],
  ["migrations", /^migrations\//],
  ["main", /^src\/main\.ts$/],
  ["serve", /^src\/(serve|greeting)\.ts$/],
  ["app", /^src\/app\.ts$/],
  ["admin", /^src\/admin\//],
  ["config", /^src\/config\.ts$/],
  ["demo", /^src\/demo\//],
  ["mcp", /^src\/mcp\//],
  ["api", /^src\/api\//],
  ["oauth", /^src\/oauth\//],
  ["pages", /^src\/pages\//],
  ["jobs", /^src\/jobs\//],
  ["mail", /^src\/mail\//],
  ["doors", /^src\/domains\/.+\/(tools|prompts|resources)\.ts$/],
  ["domains", /^src\/domains\//],
  ["accounts", /^src\/accounts\//],
  ["activity", /^src\/activity\//],
  ["http", /^src\/http\//],
  ["db", /^src\/db\//],
  ["core", /^src\/core\//],
] as const;

type Room = (typeof ROOMS)[number][0];

const LOWER = ["accounts", "activity", "db", "core"] as const;

/** What each room may import. Tests and scripts may import anything. */
const ARROWS: Partial<Record<Room, readonly (Room | "types of db" | "types of src")[]>> = {
  web: ["web", "types of src"],
  main: ["serve", "admin", "config", "db", "core"],
  serve: [
    "serve",
    "app",
    "admin",
    "config",
    "demo",
    "jobs",
    "mcp",
    "oauth",
    "mail",
    "http",
    ...LOWER,
  ],
  app: ["mcp", "api", "oauth", "pages", "mail", "http", ...LOWER],
  admin: ["admin", "demo", "oauth", "domains", ...LOWER],
  config: [],
  demo: ["demo", "domains", ...LOWER],
  mcp: ["mcp", "manifest", "http", "domains", ...LOWER],
  api: ["api", "pages", "mail", "http", "domains", ...LOWER],
  oauth: ["oauth", "pages", "http", ...LOWER],
  pages: ["pages", "http", ...LOWER],
  jobs: ["jobs", "activity", "db", "core"],
  mail: ["mail", "core"],
  doors: ["domains", ...LOWER],
  domains: ["domains", ...LOWER],
  accounts: LOWER,
  activity: ["activity", "db", "core"],
  http: ["http", "core"],
  db: ["db", "core"],
  core: ["core"],
  migrations: ["migrations", "types of db", "core"],
};

/** Single files that may import one room more. */
const DOORS: Readonly<Record<string, Room>> = {
  "src/mcp/registry.ts": "doors",
  "src/db/migrate.ts": "migrations",
};

/** Why `from` may not import `to`, if so. Paths are relative to the project, with slashes. */
export function wallBetween(from: string, to: string, isType: boolean): string | undefined {
  const [room, target] = [roomOf(from), roomOf(to)];
  if (!room) return `${dirname(from)} is no room of the house: give it a place in the table`;
  const arrows = ARROWS[room];
  if (!arrows || (target && DOORS[from] === target)) return undefined;
  if (target && arrows.includes(target)) return undefined;
  if (isType && target === "db" && arrows.includes("types of db")) return undefined;
  if (isType && to.startsWith("src/") && arrows.includes("types of src")) return undefined;
  return `${room} may not import ${target ?? to}, only ${arrows.join(", ")}`;
}

function roomOf(path: string): Room | undefined {
  return ROOMS.find(([, pattern]) => pattern.test(path))?.[0];
}
