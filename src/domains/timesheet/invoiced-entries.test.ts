import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../../test/app.ts";
import { addBuyer } from "../../../test/invoices.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const HOUR = 3600;
const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const LIST = "tracker_list_entries";

/** A team with two hours of each of four days on a customer's project, and one hour on a project of nobody. */
async function tracked(world: World) {
  world.at("2026-11-21T09:00:00Z");
  const team = await world.team({ destructive_ai_tools: true });
  const customer_id = await addBuyer(team);
  const price = { customer_id, billable: true, rate_minor: 8000, currency: "EUR" };
  const portal = await addProject(team, { name: "Portal", ...price });
  const own = await addProject(team, { name: "Own" });
  for (const day of ["01", "02", "03", "04"])
    await addEntry(team, { project_id: portal, date: `2026-10-${day}`, duration: 2 * HOUR });
  await addEntry(team, { project_id: own, date: "2026-10-01", duration: HOUR });
  const bill = async (day: string) => {
    const tracked_time = { from: `2026-10-${day}`, to: `2026-10-${day}`, project_id: portal };
    const made = await team.call("invoices_create_draft", { customer_id, tracked_time });
    return String(made.id);
  };
  return { team, customer_id, portal, own, bill };
}

/** Entries by day, with the invoice of each; undefined where the field is left out. */
async function invoicesOf(team: Team, project_id: string) {
  const { items } = await team.call(LIST, { ...OCTOBER, project_id });
  return items.toReversed().map(({ date, invoice }: any) => [date.slice(8), invoice]);
}

onEachDatabase((world) => {
  test("an entry names the invoice that holds its time until that is void or its draft is deleted", async () => {
    const { team, portal, own, bill } = await tracked(world);
    const draft = await bill("01");
    const sent = await bill("02");
    const voided = await bill("03");
    const deleted = await bill("04");
    for (const id of [sent, voided]) await team.call("invoices_send", { id });
    assert.deepEqual(await invoicesOf(team, portal), [
      ["01", { id: draft, number: null }],
      ["02", { id: sent, number: "INV-2026-0001" }],
      ["03", { id: voided, number: "INV-2026-0002" }],
      ["04", { id: deleted, number: null }],
    ]);
    await team.call("invoices_void", { id: voided });
    const app = await WebApp.of(team);
    await app.ask("DELETE /api/teams/:team/invoices/:id", { team: team.id, id: deleted });
    assert.deepEqual(await invoicesOf(team, portal), [
      ["01", { id: draft, number: null }],
      ["02", { id: sent, number: "INV-2026-0001" }],
      ["03", undefined],
      ["04", undefined],
    ]);
    const all = await team.call(LIST, OCTOBER);
    assert.deepEqual([all.total_duration, all.invoiced_duration], [9 * HOUR, 4 * HOUR]);
    const page = await team.call(LIST, { ...OCTOBER, limit: 1 });
    assert.ok(!("invoiced_duration" in page));
    const free = await team.call(LIST, { ...OCTOBER, project_id: own });
    assert.ok(!("invoice" in free.items[0]) && !("invoiced_duration" in free));
    const { items } = await team.call("tracker_list_projects");
    const project = (id: string) => items.find((item: any) => item.id === id);
    assert.partialDeepStrictEqual(project(portal), {
      total_duration: 8 * HOUR,
      invoiced_duration: 4 * HOUR,
    });
    assert.equal(project(own).total_duration, HOUR);
    assert.ok(!("invoiced_duration" in project(own)));
  });

  test("groups and their total tell how much of the time invoices hold", async () => {
    const { team, customer_id, portal, own, bill } = await tracked(world);
    const mia = await team.member("member");
    const late = { project_id: portal, date: "2026-10-05", assigned_id: mia.userId };
    const theirs = await addEntry(team, { ...late, duration: 3 * HOUR });
    await bill("01");
    await team.call("invoices_send", { id: await bill("05") });
    const voided = await bill("02");
    await team.call("invoices_send", { id: voided });
    await team.call("invoices_void", { id: voided });
    const grouped = async (args: object) => {
      const all = { ...OCTOBER, assigned_id: "all", ...args };
      const { groups, total_duration, invoiced_duration } = await team.call(LIST, all);
      return { groups, total_duration, invoiced_duration };
    };
    const sums = { total_duration: 12 * HOUR, invoiced_duration: 5 * HOUR };
    const held = { duration: 11 * HOUR, invoiced_duration: 5 * HOUR, entries: 5 };
    const free = { duration: HOUR, entries: 1 };
    assert.deepEqual(await grouped({ group_by: "project" }), {
      groups: [
        { id: portal, name: "Portal", ...held },
        { id: own, name: "Own", ...free },
      ],
      ...sums,
    });
    assert.deepEqual(await grouped({ group_by: "customer" }), {
      groups: [
        { id: customer_id, name: "Acme", ...held },
        { id: null, name: null, ...free },
      ],
      ...sums,
    });
    assert.deepEqual((await grouped({ group_by: "person" })).groups, [
      {
        id: team.userId,
        name: "Olga Owner",
        duration: 9 * HOUR,
        invoiced_duration: 2 * HOUR,
        entries: 5,
      },
      {
        id: mia.userId,
        name: "Mia Member",
        duration: 3 * HOUR,
        invoiced_duration: 3 * HOUR,
        entries: 1,
      },
    ]);
    const days = await grouped({ group_by: "day", project_id: portal });
    assert.deepEqual(
      days.groups.map(({ day, invoiced_duration }: any) => [day.slice(8), invoiced_duration]),
      [
        ["05", 3 * HOUR],
        ["04", undefined],
        ["03", undefined],
        ["02", undefined],
        ["01", 2 * HOUR],
      ],
    );
    const mine = await grouped({ group_by: "project", project_id: own });
    assert.deepEqual(mine, {
      groups: [{ id: own, name: "Own", ...free }],
      total_duration: HOUR,
      invoiced_duration: undefined,
    });
    // The invoice keeps a deleted entry's time, which no list has any more.
    await team.call("tracker_delete_entry", { id: theirs });
    assert.deepEqual(await grouped({ group_by: "customer" }), {
      groups: [
        {
          id: customer_id,
          name: "Acme",
          duration: 8 * HOUR,
          invoiced_duration: 2 * HOUR,
          entries: 4,
        },
        { id: null, name: null, ...free },
      ],
      total_duration: 9 * HOUR,
      invoiced_duration: 2 * HOUR,
    });
  });

  test("projects of one customer are one group, and so is all time of no customer", async () => {
    const { team, customer_id } = await tracked(world);
    const second = await addProject(team, { name: "Shop", customer_id });
    const spare = await addProject(team, { name: "Spare" });
    await addEntry(team, { project_id: second, date: "2026-10-06", duration: 2 * HOUR });
    await addEntry(team, { project_id: spare, date: "2026-10-06", duration: 3 * HOUR });
    const { groups, invoiced_duration } = await team.call(LIST, {
      ...OCTOBER,
      group_by: "customer",
    });
    assert.deepEqual(groups, [
      { id: customer_id, name: "Acme", duration: 10 * HOUR, entries: 5 },
      { id: null, name: null, duration: 4 * HOUR, entries: 2 },
    ]);
    assert.equal(invoiced_duration, undefined);
    const elsewhere = await (
      await world.team()
    ).call(LIST, { ...OCTOBER, assigned_id: "all", group_by: "customer" });
    assert.deepEqual([elsewhere.groups, elsewhere.total_duration], [[], 0]);
  });
});
