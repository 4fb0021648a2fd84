import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { onAnyDatabase } from "../../test/app.ts";
import { loggedApp } from "../../test/mcp.ts";
import { WebApp } from "../../test/web.ts";

const SECRET = "svc_setup_pasted-into-the-path";

onAnyDatabase((world) => {
  test("a line of the log has the route's pattern, and never a secret that stands in the path", async () => {
    const lines: any[] = [];
    const { app } = loggedApp(world, {
      log: pino({ level: "trace" }, { write: (line) => lines.push(JSON.parse(line)) }),
    });
    const team = await world.team();
    const { browser } = await WebApp.of(team);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const routes = new Map<string, Set<string>>();
    for (const path of [
      "",
      "mcp/",
      "setup/",
      "signin/",
      "join/",
      "app/",
      "activity/",
      "connect/",
      "settings/",
      "oauth/authorize/",
      "api/",
      "api/me/",
      "api/teams/",
      `api/teams/${team.id}/`,
      `api/teams/${team.id}/keys/`,
      ".well-known/oauth-protected-resource/",
    ])
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const before = lines.length;
        for (const headers of [{}, { Cookie: cookie }])
          await app.request(`/${path}${SECRET}`, { method, headers });
        const logged = lines.slice(before).map(({ route }) => route);
        assert.ok(logged.length >= 2, path);
        routes.set(path, (routes.get(path) ?? new Set()).union(new Set(logged)));
      }
    assert.ok(!JSON.stringify(lines).includes("pasted"), JSON.stringify(lines, null, 1));
    assert.deepEqual(
      ["", "mcp/", "settings/", `api/teams/${team.id}/keys/`].map((path) => [
        ...(routes.get(path) ?? []),
      ]),
      [["(unmatched)"], ["(unmatched)"], ["/settings/*"], ["/api/*", "/api/teams/:team/keys/:id"]],
    );
  });
});
