import { dirname } from "node:path/posix";

/** Rooms by path; the first match counts. */
const ROOMS = [
  ["tests", /^test\/|\.test\.ts$/],
  ["scripts", /^scripts\/|^web\/vite\.config\.ts$/],
  ["web", /^web\//],
  ["manifest", /^package\.json$/],
  ["migrations", /^migrations\//],
  ["main", /^src\/main\.ts$/],
  ["serve", /^src\/(serve|greeting)\.ts$/],
  ["app", /^src\/(app|events)\.ts$/],
  ["admin", /^src\/admin\//],
  ["config", /^src\/config\.ts$/],
  ["demo", /^src\/demo\//],
  ["mcp", /^src\/mcp\//],
  ["api", /^src\/api\//],
  ["oauth", /^src\/oauth\//],
  ["site", /^src\/site\//],
  ["public", /^src\/public\//],
  ["jobs", /^src\/jobs\//],
  ["mail", /^src\/mail\//],
  ["smtp", /^src\/smtp\//],
  ["domain list", /^src\/domains\/all\.ts$/],
  ["domain", /^src\/domains\/[^/]+\/domain\.ts$/],
  ["doors", /^src\/domains\/[^/]+\/(tools|routes|prompts|resources)\.ts$/],
  ["domains", /^src\/domains\//],
  ["files", /^src\/files\//],
  ["reading", /^src\/reading\//],
  ["accounts", /^src\/accounts\//],
  ["activity", /^src\/activity\//],
  ["http", /^src\/http\//],
  ["db", /^src\/db\//],
  ["core", /^src\/core\//],
  ["shared", /^src\/shared\//],
] as const;

type Room = (typeof ROOMS)[number][0];

const LOWER = ["accounts", "activity", "db", "core", "shared"] as const;

/** Imports allowed to each room. Tests and scripts may import anything. */
const ARROWS: Partial<Record<Room, readonly (Room | "types of db" | "types of src")[]>> = {
  web: ["web", "shared", "types of src"],
  main: ["serve", "admin", "config", "db", "core", "shared"],
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
    "smtp",
    "http",
    "files",
    "reading",
    ...LOWER,
  ],
  app: ["app", "mcp", "api", "oauth", "public", "site", "http", ...LOWER],
  admin: ["admin", "demo", "oauth", "domains", "files", ...LOWER],
  config: [],
  demo: ["demo", "domains", "reading", ...LOWER],
  mcp: ["mcp", "manifest", "http", "domains", ...LOWER],
  api: ["api", "site", "http", "domains", ...LOWER],
  oauth: ["oauth", "site", "http", ...LOWER],
  site: ["site", "http", ...LOWER],
  public: ["public", "site", "http", "domains", ...LOWER],
  jobs: ["jobs", "mail", "http", "domains", "files", "reading", ...LOWER],
  mail: ["mail", "core", "shared"],
  smtp: ["smtp", "domains", "http", ...LOWER],
  "domain list": ["domain"],
  domain: ["doors", "domains"],
  doors: ["domains", "files", ...LOWER],
  domains: ["domains", "files", "reading", ...LOWER],
  accounts: LOWER,
  activity: ["activity", "db", "core", "shared"],
  files: ["files", "core", "shared"],
  reading: ["reading", "core", "shared"],
  http: ["http", "core", "shared"],
  db: ["db", "core", "shared"],
  core: ["core", "shared"],
  shared: ["shared"],
  migrations: ["migrations", "types of db", "core", "shared"],
};

/** Single files that may import further rooms. */
const DOORS: Readonly<Record<string, readonly Room[]>> = {
  "src/mcp/registry.ts": ["domain list"],
  "src/api/routes.ts": ["domain list"],
  "src/api/subjects.ts": ["domain list"],
  "src/events.ts": ["admin", "domains"],
  "src/admin/doctor/directories.ts": ["mcp"],
  "src/db/migrate.ts": ["migrations"],
};

/**
 * Reason why `from` may not import `to`, if any. Paths are relative to the project, with slashes.
 */
export function wallBetween(from: string, to: string, isType: boolean): string | undefined {
  const [room, target] = [roomOf(from), roomOf(to)];
  if (!room) return `${dirname(from)} is no room of the house: give it a place in the table`;
  const arrows = ARROWS[room];
  if (!arrows || (target && DOORS[from]?.includes(target))) return undefined;
  if (target && arrows.includes(target)) return undefined;
  if (isType && target === "db" && arrows.includes("types of db")) return undefined;
  if (isType && to.startsWith("src/") && arrows.includes("types of src")) return undefined;
  return `${room} may not import ${target ?? to}, only ${arrows.join(", ")}`;
}

function roomOf(path: string): Room | undefined {
  return ROOMS.find(([, pattern]) => pattern.test(path))?.[0];
}
