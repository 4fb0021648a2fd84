import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { addBuyer, addTaxRate, setInvoices } from "../../../test/invoices.ts";
import { assertUntouched } from "../../../test/mcp.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { findWrongTotal } from "../timesheet/kept-totals.ts";

const HOUR = 3600;
const MINUTE = 60;
const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const BILLABLE = "GET /api/teams/:team/invoices/billable-time";
const BILL = "POST /api/teams/:team/invoices/from-time";
const ADD = "POST /api/teams/:team/invoices/:id/time";
const EVIDENCE = "GET /api/teams/:team/invoices/:id/time";

async function opened(world: World, customer: object = {}) {
  world.at("2026-11-21T09:00:00Z");
  const team = await world.team({ destructive_ai_tools: true });
  const customer_id = await addBuyer(team, customer);
  const project = async (name: string, given: object = {}) =>
    addProject(team, {
      name,
      customer_id,
      billable: true,
      rate_minor: 8000,
      currency: "EUR",
      ...given,
    });
  const entry = async (project_id: string, date: string, duration: number, given: object = {}) =>
    addEntry(team, { project_id, date, duration, ...given });
  return { team, customer_id, project, entry, app: await WebApp.of(team) };
}

/** Makes a call of the tool that must be refused, and asserts that nothing happened. */
async function refusedDraft(team: Team, given: object) {
  const { refused } = await assertUntouched(team, () => team.attempt(CREATE, given));
  return refused ?? assert.fail("it was not refused");
}

const CREATE = "invoices_create_draft";

