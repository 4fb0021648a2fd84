import assert from "node:assert/strict";
import { dirname, relative } from "node:path/posix";
import { describe, it } from "node:test";
import { refusedLines } from "./lint.ts";

/** A file of each room, or two where files of one room differ. */
const FILES = {
  main: "src/main.ts",
  app: "src/app.ts",
  events: "src/events.ts",
  serve: "src/serve.ts",
  greeting: "src/greeting.ts",
  admin: "src/admin/cli.ts",
  config: "src/config.ts",
  demo: "src/demo/demo.ts",
  mcp: "src/mcp/endpoint.ts",
  registry: "src/mcp/registry.ts",
  api: "src/api/server.ts",
  apiRoutes: "src/api/routes.ts",
  subjects: "src/api/subjects.ts",
  jobs: "src/jobs/collect.ts",
  domainList: "src/domains/all.ts",
  domain: "src/domains/tags/domain.ts",
  otherDomain: "src/domains/invoices/domain.ts",
  tools: "src/domains/tags/tools.ts",
  routes: "src/domains/tags/routes.ts",
  otherTools: "src/domains/invoices/tools.ts",
  verb: "src/domains/tags/tag.ts",
  otherVerb: "src/domains/invoices/invoice.ts",
  mail: "src/mail/mailer.ts",
  accounts: "src/accounts/users.ts",
  activity: "src/activity/journal.ts",
  http: "src/http/body.ts",
  db: "src/db/connect.ts",
  migrate: "src/db/migrate.ts",
  core: "src/core/page.ts",
  shared: "src/shared/money.ts",
  migration: "migrations/0001-foundation.ts",
  test: "test/app.ts",
  ownTest: "src/domains/tags/tag.test.ts",
  script: "scripts/docs.ts",
  web: "web/router.tsx",
  webPage: "web/pages/home.tsx",
  webBuild: "web/vite.config.ts",
} as const;

type Name = keyof typeof FILES;

const NAMES = Object.keys(FILES) as Name[];
const GROUND: readonly Name[] = ["accounts", "activity", "db", "migrate", "core", "shared"];
const VERBS: readonly Name[] = ["verb", "otherVerb", ...GROUND];
const DOORS: readonly Name[] = ["tools", "routes", "otherTools"];
const MCP: readonly Name[] = ["mcp", "registry"];
const API: readonly Name[] = ["api", "apiRoutes", "subjects"];
const START: readonly Name[] = [
  "app",
  "events",
  "admin",
  "config",
  "demo",
  ...MCP,
  "jobs",
  "mail",
  "http",
  ...GROUND,
];

/** All that each may import; anything else is refused. */
const ALLOWED: Record<Name, readonly Name[]> = {
  main: ["serve", "greeting", "admin", "config", "db", "migrate", "core", "shared"],
  serve: ["greeting", ...START],
  greeting: ["serve", ...START],
  app: ["events", ...MCP, ...API, "http", ...GROUND],
  events: ["app", "admin", ...MCP, ...API, "http", ...VERBS],
  admin: ["demo", ...VERBS],
  config: [],
  demo: VERBS,
  mcp: ["registry", "http", ...VERBS],
  registry: ["mcp", "http", "domainList", ...VERBS],
  api: ["apiRoutes", "subjects", "http", ...VERBS],
  apiRoutes: ["api", "subjects", "http", "domainList", ...VERBS],
  subjects: ["api", "apiRoutes", "http", "domainList", ...VERBS],
  jobs: ["mail", "http", ...VERBS],
  domainList: ["domain", "otherDomain"],
  domain: [...DOORS, "verb", "otherVerb"],
  otherDomain: [...DOORS, "verb", "otherVerb"],
  tools: VERBS,
  routes: VERBS,
  otherTools: VERBS,
  verb: VERBS,
  otherVerb: VERBS,
  mail: ["core", "shared"],
  accounts: GROUND,
  activity: ["db", "migrate", "core", "shared"],
  http: ["core", "shared"],
  db: ["migrate", "core", "shared"],
  migrate: ["db", "migration", "core", "shared"],
  core: ["shared"],
  shared: [],
  migration: ["core", "shared"],
  test: NAMES,
  ownTest: NAMES,
  script: NAMES,
  web: ["webPage", "shared"],
  webPage: ["web", "shared"],
  webBuild: NAMES,
};

describe("import walls", () => {
  const others = (from: Name) => NAMES.filter((name) => name !== from);
  const house = NAMES.map((from) => [FILES[from], others(from).map((to) => importOf(from, to))]);
  const refused = refusedLines("import-walls", Object.fromEntries(house));

  for (const from of NAMES) {
    it(`${FILES[from]} may import what its room may, and nothing else`, () => {
      const walled = others(from).filter((to) => !ALLOWED[from].includes(to));
      assert.deepEqual(
        refused.filter((line) => line.startsWith(`${FILES[from]}: `)).toSorted(),
        walled.map((to) => `${FILES[from]}: ${importOf(from, to)}`).toSorted(),
      );
    });
  }

  it("stand against every form of import", () => {
    const forms = [
      `import { sum } from "../db/connect.ts";`,
      `import type { Sum } from "../db/connect.ts";`,
      `export { sum } from "../db/connect.ts";`,
      `export * from "../db/connect.ts";`,
      `export const late = import("../db/connect.ts");`,
      `export type Sum = import("../db/connect.ts").Sum;`,
    ];
    assert.deepEqual(
      refusedLines("import-walls", { "src/shared/money.ts": forms }),
      forms.map((form) => `src/shared/money.ts: ${form}`),
    );
  });

  it("let a migration use the types of the database room, but none of its values", () => {
    const migration = [
      `import type { Dialect } from "../src/db/dialect.ts";`,
      `import { dialectOf } from "../src/db/dialect.ts";`,
    ];
    assert.deepEqual(refusedLines("import-walls", { "migrations/0001-first.ts": migration }), [
      `migrations/0001-first.ts: ${migration[1]}`,
    ]);
  });

  it("let the web app use the types of the server, but none of its values", () => {
    const forms = [
      `import type { Team } from "../src/accounts/teams.ts";`,
      `export type { Session } from "../src/accounts/sessions.ts";`,
      `import { createTeam } from "../src/accounts/teams.ts";`,
      `import { type User, findUser } from "../src/accounts/users.ts";`,
      `import type { World } from "../test/app.ts";`,
    ];
    assert.deepEqual(
      refusedLines("import-walls", { "web/api.ts": forms }),
      forms.slice(2).map((form) => `web/api.ts: ${form}`),
    );
  });

  it("refuse a room that the table does not know", () => {
    const files = {
      "src/helpers/sum.ts": [`import "../shared/money.ts";`],
      "src/core/money.ts": [],
    };
    assert.equal(refusedLines("import-walls", files).length, 1);
  });
});

function importOf(from: Name, to: Name): string {
  const path = relative(dirname(FILES[from]), FILES[to]);
  return `import "${path.startsWith(".") ? path : `./${path}`}";`;
}
