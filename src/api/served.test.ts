import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onEachDatabase } from "../../test/app.ts";
import { type Furnished, furnish, thingsOf, valuesFor } from "../../test/furnished.ts";
import { told } from "../../test/replay.ts";
import { mayAct } from "../db/context.ts";
import { routes } from "./routes.ts";

const ROLES = ["member", "admin", "owner"] as const;

onEachDatabase((world) => {
  /** A team with one of everything. */
  let ours: Furnished;
  before(async () => {
    ours = await furnish(world);
  });

  for (const route of routes) {
    const { path, role: least } = route;
    if (least === null) continue;
    const roles = world.isSecond ? (["owner"] as const) : ROLES;
    for (const role of roles.filter((role) => mayAct(role, least)))
      it(`${path} serves ${role}s`, async () => {
        // A write gets things of its own, since serving may use them up.
        const own = path.startsWith("GET ") ? ours : await furnish(world, route.example);
        const person = await own.person(role);
        const things = { ...own.things, ...(await thingsOf(person, role, route, own)) };
        const ask = () => person.attempt(path, valuesFor(route, { ...own, things }));
        const isTold = role === "owner" && !path.startsWith("GET ");
        const { status, body } = isTold
          ? await told(own.team, { ...route, name: path }, ask)
          : await ask();
        assert.equal(status, 200, JSON.stringify(body));
      });
  }
});
