import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { together } from "../../../test/races.ts";
import { WebApp } from "../../../test/web.ts";

const UPDATE = "PATCH /api/teams/:team/customers/:id";

onEachDatabase((world) => {
  async function withCustomer() {
    const team = await world.team();
    const app = await WebApp.of(team);
    const customer = { team: team.id, name: "Acme", email: "anna@acme.example" };
    const { id, updated_at } = await app.ask("POST /api/teams/:team/customers", customer);
    return { team, app, id, seen: updated_at, place: { team: team.id, id } };
  }

  test("an edit of what has changed meanwhile is refused, and nothing is saved", async () => {
    const { app, place, seen } = await withCustomer();
    const first = await app.ask(UPDATE, { ...place, seen, name: "First" });
    const refused = await app.refused(UPDATE, { ...place, seen, name: "Second" });
    assert.partialDeepStrictEqual(refused, { status: 409, code: "changed_meanwhile" });
    const again = await app.ask(UPDATE, { ...place, seen: first.updated_at, name: "Second" });
    assert.equal(again.name, "Second");
  });

  test("a tag, an assistant's change and an undo are noticed too", async () => {
    const { team, app, place, seen } = await withCustomer();
    const { id: tag } = await team.call("tags_create", { name: "Wholesale" });
    const chosen = { ids: [place.id] };
    await app.ask("POST /api/teams/:team/customers/tag", { team: team.id, chosen, tag });
    assert.equal((await app.refused(UPDATE, { ...place, seen, name: "x" })).status, 409);
    const { updated_at } = await team.call("customers_update", { id: place.id, phone: "1" });
    const { event } = await app.ask("POST /api/teams/:team/customers/archive", {
      team: team.id,
      chosen,
    });
    assert.equal((await app.refused(UPDATE, { ...place, seen: updated_at })).status, 409);
    const undo = { team: team.id, id: event ?? "" };
    await app.ask("POST /api/teams/:team/activity/:id/undo", undo);
    const same = await app.ask(UPDATE, { ...place, seen: updated_at, phone: "2" });
    assert.equal(same.phone, "2", "after the undo all is as it was seen");
  });

  test("of several edits of the same state at once, one is saved", async () => {
    const { team, app, place, seen } = await withCustomer();
    const ready = await Promise.all(
      ["a", "b", "c", "d"].map((name) => app.ready(UPDATE, { ...place, seen, name })),
    );
    const replies = await together(4, async (index) => ready[index]?.());
    const saves = replies.filter((reply) => reply?.status === 200);
    const refusals = replies.filter((reply) => reply?.status === 409);
    assert.deepEqual([saves.length, refusals.length], [1, 3]);
    assert.equal((await team.journalOf(UPDATE)).length, 1);
    const saved = replies.find((reply) => reply?.status === 200)?.body.name;
    assert.equal((await team.call("customers_get", { id: place.id })).name, saved);
  });

  test("what a deletion takes and leaves is told before, and undone after", async () => {
    const { team, app, place } = await withCustomer();
    await team.invoice(place.id);
    const loss = await app.ask("GET /api/teams/:team/customers/:id/loss", place);
    assert.deepEqual(loss, { name: "Acme", gone: [], kept: ["1 invoice"] });
    const before = await team.state();
    const { event } = await app.ask("DELETE /api/teams/:team/customers/:id", place);
    assert.deepEqual((await team.state())["customers"], []);
    const undo = { team: team.id, id: event ?? "" };
    await app.ask("POST /api/teams/:team/activity/:id/undo", undo);
    assert.deepEqual(await team.state(), before);
  });
});
