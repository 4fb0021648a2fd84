import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, it } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { type Furnished, furnish, valuesFor } from "../../test/furnished.ts";
import { rowsOfTeams } from "../../test/rows.ts";
import { type Reply, WebApp } from "../../test/web.ts";
import { mayAct } from "../db/context.ts";
import type { ApiRoute } from "./route.ts";
import { routes } from "./routes.ts";

const ALL: readonly ApiRoute[] = routes;
const ROLES = ["member", "admin", "owner"] as const;

it("the least role of each route is the one of the committed snapshot", async () => {
  const snapshot = await readFile(new URL("snapshots/roles.json", import.meta.url), "utf8");
  assert.deepEqual(
    Object.fromEntries(ALL.map(({ path, role }) => [path, role])),
    JSON.parse(snapshot),
    "run npm run docs, and look at the diff: whoever changes a role changes who may do what",
  );
});

it("a route has a role exactly when its path names a team, and an address of its own", () => {
  for (const { path, role } of ALL)
    assert.equal(role !== null, path.includes(" /api/teams/:team"), path);
  assert.equal(new Set(ALL.map(({ path }) => path)).size, ALL.length);
});

it("the example of a route gives every parameter of its path", () => {
  for (const route of ALL) {
    const given = route.example((kind) => kind);
    for (const [, name = ""] of route.path.replace(":team", "").matchAll(/:(\w+)/g))
      assert.ok(name in given, `${route.path} needs an example of ${name}`);
  }
});

onAnyDatabase((world) => {
  /** A team with one of everything, and somebody of another team with the same. */
  let ours: Furnished;
  let theirs: Furnished;
  before(async () => {
    ours = await furnish(world);
    theirs = await furnish(world);
  });

  /** The rows at a version of the database, which need not be read again while it is the same. */
  let known: { readonly version: number; readonly rows: unknown } | undefined;

  /** Asserts a refusal that changed no row of either team, nor one of no team. */
  async function assertNothing(
    [status, code]: readonly [number, string],
    ...asks: readonly (() => Promise<Reply>)[]
  ): Promise<void> {
    const { reader, version } = world.database;
    const rows = () => rowsOfTeams(reader, [ours.team.id, theirs.team.id]);
    if (known?.version !== version()) known = { version: version(), rows: await rows() };
    for (const ask of asks) {
      const reply = await ask();
      assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body));
    }
    assert.deepEqual(await rows(), known.rows);
  }

  for (const route of ALL) {
    const { path, role: least } = route;
    if (least === null) continue;
    for (const role of ROLES.filter((role) => !mayAct(role, least)))
      it(`${path} refuses ${role}s`, async () => {
        const person = await ours.person(role);
        await assertNothing([403, "not_allowed"], () =>
          person.attempt(path, valuesFor(route, ours)),
        );
      });
  }

  for (const route of ALL) {
    const { path, role: least } = route;

    it(`${path} is closed to whoever is signed out, and to programs`, async () => {
      const values = valuesFor(route, ours);
      const { owner, team } = ours;
      const cookieless = new WebApp(world, owner.browser.withoutCookies());
      await assertNothing([401, "signed_out"], () => cookieless.attempt(path, values));
      const asks = [team.key, ours.accessToken].map((key) => {
        const headers = { Authorization: `Bearer ${key}` };
        return () => cookieless.attempt(path, values, headers);
      });
      await assertNothing([403, "session_needed"], ...asks);
    });

    if (!path.startsWith("GET "))
      it(`${path} takes nothing from another page`, async () => {
        const ask = (headers: Readonly<Record<string, string>>) => () =>
          ours.owner.attempt(path, valuesFor(route, ours), headers);
        await assertNothing([403, "other_session"], ask({ "X-CSRF-Token": "" }));
        await assertNothing([403, "foreign_origin"], ask({ Origin: "https://evil.example" }));
      });

    if (path.includes("/:id"))
      it(`${path} finds nothing of ${least === null ? "somebody else" : "another team"}`, async () => {
        const values = { ...valuesFor(route, ours), id: valuesFor(route, theirs)["id"] };
        await assertNothing([404, "not_found"], () => ours.owner.attempt(path, values));
      });

    if (least === null) continue;

    it(`${path} is nowhere for whoever is not in the team`, async () => {
      const values = valuesFor(route, ours);
      await assertNothing([404, "not_found"], () => theirs.owner.attempt(path, values));
    });
  }
});
