import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { IBAN } from "../../../test/bank-accounts.ts";
import { WebApp } from "../../../test/web.ts";

const GET = "GET /api/teams/:team/bank-accounts/:id";
const CREATE = "POST /api/teams/:team/bank-accounts";
const UPDATE = "PATCH /api/teams/:team/bank-accounts/:id";
const DELETE = "DELETE /api/teams/:team/bank-accounts/:id";
const NUMBER = "POST /api/teams/:team/bank-accounts/:id/number";

const GIRO = { name: "Giro", type: "current", currency: "EUR" } as const;

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const [app, activity] = [await WebApp.of(team), await Activity.of(team)];
    const of = { team: team.id };
    const change = async (id: string, changes: object) => {
      world.pass(1000);
      return app.ask(UPDATE, { ...of, id, ...changes });
    };
    return { team, app, activity, of, change };
  }

  test("a change is undone, and the number stays through it", async () => {
    const { app, activity, of, change } = await opened();
    const before = await app.ask(CREATE, { ...of, ...GIRO, number: IBAN, opening_minor: 100 });
    const { id } = before;
    await change(id, { name: "Main", opening_minor: 1200 });
    await activity.undo(await activity.latest(UPDATE));
    assert.deepEqual(await app.ask(GET, { ...of, id }), before);
    assert.deepEqual(await app.ask(NUMBER, { ...of, id }), { number: IBAN });
  });

  test("a deleted account comes back with the mask of its number, which asks to be entered anew", async () => {
    const { app, activity, of, change } = await opened();
    const before = await app.ask(CREATE, { ...of, ...GIRO, number: IBAN });
    const { id } = before;
    world.pass(1000);
    await app.ask(DELETE, { ...of, id });
    await activity.undo(await activity.latest(DELETE));
    assert.deepEqual(await app.ask(GET, { ...of, id }), { ...before, number_state: "lost" });
    const refused = await app.refused(NUMBER, { ...of, id });
    assert.deepEqual([refused.status, refused.code], [409, "secret_changed"]);
    assert.equal((await change(id, { number: IBAN })).number_state, "kept");
    assert.deepEqual(await app.ask(NUMBER, { ...of, id }), { number: IBAN });
  });

  test("a number that was replaced does not come back, nor does another take its place", async () => {
    const { team, app, activity, of, change } = await opened();
    // Both have the same mask, so that only the time tells them apart.
    const { id } = await app.ask(CREATE, { ...of, ...GIRO, number: "1111 1111 3000" });
    await change(id, { number: "2222 2222 3000" });
    const before = await team.state();
    assert.match(await activity.refused(await activity.latest(UPDATE)), /^not_undoable: /);
    assert.deepEqual(await team.state(), before);
  });

  test("a number that was entered goes with the undo, and one that was removed leaves its mask", async () => {
    const { app, activity, of, change } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...GIRO });
    await change(id, { number: IBAN });
    await activity.undo(await activity.latest(UPDATE));
    assert.equal((await app.ask(GET, { ...of, id })).number_state, "none");
    await change(id, { number: IBAN });
    await change(id, { number: null });
    await activity.undo(await activity.latest(UPDATE));
    const back = await app.ask(GET, { ...of, id });
    assert.deepEqual([back.account_number, back.number_state], ["DE•• 3000", "lost"]);
  });

  test("an account does not come back beside another of its name", async () => {
    const { team, app, activity, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...GIRO });
    world.pass(1000);
    await app.ask(DELETE, { ...of, id });
    world.pass(1000);
    await app.ask(CREATE, { ...of, ...GIRO, name: "GIRO" });
    const before = await team.state();
    assert.match(await activity.refused(await activity.latest(DELETE)), /another bank account/);
    assert.deepEqual(await team.state(), before);
  });

  test("Activity tells amounts as money, and what was enabled or disabled", async () => {
    const { app, activity, of, change } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...GIRO, opening_minor: 100 });
    await change(id, { opening_minor: 1200 });
    const event = await activity.latest(UPDATE);
    assert.match(JSON.stringify(event), /"kind":"money","minor":1200,"currency":"EUR"/);
    await change(id, { enabled: false });
    assert.match(JSON.stringify(await activity.latest(UPDATE)), /disabled the bank account/);
  });
});