onEachDatabase((world) => {
  test("a month of tracked time becomes a draft in one call, a line for each project", async () => {
    const { team, customer_id, project, entry } = await opened(world);
    const rate = await addTaxRate(team, { name: "Standard", bp: 1900 });
    await setInvoices(team, { tax_rate_id: rate });
    const mia = await team.member("member");
    const website = await project("Website");
    const app = await project("App", { rate_minor: 9500 });
    await entry(website, "2026-10-02", 30 * HOUR + 40 * MINUTE);
    await entry(website, "2026-10-30", 7 * HOUR, { assigned_id: mia.userId });
    await entry(app, "2026-10-15", 12 * HOUR + 30 * MINUTE);
    await entry(app, "2026-11-01", HOUR);
    const made = await team.call(CREATE, { customer_id, tracked_time: OCTOBER });
    assert.partialDeepStrictEqual(made, {
      status: "draft",
      total: 4999.31,
      service_from: "2026-10-02",
      service_to: "2026-10-30",
      line_items: [
        { name: "App", quantity: 12.5, unit: "h", price: 95, description: "12:30 h tracked" },
        { name: "Website", quantity: 37.67, unit: "h", price: 80, description: "37:40 h tracked" },
      ],
    });
    const told = made.notices.join(" ");
    assert.match(told, /37\.67 h of Website .*2 time entries/);
    assert.match(told, /The service is from 2026-10-02 to 2026-10-30/);
    assert.match(told, /usual rate "Standard"/);
  });

  test("tracked time has the rate that the call names, and an unknown one is refused by its path", async () => {
    const { team, customer_id, project, entry } = await opened(world);
    const usual = await addTaxRate(team, { name: "Standard", bp: 1900 });
    await setInvoices(team, { tax_rate_id: usual });
    await addTaxRate(team, { name: "Reduced", bp: 700 });
    const website = await project("Website");
    await entry(website, "2026-10-02", HOUR);
    await entry(website, "2026-10-03", HOUR);
    const line_items = [{ name: "Hosting", quantity: 1, price: 20 }];
    const timeOf = (date: string, tax_rate: string | number) => ({
      customer_id,
      line_items,
      tracked_time: { from: date, to: date, tax_rate },
    });
    for (const [date, rate] of [
      ["2026-10-02", 7],
      ["2026-10-03", "reduced"],
    ] as const) {
      const unknown = await refusedDraft(team, timeOf(date, "20 %"));
      assert.deepEqual([unknown.code, unknown.path], ["invalid_argument", "tracked_time.tax_rate"]);
      const made = await team.call(CREATE, timeOf(date, rate));
      assert.deepEqual(
        made.line_items.map((line: any) => [line.name, line.tax_rate]),
        [
          ["Hosting", 19],
          ["Website", 7],
        ],
      );
    }
  });

  test("items and tracked time stand on one draft, and a given service or currency holds", async () => {
    const { team, customer_id, project, entry } = await opened(world);
    const website = await project("Website");
    await entry(website, "2026-10-02", HOUR);
    const made = await team.call(CREATE, {
      customer_id,
      line_items: [{ name: "Hosting", quantity: 1, price: 20 }],
      tracked_time: { ...OCTOBER, project_id: website },
      currency: "eur",
      service_from: "2026-10-01",
      service_to: "2026-10-31",
    });
    assert.deepEqual(
      [made.total, made.service_from, made.service_to],
      [100, ...Object.values(OCTOBER)],
    );
    assert.deepEqual(
      made.line_items.map(({ name }: { name: string }) => name),
      ["Hosting", "Website"],
    );
    const none = await refusedDraft(team, { customer_id });
    assert.deepEqual([none.code, none.path], ["invalid_argument", "line_items"]);
  });

  test("each time that is left out is named with its hours and the reason", async () => {
    const { team, customer_id, project, entry } = await opened(world);
    const website = await project("Website");
    await entry(website, "2026-11-02", 2 * HOUR);
    await entry(website, "2026-11-30", 3 * HOUR);
    await entry(await project("Favour", { billable: false }), "2026-11-03", 4 * HOUR);
    await entry(await project("Unpriced", { rate_minor: null }), "2026-11-03", 5 * HOUR);
    await entry(await project("Overseas", { currency: "USD" }), "2026-11-03", 6 * HOUR);
    await entry(await project("Seconds"), "2026-11-03", 17);
    await team.call("tracker_start_timer", { project_id: website });
    world.pass(90 * MINUTE * 1000);
    const november = { from: "2026-11-01", to: "2026-11-30" };
    const made = await team.call(CREATE, { customer_id, tracked_time: november, currency: "EUR" });
    const told: string[] = made.notices.filter((notice: string) => notice.includes("left out"));
    assert.deepEqual(told.toSorted(), [
      '3 h on "Website" is left out: its days are still to come.',
      '4 h on "Favour" is left out: the project is not billable.',
      '5 h on "Unpriced" is left out: the project has no hourly rate.',
      '6 h on "Overseas" is left out: its rate is in USD.',
      '< 1 min on "Seconds" is left out: it rounds to nothing.',
      'A timer that runs on "Website" is left out, with 1 h 30 so far.',
    ]);
    const app = await WebApp.of(team);
    const asked = { team: team.id, customer_id, ...november };
    const { groups, left_out } = await app.ask(BILLABLE, asked);
    assert.deepEqual(
      groups.map(({ currency, seconds }) => [currency, seconds]),
      [["USD", 6 * HOUR]],
    );
    assert.deepEqual(
      left_out.find(({ why }) => why === "already_billed"),
      {
        why: "already_billed",
        seconds: 2 * HOUR,
        project: { id: website, name: "Website" },
        currency: "EUR",
        invoice: { id: made.id, number: null },
      },
    );
  });

  test("time with rates of several currencies asks for one, unless the customer's is among them", async () => {
    const { team, customer_id, project, entry } = await opened(world, {
      preferred_currency: "CHF",
    });
    await entry(await project("A", { currency: "USD" }), "2026-10-02", HOUR);
    const made = await team.call(CREATE, { customer_id, tracked_time: OCTOBER });
    assert.equal(made.currency, "USD");
    assert.ok(made.notices.includes("The currency is USD, that of the hourly rates."));
    await entry(await project("B", { currency: "USD" }), "2026-10-02", HOUR);
    const euro = await project("C");
    await entry(euro, "2026-10-02", HOUR);
    const refused = await refusedDraft(team, { customer_id, tracked_time: OCTOBER });
    assert.deepEqual([refused.code, refused.path], ["invalid_argument", "currency"]);
    assert.match(refused.message, /EUR and USD/);
    await entry(await project("D", { currency: "CHF" }), "2026-10-02", HOUR);
    assert.equal((await team.call(CREATE, { customer_id, tracked_time: OCTOBER })).currency, "CHF");
  });

  test("the rule of the project goes before the customer's, and that before the team's; the line tells it", async () => {
    const { team, customer_id, project, entry } = await opened(world);
    await setInvoices(team, { rounding: "up-15-day", language: "de" });
    const own = await project("Own", { rounding: "none" });
    const usual = await project("Usual");
    for (let index = 0; index < 10; index += 1) {
      await entry(own, "2026-10-05", 7 * MINUTE);
      await entry(usual, "2026-10-05", 7 * MINUTE);
    }
    const range = { team: team.id, customer_id, ...OCTOBER };
    const app = await WebApp.of(team);
    const quantities = async () =>
      (await app.ask(BILLABLE, range)).groups[0]?.projects.map(({ quantity }) => quantity);
    assert.deepEqual(await quantities(), ["1.17", "1.25"]);
    await world.database.begin((db) =>
      db
        .updateTable("customers")
        .set({ rounding: "up-15-entry" })
        .where("id", "=", customer_id)
        .execute(),
    );
    assert.deepEqual(await quantities(), ["1.17", "2.5"]);
    const { id, lines } = await app.ask(BILL, range);
    assert.deepEqual(
      lines.map(({ description }) => description),
      ["1:10 h erfasst", "1:10 h erfasst, je Eintrag auf 15 Minuten aufgerundet"],
    );
    const { items, lines: sums } = await app.ask(EVIDENCE, { team: team.id, id, limit: 7 });
    assert.equal(items.length, 7);
    assert.deepEqual(
      sums
        ?.map(({ entries, seconds, billed_seconds }) => [entries, seconds, billed_seconds])
        .toSorted(),
      [
        [10, 4200, 4200],
        [10, 4200, 9000],
      ],
    );
  });

  test("time is added to a draft as it was seen, and widens its service", async () => {
    const { team, customer_id, project, entry, app } = await opened(world);
    const website = await project("Website");
    await entry(website, "2026-10-10", HOUR);
    const made = await app.ask(BILL, { team: team.id, customer_id, ...OCTOBER });
    await entry(website, "2026-10-20", 2 * HOUR);
    const more = { team: team.id, id: made.id, ...OCTOBER };
    world.pass(1000);
    const added = await app.ask(ADD, { ...more, seen: made.version });
    assert.deepEqual(
      added.lines.map(({ quantity }) => quantity),
      ["1", "2"],
    );
    const shown = await app.ask("GET /api/teams/:team/invoices/:id", {
      team: team.id,
      id: made.id,
    });
    assert.deepEqual([shown.service_from, shown.service_to], ["2026-10-10", "2026-10-20"]);
    assert.equal(shown.total_minor, 3 * 8000);
    await entry(website, "2026-10-21", HOUR);
    const stale = await assertUntouched(team, () =>
      app.refused(ADD, { ...more, seen: made.version }),
    );
    assert.equal(stale.code, "changed_meanwhile");
  });

  test("a draft of tracked time names invoices of its customer with service on the same days", async () => {
    const { team, customer_id, project, entry } = await opened(world);
    const website = await project("Website");
    await entry(website, "2026-10-02", HOUR);
    await entry(website, "2026-10-20", HOUR);
    const line_items = [{ name: "By hand", quantity: 1, price: 100 }];
    const served = async (
      service_from: string | null,
      service_to: string | null,
      of: object = {},
    ) => team.call(CREATE, { customer_id, line_items, service_from, service_to, ...of });
    const sent = await served("2026-09-10", "2026-10-02");
    const { number } = await team.call("invoices_send", { id: sent.id });
    world.pass(1000);
    const draft = await served(null, "2026-10-20");
    await served("2026-10-21", "2026-10-31");
    await served("2026-09-01", "2026-10-01");
    await served(null, null);
    await served("2026-10-01", "2026-10-31", { customer_id: await addBuyer(team) });
    const gone = await served("2026-10-01", "2026-10-31");
    await team.call("invoices_void", { id: gone.id });
    const made = await team.call(CREATE, { customer_id, tracked_time: OCTOBER });
    assert.deepEqual(
      made.notices.filter((said: string) => said.includes("service on other")),
      [
        `Days of this time are days of service on other invoices of the customer too: the draft ${draft.id} (2026-10-20 to 2026-10-20) and "${number}" (2026-09-10 to 2026-10-02). See in invoices_get that nothing is billed twice.`,
      ],
    );
    const shop = await project("Shop");
    await entry(shop, "2026-10-20", HOUR);
    const late = await team.call(CREATE, { customer_id, tracked_time: OCTOBER });
    const again = late.notices.find((said: string) => said.includes("service on other"));
    assert.ok(again.includes(draft.id) && !again.includes(made.id), again);
    await entry(website, "2026-11-02", HOUR);
    const november = { from: "2026-11-01", to: "2026-11-30" };
    const { notices } = await team.call(CREATE, { customer_id, tracked_time: november });
    assert.doesNotMatch(notices.join(" "), /service on other/);
  });

  test("of drafts that bill the same time at once one wins each entry, and the others are told by name", async () => {
    const { team, customer_id, project, entry } = await opened(world);
    const website = await project("Website");
    const rounds = extent(30, 60);
    for (let round = 0; round < rounds; round += 1) {
      for (const day of ["02", "03", "04"]) await entry(website, `2026-10-${day}`, HOUR);
      const attempts = await Promise.all(
        [1, 2].map(async () => team.attempt(CREATE, { customer_id, tracked_time: OCTOBER })),
      );
      const refused = attempts.flatMap(({ refused }) => refused ?? []);
      assert.equal(refused.length, 1);
      assert.equal(refused[0]?.code, "time_already_billed");
      assert.match(
        refused[0].message,
        /3 h on "Website" is left out: the draft for "Acme" .* has it/,
      );
      const draft = attempts.flatMap(({ answer }) => answer ?? [])[0]?.id;
      assert.ok(refused[0].message.includes(draft));
      assert.equal(
        refused[0].next,
        "invoices_void cancels the draft, which frees its time, or a person takes its line from it in the web app; nothing was done",
      );
      if (round > 0) continue;
      await team.call("invoices_void", { id: draft });
      await team.call(CREATE, { customer_id, tracked_time: OCTOBER });
    }
    const held = await world.database.reader
      .selectFrom("invoice_time")
      .select(["entry_id"])
      .where("team_id", "=", team.id)
      .execute();
    assert.equal(held.length, rounds * 3);
    assert.equal(new Set(held.map(({ entry_id }) => entry_id)).size, rounds * 3);
    assert.equal(await findWrongTotal(world.database.reader), null);
  });

  test("a range that two drafts share in part is billed once, the rest by each", async () => {
    const { team, customer_id, project, entry } = await opened(world);
    const website = await project("Website");
    for (let day = 1; day <= 9; day += 1) await entry(website, `2026-10-0${day}`, HOUR);
    const drafts = await Promise.all([
      team.call(CREATE, { customer_id, tracked_time: { from: "2026-10-01", to: "2026-10-06" } }),
      team.call(CREATE, { customer_id, tracked_time: { from: "2026-10-04", to: "2026-10-09" } }),
    ]);
    const hours = drafts.map(({ line_items }) => line_items[0].quantity);
    assert.deepEqual(
      hours.toSorted((one, other) => one - other),
      [3, 6],
    );
  });

  test("time, projects and customers of another team are not there", async () => {
    const { team, customer_id, project, entry, app } = await opened(world);
    const website = await project("Website");
    await entry(website, "2026-10-02", HOUR);
    const other = await opened(world);
    const theirs = await other.project("Theirs");
    await other.entry(theirs, "2026-10-02", HOUR);
    const draft = await other.app.ask(BILL, {
      team: other.team.id,
      customer_id: other.customer_id,
      ...OCTOBER,
    });
    const mine = { team: team.id, customer_id, ...OCTOBER };
    const refused = await assertUntouched(team, async () => [
      await app.refused(BILL, { ...mine, customer_id: other.customer_id }),
      await app.refused(BILL, { ...mine, project_ids: [theirs] }),
      await app.refused(BILLABLE, { ...mine, project_id: theirs }),
      await app.refused(EVIDENCE, { team: team.id, id: draft.id }),
      await app.refused(ADD, { team: team.id, id: draft.id, seen: draft.version, ...OCTOBER }),
    ]);
    assert.deepEqual(new Set(refused.map(({ code }) => code)), new Set(["not_found"]));
  });

  test("a range that ends before it begins, and one without time, are refused", async () => {
    const { team, customer_id, project } = await opened(world);
    const turned = { from: "2026-10-31", to: "2026-10-01" };
    const back = await refusedDraft(team, { customer_id, tracked_time: turned });
    assert.deepEqual([back.code, back.path], ["invalid_argument", "tracked_time.to"]);
    await project("Website");
    const empty = await refusedDraft(team, { customer_id, tracked_time: OCTOBER });
    assert.equal(empty.path, "tracked_time.from");
    assert.match(empty.message, /no tracked time from 2026-10-01 to 2026-10-31/);
  });
});
