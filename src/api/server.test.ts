import assert from "node:assert/strict";
import { it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { BASE_URL, onAnyDatabase, type World } from "../../test/app.ts";
import { loggedApp } from "../../test/mcp.ts";
import { signedIn } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import { WebApp } from "../../test/web.ts";
import { memoryRateLimit } from "../http/rate-limit.ts";

onAnyDatabase((world) => {
  it("answers whoever is signed in", async () => {
    const team = await world.team();
    const app = await open(world, team);
    const me = await app.ask("GET /api/me", {});
    assert.equal(me.user.id, team.userId);
    assert.deepEqual(
      me.teams.map(({ id, role }) => [id, role]),
      [[team.id, "owner"]],
    );
  });

  it("tells whoever is signed out that they are", async () => {
    const team = await world.team();
    const app = await open(world, team);
    app.browser.cookies.clear();
    const { status, body, headers } = await app.attempt("GET /api/me", {});
    assert.deepEqual([status, body.code], [401, "signed_out"]);
    assert.equal(headers.get("content-type"), "application/problem+json");
    assert.equal(headers.get("cache-control"), "no-store");
  });

  it("answers so many requests of a person in a minute, in all sessions, and says when it goes on", async () => {
    const apiRequests = memoryRateLimit({ limit: 4 });
    const { app: server } = loggedApp(world, { apiRequests });
    const [team, other] = [await world.team(), await world.team()];
    const [one, two] = [
      await WebApp.of(team, { app: server }),
      await WebApp.of(team, { app: server }),
    ];
    const write = await one.ready("PATCH /api/me", { name: "Renamed" });
    await two.ask("GET /api/me", {});
    assert.equal((await write()).status, 200);
    await two.ask("GET /api/me", {});
    const before = await allRows(world.database.reader);
    for (const { status, body, headers } of [await write(), await one.attempt("GET /api/me", {})]) {
      assert.deepEqual([status, body.code], [429, "too_many_requests"]);
      assert.match(body.detail, /^Nothing was done; try again in /);
      const wait = Number(headers.get("Retry-After"));
      assert.ok(wait > 0 && wait <= 60);
    }
    assert.deepEqual(await allRows(world.database.reader), before);
    await (await WebApp.of(other, { app: server })).ask("GET /api/me", {});
  });

  it("opens nothing for a bearer, not even beside a session", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const app = await open(world, team);
    const before = await allRows(world.database.reader);
    for (const headers of [{ Authorization: `Bearer ${team.key}` }, { "x-api-key": team.key }]) {
      for (const path of ["GET /api/me", "DELETE /api/me/session"]) {
        const { status, body } = await app.attempt(path, {}, headers);
        assert.deepEqual([status, body.code], [403, "session_needed"], path);
      }
    }
    assert.deepEqual(await allRows(world.database.reader), before);
  });

  for (const [what, headers, code] of [
    ["without the session's mark", { "X-CSRF-Token": "" }, "other_session"],
    ["with another mark", { "X-CSRF-Token": "A".repeat(43) }, "other_session"],
    ["from another site", { Origin: "https://evil.example" }, "foreign_origin"],
    ["from an origin that is hidden", { Origin: "null" }, "foreign_origin"],
  ] as const) {
    it(`refuses a request ${what}`, async () => {
      const team = await world.team();
      const app = await open(world, team);
      const before = await allRows(world.database.reader);
      const reply = await app.attempt("DELETE /api/me/session", {}, headers);
      assert.deepEqual([reply.status, reply.body.code], [403, code]);
      assert.deepEqual(await allRows(world.database.reader), before);
      await app.ask("DELETE /api/me/session", {});
      assert.equal((await app.attempt("GET /api/me", {})).status, 401);
    });
  }

  it("says which methods an address has, and that others are nowhere", async () => {
    const app = await open(world, await world.team());
    const wrong = await app.attempt("POST /api/me", {});
    assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "GET, PATCH"]);
    const nowhere = await app.attempt("GET /api/nowhere", {});
    assert.deepEqual([nowhere.status, nowhere.body.code], [404, "not_found"]);
  });

  it("logs nothing of an address that leads nowhere: it may be a key that was pasted", async () => {
    const { key } = await world.team();
    const { app, log } = loggedApp(world);
    assert.equal((await app.request(`/api/${key}`)).status, 404);
    assert.equal(log.at(-1)?.code, "not_found");
    assert.ok(!JSON.stringify(log).includes(key));
  });

  it("compresses long answers as the browser takes them, and none that another site requested", async () => {
    const team = await world.team();
    const app = await open(world, team);
    const whole = await app.attempt("GET /api/teams/:team/categories", { team: team.id });
    const body = JSON.stringify(whole.body);
    assert.ok(body.length > 5000);
    const read = async (headers: Readonly<Record<string, string>>) => {
      const cookies = [...app.browser.cookies].map(([name, value]) => `${name}=${value}`);
      const answer = await app.browser.site.request(`/api/teams/${team.id}/categories`, {
        headers: { Cookie: cookies.join("; "), ...headers },
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return {
        encoding: answer.headers.get("content-encoding"),
        vary: answer.headers.get("vary"),
        bytes,
      };
    };
    const br = await read({ "Accept-Encoding": "gzip, deflate, br, zstd" });
    assert.deepEqual([br.encoding, br.vary], ["br", "Accept-Encoding"]);
    assert.equal(brotliDecompressSync(br.bytes).toString(), body);
    assert.ok(br.bytes.length < body.length / 3);
    const zipped = await read({ "Accept-Encoding": "gzip" });
    assert.deepEqual([zipped.encoding, gunzipSync(zipped.bytes).toString()], ["gzip", body]);
    for (const headers of [
      {},
      { "Accept-Encoding": "identity" },
      { "Accept-Encoding": "br", "Sec-Fetch-Site": "cross-site" },
    ]) {
      const plain = await read(headers);
      assert.deepEqual([plain.encoding, plain.bytes.toString()], [null, body]);
    }
  });

  it("names every field that it does not take", async () => {
    const app = await open(world, await world.team());
    const { status, body } = await app.attempt("GET /api/me", { "a/b": "1" });
    assert.equal(status, 422);
    assert.deepEqual(body.errors, [{ pointer: "/a~1b", detail: "Is not known here." }]);
  });
});

async function open(world: World, team: Parameters<typeof signedIn>[0]): Promise<WebApp> {
  return new WebApp(world, await signedIn(team, world, BASE_URL));
}
