import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addBuyer, addDraft, sent } from "../../../test/invoices.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { october } from "../../../test/reports.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const OVERVIEW = "GET /api/teams/:team/overview";
const HOUR = 3600;
const DAY_MS = 24 * 60 * 60_000;

onEachDatabase((world) => {
  test("unbilled is billable time at its project's rate, rounded by project, and never summed across currencies", async () => {
    const team = await world.team();
    const mia = await team.member("member");
    const euros = { billable: true, rate_minor: 9999, currency: "EUR" };
    for (const duration of [60, 90]) {
      const project_id = await addProject(team, euros);
      await addEntry(team, { project_id, duration });
      await addEntry(team, { project_id, duration, assigned_id: mia.userId });
    }
    const yen = await addProject(team, { billable: true, rate_minor: 5000, currency: "JPY" });
    await addEntry(team, { project_id: yen, duration: 2 * HOUR });
    for (const values of [
      { ...euros, billable: false },
      { billable: true },
      { billable: true, rate_minor: 0, currency: "USD" },
    ])
      await addEntry(team, { project_id: await addProject(team, values), duration: HOUR });
    await addProject(team, { ...euros, currency: "CHF" });
    const { unbilled, hasTime } = await overviewOf(team);
    // 120 s and 180 s at 99.99 an hour are 3.333 and 4.9995.
    assert.deepEqual(unbilled, [
      { currency: "EUR", minor: 833 },
      { currency: "JPY", minor: 10_000 },
      { currency: "USD", minor: 0 },
    ]);
    assert.equal(hasTime, true);
  });

  test("money is as the reports and the list of transactions tell it", async () => {
    world.at("2026-11-18T09:00:00Z");
    const team = await world.team();
    const { books } = await october(team);
    await books.add({ date: "2026-11-03", amount_minor: -7550, category_slug: "rent" });
    await books.add({ date: "2026-11-04", amount_minor: -450 });
    const app = await WebApp.of(team);
    const { money } = await overviewOf(team);
    const { cash, months, list } = await app.ask("GET /api/teams/:team/reports/runway", {
      team: team.id,
    });
    assert.deepEqual(
      [money?.cash, money?.runway],
      [
        { amount: cash, lacking: [] },
        { months, lacking: [], list },
      ],
    );
    assert.deepEqual(list, { figure: "burn", from: "2026-10-01", to: "2026-10-31" });
    assert.deepEqual(money?.burn, {
      amount: 80,
      lacking: [],
      list: { figure: "burn", from: "2026-11-01", to: "2026-11-18" },
    });
    const open = await app.ask("GET /api/teams/:team/transactions", {
      team: team.id,
      category: "uncategorized",
    });
    assert.equal(money.uncategorized, open.totals?.count);
    assert.ok(money.uncategorized > 0);
  });

  if (world.isSecond) return;

  test("a new team has seven days without time, no money, and nothing that needs attention", async () => {
    world.at("2026-11-18T09:00:00Z");
    const team = await world.team();
    const { week, ...rest } = await overviewOf(team);
    assert.deepEqual([week.from, week.to, week.today], ["2026-11-16", "2026-11-22", "2026-11-18"]);
    assert.deepEqual(
      week.days.map(({ date, ...sums }) => [date.slice(8), sums]),
      ["16", "17", "18", "19", "20", "21", "22"].map((day) => [
        day,
        { seconds: 0, own: 0, billable: 0 },
      ]),
    );
    assert.deepEqual(rest, {
      attention: { items: [], more: 0 },
      unbilled: [],
      invoices: { owed: [], overdue: [], to_refund: [] },
      money: null,
      hasInvoices: false,
      hasCustomers: false,
      hasTime: false,
    });
  });

  test("the hours of a week are the team's by day, with the reader's own and the billable ones", async () => {
    world.at("2026-11-18T09:00:00Z");
    const team = await world.team();
    const mia = await team.member("member");
    const free = await addProject(team);
    const paid = await addProject(team, { billable: true });
    await addEntry(team, { project_id: free, date: "2026-11-16", duration: HOUR });
    await addEntry(team, { project_id: paid, date: "2026-11-16", duration: 60 });
    const ofMia = { project_id: paid, assigned_id: mia.userId };
    await addEntry(team, { ...ofMia, date: "2026-11-22", duration: 2 * HOUR });
    for (const date of ["2026-11-15", "2026-11-23"])
      await addEntry(team, { project_id: paid, date, duration: HOUR });
    await team.call("tracker_start_timer", { project_id: paid });
    const sums = async (person: Team) =>
      (await overviewOf(person)).week.days
        .filter(({ seconds }) => seconds > 0)
        .map(({ date, seconds, own, billable }) => [date, seconds, own, billable]);
    assert.deepEqual(await sums(team), [
      ["2026-11-16", HOUR + 60, HOUR + 60, 60],
      ["2026-11-22", 2 * HOUR, 0, 2 * HOUR],
    ]);
    assert.deepEqual(await sums(mia), [
      ["2026-11-16", HOUR + 60, 0, 60],
      ["2026-11-22", 2 * HOUR, 2 * HOUR, 2 * HOUR],
    ]);
  });

  test("the week is the one on the reader's own calendar", async () => {
    world.at("2026-11-22T20:00:00Z");
    const team = await world.team();
    await team.setTimeZone("Asia/Tokyo");
    const { from, today } = (await overviewOf(team)).week;
    assert.deepEqual([from, today], ["2026-11-23", "2026-11-23"]);
  });

  test("unbilled has the team's currency first, then what is worth most, then what has no rate", async () => {
    world.at("2026-11-18T09:00:00Z");
    const team = await world.team();
    for (const [currency, rate_minor] of [
      ["CHF", 10_000],
      ["EUR", 100],
      ["GBP", 90_000],
      ["JPY", 500_000],
      ["USD", 20_000],
    ] as const) {
      const project_id = await addProject(team, { billable: true, rate_minor, currency });
      await addEntry(team, { project_id, duration: HOUR });
    }
    const order = async () => (await overviewOf(team)).unbilled.map(({ currency }) => currency);
    assert.deepEqual(await order(), ["EUR", "CHF", "GBP", "JPY", "USD"], "none has a rate");
    await addTeamRate(team, { currency: "JPY", day: "2026-11-17", rate: "160" });
    await addTeamRate(team, { currency: "USD", day: "2026-11-16", rate: "1.25" });
    await addTeamRate(team, { currency: "CHF", day: "2026-10-01", rate: "0.5" });
    // 3,125, 200 and 160 euros, the franc at the newest rate that it has; the pound has none.
    assert.deepEqual(await order(), ["EUR", "JPY", "CHF", "USD", "GBP"]);
    await addTeamRate(team, { currency: "CHF", day: "2026-11-17", rate: "0.01" });
    assert.deepEqual(await order(), ["EUR", "CHF", "JPY", "USD", "GBP"]);
  });

  test("overdue invoices need attention, with the longest of them and their sums, before what does less harm", async () => {
    world.at("2026-11-01T09:00:00Z");
    const team = await world.team();
    const customer_id = await addBuyer(team, { name: "Slow Ltd" });
    for (const [terms_days, currency] of [
      [7, "EUR"],
      [3, "USD"],
      [60, "EUR"],
    ] as const)
      await sent(team, await addDraft(team, { customer_id, terms_days, currency }));
    world.at("2026-11-04T09:00:00Z");
    assert.deepEqual((await overviewOf(team)).attention.items, []);
    world.at("2026-11-10T09:00:00Z");
    await team.attempt("tags_delete", { id: team.userId });
    const [first, second] = (await overviewOf(team)).attention.items;
    assert.ok(first?.kind === "overdue");
    const { latest, ...late } = first;
    assert.deepEqual(late, {
      kind: "overdue",
      count: 2,
      sums: [
        { currency: "EUR", minor: 10_000 },
        { currency: "USD", minor: 10_000 },
      ],
    });
    assert.deepEqual([latest.number, latest.name, latest.days], ["INV-2026-0002", "Slow Ltd", 6]);
    assert.equal(second?.kind, "refused");
    const app = await WebApp.of(team);
    const list = await app.ask("GET /api/teams/:team/invoices", {
      team: team.id,
      status: "overdue",
    });
    assert.equal(list.totals?.count, 2);
    assert.deepEqual(list.totals.overdue, first.sums);
  });

  test("the largest hourly rate does not break the figures", async () => {
    const team = await world.team();
    const rate = { billable: true, rate_minor: 2_000_000_000, currency: "EUR" };
    const project_id = await addProject(team, rate);
    await addEntry(team, { project_id, duration: HOUR });
    assert.deepEqual((await overviewOf(team)).unbilled, [
      { currency: "EUR", minor: 2_000_000_000 },
    ]);
  });

  test("refused deletions, then timers that run too long, then keys that end soon need attention", async () => {
    world.at("2026-11-16T08:00:00Z");
    const team = await world.team();
    const mia = await team.member("member", { name: "Mia Member" });
    const project_id = await addProject(team, { name: "Website" });
    const started = { project_id, start: "2026-11-16T08:00:00.000Z" };
    await addEntry(team, {
      ...started,
      date: "2026-11-16",
      duration: null,
      assigned_id: mia.userId,
    });
    world.pass(8 * DAY_MS);
    await addEntry(team, {
      project_id,
      start: "2026-11-24T07:00:00.000Z",
      date: "2026-11-24",
      duration: null,
    });
    await team.attempt("tags_delete", { id: team.userId });
    await endKeysOf(team, "2026-11-30T00:00:00.000Z");
    world.pass(DAY_MS / 2);
    const { items, more } = (await overviewOf(team)).attention;
    assert.deepEqual(
      items.map((item) =>
        "person" in item ? [item.kind, item.person.name, item.start] : item.kind,
      ),
      [
        "refused",
        ["timer", "Mia Member", "2026-11-16T08:00:00.000Z"],
        ["timer", "Olga Owner", "2026-11-24T07:00:00.000Z"],
        "key",
      ],
    );
    assert.equal(more, 0);
    const [refused, , , key] = items;
    assert.deepEqual(refused, { kind: "refused", count: 1, since: "2026-11-18" });
    assert.equal(key?.kind === "key" && key.endsAt, "2026-11-30T00:00:00.000Z");
    const mias = (await overviewOf(mia)).attention.items;
    assert.deepEqual(
      mias.map((item) => ("person" in item ? [item.kind, item.person.isYou] : item.kind)),
      ["refused", ["timer", true]],
      "a member sees their own timers and keys alone",
    );
  });

  test("a timer of today within ten hours, a key that ends later or was never used, and what was refused long ago need none", async () => {
    world.at("2026-11-16T06:00:00Z");
    const team = await world.team();
    await team.attempt("tags_delete", { id: team.userId });
    world.pass(8 * DAY_MS);
    const project_id = await addProject(team);
    await team.call("tracker_start_timer", { project_id });
    await endKeysOf(team, "2027-01-30T00:00:00.000Z");
    const mia = await team.member("member");
    await endKeysOf(mia, "2026-11-30T00:00:00.000Z", null);
    for (const person of [team, mia])
      assert.deepEqual((await overviewOf(person)).attention.items, []);
  });

  test("at most five things are listed, and the rest is counted", async () => {
    world.at("2026-11-16T08:00:00Z");
    const team = await world.team();
    const project_id = await addProject(team);
    for (const day of [1, 2, 3, 4, 5, 6, 7]) {
      const date = `2026-11-0${day}`;
      await addEntry(team, { project_id, start: `${date}T08:00:00.000Z`, date, duration: null });
    }
    const { items, more } = (await overviewOf(team)).attention;
    assert.deepEqual(
      items.map((item) => "date" in item && item.date.slice(8)),
      ["01", "02", "03", "04", "05"],
    );
    assert.equal(more, 2);
  });

  test("nothing of another team is counted", async () => {
    world.at("2026-11-18T09:00:00Z");
    const [team, other] = [await world.team(), await world.team()];
    await other.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const values = { billable: true, rate_minor: 100, currency: "EUR" };
    const project_id = await addProject(other, values);
    await addEntry(other, { project_id, date: "2026-11-17", duration: HOUR });
    await addEntry(other, {
      project_id,
      start: "2026-11-01T08:00:00Z",
      date: "2026-11-01",
      duration: null,
    });
    await other.attempt("tags_delete", { id: other.userId });
    const found = await overviewOf(team);
    assert.ok(found.week.days.every(({ seconds }) => seconds === 0));
    assert.deepEqual(
      [found.attention.items, found.unbilled, found.hasCustomers, found.hasTime],
      [[], [], false, false],
    );
    assert.equal((await overviewOf(other)).attention.items.length, 2);
  });
});

async function overviewOf(team: Team) {
  return (await WebApp.of(team)).ask(OVERVIEW, { team: team.id });
}

async function endKeysOf(
  { id, userId, world }: Team,
  expires_at: string,
  last_used_at: string | null = world.now,
): Promise<void> {
  await world.database.begin((db) =>
    db
      .updateTable("api_keys")
      .set({ expires_at, last_used_at })
      .where("team_id", "=", id)
      .where("user_id", "=", userId)
      .execute(),
  );
}
