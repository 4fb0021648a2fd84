import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";

onAnyDatabase((world) => {
  test("the order is the newest first, and by id where two are of the same moment", async () => {
    const team = await world.team();
    const add = (id: number, created_at: string) =>
      addProject(team, { id: `00000000-0000-4000-8000-00000000000${id}`, created_at });
    await add(2, "2026-11-21T09:00:00.000Z");
    await add(4, "2026-11-21T08:59:59.999Z");
    await add(3, "2026-11-21T09:00:00.000Z");
    await add(1, "2026-11-21T09:00:00.000Z");
    assert.deepEqual(
      (await idsOf(team)).map((id) => Number(id.at(-1))),
      [3, 2, 1, 4],
    );
  });

  test("a row is a project with its customer, its rate in major units and its tracked time", async () => {
    const team = await world.team();
    const customer = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const id = await addProject(team, {
      name: "Relaunch",
      description: "Phase 2",
      status: "completed",
      customer_id: customer.id,
      estimate_hours: 12.5,
      billable: true,
      rate_minor: 9950,
      currency: "EUR",
    });
    await addEntry(team, { project_id: id, duration: 90 });
    assert.deepEqual(await team.call("tracker_list_projects"), {
      items: [
        {
          id,
          name: "Relaunch",
          description: "Phase 2",
          trackerStatus: "completed",
          customer: { id: customer.id, name: "Acme" },
          estimate: 12.5,
          billable: true,
          rate: 99.5,
          currency: "EUR",
          total_duration: 90,
          created_at: world.now,
        },
      ],
      nextCursor: null,
      cursor: null,
    });
  });

  test("what a project does not have is null, its tracked time 0", async () => {
    const team = await world.team();
    await addProject(team);
    const { items } = await team.call("tracker_list_projects");
    const { description, customer, estimate, rate, currency, total_duration } = items[0];
    assert.deepEqual(
      { description, customer, estimate, rate, currency, total_duration },
      {
        description: null,
        customer: null,
        estimate: null,
        rate: null,
        currency: null,
        total_duration: 0,
      },
    );
  });

  for (const [currency, rate_minor, rate] of [
    ["EUR", 1999, 19.99],
    ["EUR", 7, 0.07],
    ["EUR", 0, 0],
    ["JPY", 8000, 8000],
    ["KWD", 12_345, 12.345],
    ["EUR", 110_29, 110.29],
  ] as const) {
    test(`a rate of ${rate_minor} minor units of ${currency} is ${rate}`, async () => {
      const team = await world.team();
      await addProject(team, { rate_minor, currency });
      const { items } = await team.call("tracker_list_projects");
      assert.equal(items[0].rate, rate);
      assert.equal(items[0].currency, currency);
    });
  }

  test("total_duration is of all people and days, running timers left out", async () => {
    const team = await world.team();
    const mia = await team.member("member");
    const project_id = await addProject(team);
    const other = await addProject(team, { created_at: "2020-01-01T00:00:00.000Z" });
    await addEntry(team, { project_id, duration: 1, date: "2020-02-29" });
    await addEntry(team, { project_id, duration: 20, assigned_id: mia.userId });
    await addEntry(team, { project_id: other, duration: 4000 });
    await team.call("tracker_start_timer", { project_id });
    world.pass(300_000);
    assert.deepEqual(await totals(), [21, 4000]);
    await team.call("tracker_stop_timer");
    assert.deepEqual(await totals(), [321, 4000]);

    async function totals(): Promise<number[]> {
      const { items } = await team.call("tracker_list_projects");
      return items.map(({ total_duration }: any) => total_duration);
    }
  });

  test("customer_id and status narrow the list down, null does not", async () => {
    const team = await world.team();
    const customer = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const customer_id = customer.id;
    const [own, done, doneOfAcme] = [
      await addProject(team, { created_at: "2026-11-03T00:00:00.000Z" }),
      await addProject(team, { created_at: "2026-11-02T00:00:00.000Z", status: "completed" }),
      await addProject(team, {
        created_at: "2026-11-01T00:00:00.000Z",
        status: "completed",
        customer_id,
      }),
    ];
    const all = [own, done, doneOfAcme];
    assert.deepEqual(await idsOf(team), all);
    assert.deepEqual(await idsOf(team, { customer_id: null, status: null }), all);
    assert.deepEqual(await idsOf(team, { status: "in_progress" }), [own]);
    assert.deepEqual(await idsOf(team, { status: "completed" }), [done, doneOfAcme]);
    assert.deepEqual(await idsOf(team, { customer_id }), [doneOfAcme]);
    assert.deepEqual(await idsOf(team, { customer_id, status: "in_progress" }), []);
    assert.deepEqual(await idsOf(team, { customer_id: randomUUID() }), []);
    const error = await team.refusedWithoutTrace("tracker_list_projects", { status: "open" });
    assert.equal(error.path, "status");
  });

  test("another team's projects are never listed", async () => {
    const team = await world.team();
    const foreign = await world.team();
    const customer = await foreign.call("customers_create", { name: "B", email: "b@b.example" });
    await addProject(foreign, { customer_id: customer.id });
    assert.deepEqual(await idsOf(team), []);
    assert.deepEqual(await idsOf(team, { customer_id: customer.id }), []);
  });
});

async function idsOf(team: Team, args: object = {}): Promise<string[]> {
  const { items } = await team.call("tracker_list_projects", args);
  return items.map(({ id }: any) => id);
}
