import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type World } from "../../../test/app.ts";
import { addBuyer, sent, setInvoices } from "../../../test/invoices.ts";
import { assertUntouched } from "../../../test/mcp.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { findWrongTotal } from "../timesheet/kept-totals.ts";

const HOUR = 3600;
const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const DAY = "2026-10-05";
const BILL = "POST /api/teams/:team/invoices/from-time";
const BILLABLE = "GET /api/teams/:team/invoices/billable-time";
const GET = "GET /api/teams/:team/invoices/:id";
const PATCH = "PATCH /api/teams/:team/invoices/:id";
const REMOVE = "DELETE /api/teams/:team/invoices/:id";
const VOID = "POST /api/teams/:team/invoices/:id/void";
const EVIDENCE = "GET /api/teams/:team/invoices/:id/time";
const ENTRY = "GET /api/teams/:team/entries/:id";
const CHANGE = "PATCH /api/teams/:team/entries/:id";
const UNBILLED = "GET /api/teams/:team/projects/unbilled";

/** A team whose customer has a draft with two hours of one day. */
async function billed(world: World) {
  world.at("2026-11-21T09:00:00Z");
  const team = await world.team({ destructive_ai_tools: true });
  const customer_id = await addBuyer(team);
  const price = { customer_id, billable: true, rate_minor: 8000, currency: "EUR" };
  const website = await addProject(team, { name: "Website", ...price });
  const activity = await Activity.of(team);
  const { app } = activity;
  const at = { team: team.id };
  const spent = { date: DAY, start: `${DAY}T20:00:00.000Z`, stop: `${DAY}T22:00:00.000Z` };
  const entry = await addEntry(team, { project_id: website, ...spent, duration: 2 * HOUR });
  const range = { ...at, customer_id, ...OCTOBER };
  const draft = await app.ask(BILL, range);
  const free = async () => (await app.ask(BILLABLE, range)).groups[0]?.seconds ?? 0;
  return { team, app, activity, at, customer_id, price, website, entry, range, draft, free };
}

onEachDatabase((world) => {
  test("an entry and its cell tell the invoice that has it: the draft, and its number once it is sent", async () => {
    const { team, app, at, website, entry, draft } = await billed(world);
    const told = async () => {
      const { invoice } = await app.ask(ENTRY, { ...at, id: entry });
      const { rows } = await app.ask("GET /api/teams/:team/week", { ...at, day: DAY });
      assert.equal(rows[0]?.project.id, website);
      assert.deepEqual(rows[0].cells[0]?.invoice, invoice);
      const { entries } = await app.ask("GET /api/teams/:team/entries", { ...at, ...OCTOBER });
      assert.deepEqual(entries[0]?.invoice, invoice);
      return invoice;
    };
    assert.deepEqual(await told(), { id: draft.id, number: null });
    await sent(team, draft.id);
    assert.deepEqual(await told(), { id: draft.id, number: "INV-2026-0001" });
  });

  test("whoever changes held time is refused, and told the invoice", async () => {
    const { team, app, at, price, website, entry, draft } = await billed(world);
    const other = await addProject(team, { name: "Other", ...price });
    const { version: seen } = await app.ask(ENTRY, { ...at, id: entry });
    const one = { ...at, id: entry, seen };
    const attempts = async () => [
      await app.refused(CHANGE, { ...one, seconds: HOUR }),
      await app.refused(CHANGE, { ...one, description: "More" }),
      await app.refused(CHANGE, { ...one, project: other }),
      await app.refused(CHANGE, { ...one, day: "2026-10-06" }),
      await app.refused("POST /api/teams/:team/entries/move", {
        ...at,
        ids: [entry],
        project: other,
      }),
      await app.refused("POST /api/teams/:team/entries/delete", { ...at, ids: [entry] }),
      await app.refused("PUT /api/teams/:team/week/cell", {
        ...at,
        project: website,
        day: DAY,
        seconds: 3 * HOUR,
        seen: 2 * HOUR,
      }),
      await app.refused("PUT /api/teams/:team/week/cell", {
        ...at,
        project: website,
        day: DAY,
        seconds: 0,
        seen: 2 * HOUR,
      }),
      await app.refused("POST /api/teams/:team/projects/:id/merge", {
        ...at,
        id: website,
        into: other,
      }),
    ];
    for (const { code, title } of await assertUntouched(team, attempts)) {
      assert.equal(code, "time_already_billed");
      assert.equal(title, `The time of ${DAY} is on the draft for "Acme".`);
    }
    await sent(team, draft.id);
    for (const { title } of await assertUntouched(team, attempts))
      assert.equal(title, `The time of ${DAY} is on the invoice "INV-2026-0001".`);
  });

  test("an entry over midnight that is held is not split", async () => {
    const { team, app, at, customer_id, website } = await billed(world);
    const spent = { start: "2026-10-08T22:00:00.000Z", stop: "2026-10-09T02:00:00.000Z" };
    const given = { project_id: website, date: "2026-10-08", ...spent, duration: 4 * HOUR };
    const long = await addEntry(team, given);
    await app.ask(BILL, { ...at, customer_id, ...OCTOBER });
    const { version: seen } = await app.ask(ENTRY, { ...at, id: long });
    const refused = await assertUntouched(team, () =>
      app.refused("POST /api/teams/:team/entries/:id/split", { ...at, id: long, seen }),
    );
    assert.equal(refused.code, "time_already_billed");
  });

  test("what was done to time before it was billed is not undone while an invoice has it", async () => {
    const { app, at, activity, customer_id, website } = await billed(world);
    const given = { ...at, project: website, day: "2026-10-07", seconds: HOUR };
    const { entry } = await app.ask("POST /api/teams/:team/entries", given);
    world.pass(1000);
    await app.ask(CHANGE, { ...at, id: entry.id, seen: entry.version, seconds: 2 * HOUR });
    const made = await activity.latest("POST /api/teams/:team/entries");
    const changed = await activity.latest(CHANGE);
    world.pass(1000);
    const { id } = await app.ask(BILL, { ...at, customer_id, ...OCTOBER });
    const { team } = activity;
    const told = await assertUntouched(team, async () => [await activity.refused(changed)]);
    assert.match(told[0] ?? "", /time of 2026-10-07 is on the draft for "Acme" since/);
    world.pass(1000);
    await app.ask(REMOVE, { ...at, id });
    assert.equal((await activity.undo(changed)).event.undo.state, "done");
    world.pass(1000);
    assert.equal((await activity.undo(made)).event.undo.state, "done");
  });

  test("the tool deletes a held entry, and says that the invoice keeps its time", async () => {
    const { team, app, at, activity, website, entry, draft, free } = await billed(world);
    await sent(team, draft.id);
    const deleted = await team.call("tracker_delete_entry", { id: entry });
    const [stays] = deleted.notices;
    assert.equal(stays, 'Its time stays on the invoice "INV-2026-0001", which bills it.');
    const { items } = await app.ask(EVIDENCE, { ...at, id: draft.id });
    assert.deepEqual(
      items.map(({ entry_id, seconds, is_gone }) => [entry_id, seconds, is_gone]),
      [[entry, 2 * HOUR, true]],
    );
    // A project with time of its own: what went counts neither for nor against it.
    await addEntry(team, { project_id: website, date: DAY, duration: HOUR });
    assert.equal(await free(), HOUR);
    assert.equal((await app.ask(UNBILLED, at)).totals?.amounts[0]?.seconds, HOUR);
    world.pass(1000);
    await activity.undo(await activity.latest("tracker_delete_entry"));
    assert.equal((await app.ask(UNBILLED, at)).totals?.amounts[0]?.seconds, HOUR);
    assert.equal(await findWrongTotal(world.database.reader), null);
  });

  test("held time is in no sum of unbilled time, of all days or of some, of projects or a customer", async () => {
    const { team, app, at, customer_id, website } = await billed(world);
    await addEntry(team, { project_id: website, date: "2026-10-06", duration: HOUR });
    for (const days of [{}, OCTOBER]) {
      const { items, totals } = await app.ask(UNBILLED, { ...at, ...days });
      assert.deepEqual([items[0]?.seconds, items[0]?.minor], [HOUR, 8000]);
      assert.deepEqual(totals?.amounts, [{ currency: "EUR", minor: 8000, seconds: HOUR }]);
    }
    const minor = { currency: "EUR", minor: 8000 };
    const { unbilled } = await app.ask("GET /api/teams/:team/projects/sums", {
      ...at,
      customer_id,
    });
    assert.deepEqual(unbilled, [minor]);
    const { items } = await app.ask("GET /api/teams/:team/projects", at);
    assert.deepEqual(items[0]?.unbilled, minor);
    const found = await app.ask("GET /api/teams/:team/projects/:id", { ...at, id: website });
    assert.partialDeepStrictEqual(found.unbilled, minor);
    assert.equal(found.project.total_duration, 3 * HOUR);
  });

  test("time is free again when its line, its draft or its invoice goes, and undo takes it back", async () => {
    const { team, app, at, activity, entry, draft, free } = await billed(world);
    const { id } = draft;
    await setInvoices(team, { void_issues_credit_note: false });
    const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
      [
        PATCH,
        async () => {
          const { updated_at: seen } = await app.ask(GET, { ...at, id });
          return app.ask(PATCH, { ...at, id, seen, lines: [] });
        },
      ],
      [REMOVE, async () => app.ask(REMOVE, { ...at, id })],
      [VOID, async () => app.ask(VOID, { ...at, id })],
    ];
    for (const [path, go] of ways) {
      const before = await team.state();
      assert.equal(await free(), 0);
      world.pass(1000);
      await go();
      assert.equal(await free(), 2 * HOUR, path);
      const { invoice } = await app.ask(ENTRY, { ...at, id: entry });
      assert.equal(invoice, null);
      world.pass(1000);
      await activity.undo(await activity.latest(path));
      assert.deepEqual(await team.state(), before, path);
    }
    await sent(team, id);
    world.pass(1000);
    await app.ask(VOID, { ...at, id });
    assert.equal(await free(), 2 * HOUR);
    await activity.undo(await activity.latest(VOID));
    assert.equal(await free(), 0);
  });

  test("a voided invoice with a credit note frees its time for good", async () => {
    const { team, app, at, draft, free, range } = await billed(world);
    await setInvoices(team, { void_issues_credit_note: true });
    await sent(team, draft.id);
    const voided = await app.ask(VOID, { ...at, id: draft.id });
    assert.ok(voided.notices?.includes("Its tracked time is free again for another invoice."));
    assert.equal(await free(), 2 * HOUR);
    assert.equal((await app.ask(BILL, range)).lines[0]?.quantity, "2");
  });

  test("an invoice that is credited entirely frees its time for good, and one that is credited in part keeps it", async () => {
    for (const [last, given] of [
      ["POST /api/teams/:team/invoices/:id/credit-notes", { amount_minor: 15_900 }],
      [
        "POST /api/teams/:team/invoices/:id/refunds",
        { credit_minor: 15_900, amount_minor: 15_900, paid_on: "2026-11-21", method: "transfer" },
      ],
    ] as const) {
      const { team, app, at, draft, free, range } = await billed(world);
      const { id } = draft;
      await sent(team, id);
      const paid = { amount_minor: 15_900, paid_on: "2026-11-21", method: "transfer" } as const;
      await app.ask("POST /api/teams/:team/invoices/:id/payments", { ...at, id, ...paid });
      const credit = "POST /api/teams/:team/invoices/:id/credit-notes";
      await app.ask(credit, { ...at, id, amount_minor: 100 });
      assert.equal(await free(), 0);
      world.pass(1000);
      const { notices } = await app.ask(last, { ...at, id, ...given });
      assert.ok(notices?.includes("Its tracked time is free again for another invoice."));
      assert.equal(await free(), 2 * HOUR);
      assert.equal((await app.ask(BILL, range)).lines[0]?.quantity, "2");
      assert.equal(await findWrongTotal(world.database.reader), null);
    }
  });

  test("a draft does not come back while another invoice has its time, or after it was changed", async () => {
    const { team, app, at, activity, entry, draft, range } = await billed(world);
    world.pass(1000);
    await app.ask(REMOVE, { ...at, id: draft.id });
    const removed = await activity.latest(REMOVE);
    const second = await app.ask(BILL, range);
    const told = await assertUntouched(team, async () => [await activity.refused(removed)]);
    assert.match(told[0] ?? "", /the time of 2026-10-05 is on the draft for "Acme" by now/);
    world.pass(1000);
    await app.ask(REMOVE, { ...at, id: second.id });
    const { version: seen } = await app.ask(ENTRY, { ...at, id: entry });
    world.pass(1000);
    await app.ask(CHANGE, { ...at, id: entry, seen, seconds: HOUR });
    const changed = await assertUntouched(team, async () => [await activity.refused(removed)]);
    assert.match(changed[0] ?? "", /the time entry of 2026-10-05 was changed since/);
    world.pass(1000);
    await activity.undo(await activity.latest(CHANGE));
    world.pass(1000);
    assert.equal((await activity.undo(removed)).event.undo.state, "done");
  });

  test("a draft of more entries than a chunk is billed, freed and taken back as one event", async () => {
    const { team, app, at, activity, customer_id, price } = await billed(world);
    const big = await addProject(team, { name: "Big", ...price });
    const mia = await team.member("member");
    for (let index = 0; index < 620; index += 1)
      await addEntry(team, {
        project_id: big,
        assigned_id: index % 2 === 0 ? team.userId : mia.userId,
        date: `2026-10-${String((index % 30) + 1).padStart(2, "0")}`,
        duration: HOUR,
      });
    const { id, lines } = await app.ask(BILL, { ...at, customer_id, ...OCTOBER });
    assert.equal(lines[0]?.quantity, "620");
    const before = await team.state();
    world.pass(1000);
    await app.ask(REMOVE, { ...at, id });
    assert.equal(await findWrongTotal(world.database.reader), null);
    world.pass(1000);
    await activity.undo(await activity.latest(REMOVE));
    assert.deepEqual(await team.state(), before);
    world.pass(1000);
    await activity.undo(await activity.latest("POST /api/teams/:team/activity/:id/undo"));
    const { lines: sums } = await app.ask(EVIDENCE, { ...at, id }).catch(() => ({ lines: null }));
    assert.equal(sums, null);
    assert.equal(await findWrongTotal(world.database.reader), null);
  });

  test("an entry that is changed while it is billed is billed as it is then, or refused", async () => {
    const { team, app, at, customer_id, website } = await billed(world);
    for (let round = 0; round < 20; round += 1) {
      const id = await addEntry(team, { project_id: website, date: "2026-10-09", duration: HOUR });
      const { version: seen } = await app.ask(ENTRY, { ...at, id });
      const [made, changed] = await Promise.all([
        app.ask(BILL, { ...at, customer_id, ...OCTOBER }),
        app.attempt(CHANGE, { ...at, id, seen, seconds: 2 * HOUR }),
      ]);
      const isChanged = changed.status === 200;
      if (!isChanged) assert.equal(changed.body.code, "time_already_billed");
      assert.equal(made.lines[0]?.quantity, isChanged ? "2" : "1");
    }
    assert.equal(await findWrongTotal(world.database.reader), null);
  });
});
