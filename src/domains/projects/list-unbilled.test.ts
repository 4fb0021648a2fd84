import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { MOST_ROWS } from "../../core/page.ts";

const UNBILLED = "GET /api/teams/:team/projects/unbilled";
const FILE = "GET /api/teams/:team/projects/unbilled/file";
const EUROS = { billable: true, rate_minor: 9999, currency: "EUR" };
const YEN = { billable: true, rate_minor: 5000, currency: "JPY" };

onEachDatabase((world) => {
  test("billable projects with a rate and time are listed by currency and customer, with what their time is worth", async () => {
    const { team, app } = await opened();
    const { items, nextCursor } = await app.ask(UNBILLED, { team: team.id });
    assert.equal(nextCursor, null);
    assert.deepEqual(
      items.map(({ customer, name, seconds, minor, currency }) => [
        customer?.name ?? null,
        name,
        seconds,
        minor,
        currency,
      ]),
      [
        [null, "Own", 60, 167, "EUR"],
        ["Acme", "b", 90, 250, "EUR"],
        ["Zenith", "a", 60, 167, "EUR"],
        ["Acme", "A yen", 7200, 10_000, "JPY"],
      ],
    );
  });

  test("the pages together are the whole list, and only the first has totals", async () => {
    const { team, app } = await opened();
    const whole = (await app.ask(UNBILLED, { team: team.id })).items;
    const paged: typeof whole = [];
    let cursor: string | undefined;
    do {
      const given = { team: team.id, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const page = await app.ask(UNBILLED, given);
      assert.equal(page.totals === null, cursor !== undefined);
      paged.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(paged, whole);
  });

  if (world.isSecond) return;

  test("a team without a billable project is told from one whose billable projects have no time", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const hasBillable = async () =>
      (await app.ask(UNBILLED, { team: team.id })).totals?.has_billable;
    await tracked(team, 3600, { billable: true });
    assert.equal(await hasBillable(), false);
    const id = await addProject(team, YEN);
    assert.equal(await hasBillable(), true);
    const { unbilled } = await app.ask("GET /api/teams/:team/projects/:id", { team: team.id, id });
    assert.equal(unbilled, null);
  });

  test("a project tells what its own time is worth", async () => {
    const { team, app } = await opened();
    const { items } = await app.ask(UNBILLED, { team: team.id });
    for (const { id, minor, currency } of items) {
      const detail = await app.ask("GET /api/teams/:team/projects/:id", { team: team.id, id });
      assert.deepEqual(detail.unbilled, { minor, currency });
    }
  });

  test("the totals are those of Home to the cent, and of the rows", async () => {
    const { team, app } = await opened();
    const { items, totals } = await app.ask(UNBILLED, { team: team.id });
    const { unbilled } = await app.ask("GET /api/teams/:team/overview", { team: team.id });
    assert.deepEqual(
      totals?.amounts.map(({ currency, minor }) => ({ currency, minor })),
      unbilled,
    );
    for (const { currency, minor, seconds } of totals?.amounts ?? []) {
      const own = items.filter((item) => item.currency === currency);
      assert.equal(
        own.reduce((sum, { minor }) => sum + minor, 0),
        minor,
      );
      assert.equal(
        own.reduce((sum, { seconds }) => sum + seconds, 0),
        seconds,
      );
    }
    assert.equal(totals?.projects, items.length);
  });

  test("filters by customer, currency and name narrow rows and totals alike", async () => {
    const { team, app, acme } = await opened();
    const found = async (given: object) => {
      const { items, totals } = await app.ask(UNBILLED, { team: team.id, ...given });
      assert.equal(totals?.projects, items.length);
      return [items.map(({ name }) => name), totals?.amounts.map(({ minor }) => minor)];
    };
    assert.deepEqual(await found({ customer_id: acme }), [
      ["b", "A yen"],
      [250, 10_000],
    ]);
    assert.deepEqual(await found({ currency: "JPY" }), [["A yen"], [10_000]]);
    assert.deepEqual(await found({ q: "ZEN" }), [["a"], [167]]);
    assert.deepEqual(await found({ q: "own" }), [["Own"], [167]]);
    assert.deepEqual(await found({ q: "%" }), [[], []]);
    assert.deepEqual(await found({ customer_id: team.userId }), [[], []]);
  });

  test("a filter by project is exact, and not by name", async () => {
    const { team, app } = await opened();
    const id = await tracked(team, 3600, { ...EUROS, name: "Own" });
    const { items, totals } = await app.ask(UNBILLED, { team: team.id, project_id: id });
    assert.deepEqual(
      items.map((item) => [item.id, item.seconds]),
      [[id, 3600]],
    );
    assert.deepEqual(totals?.amounts, [{ currency: "EUR", minor: 9999, seconds: 3600 }]);
  });

  test("days narrow the time of each project, its amount, the totals and the file alike", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const early = await addProject(team, { ...EUROS, name: "Early" });
    const late = await addProject(team, { ...EUROS, name: "Late" });
    const add = async (project_id: string, date: string, duration: number) =>
      addEntry(team, { project_id, date, start: `${date}T09:00:00Z`, duration });
    await add(early, "2026-02-28", 3600);
    await add(early, "2026-03-01", 1800);
    await add(late, "2026-03-31", 60);
    await add(late, "2026-04-01", 7200);
    const found = async (days: object) => {
      const { items, totals } = await app.ask(UNBILLED, { team: team.id, ...days });
      assert.equal(totals?.projects, items.length);
      const sum = items.reduce((sum, { minor }) => sum + minor, 0);
      assert.equal(totals?.amounts[0]?.minor ?? 0, sum);
      return items.map(({ name, seconds }) => [name, seconds]);
    };
    const march = { from: "2026-03-01", to: "2026-03-31" };
    assert.deepEqual(await found(march), [
      ["Early", 1800],
      ["Late", 60],
    ]);
    assert.deepEqual(await found({ from: "2026-03-02" }), [["Late", 7260]]);
    assert.deepEqual(await found({ to: "2026-02-28" }), [["Early", 3600]]);
    assert.deepEqual(await found({ from: "2026-04-02" }), []);
    assert.deepEqual(await found({ ...march, project_id: late }), [["Late", 60]]);
    const { body, headers } = await app.attempt(FILE, { team: team.id, ...march });
    assert.equal(body.trim().split("\r\n").at(-1), "Total,,0.52,1860,,51.67,EUR");
    assert.match(
      headers.get("content-disposition") ?? "",
      /Unbilled time from 2026-03-01 to 2026-03-31\.csv/,
    );
  });

  test("the file has the rows of the list and its totals to the cent, with no formula in it", async () => {
    const { team, app, acme } = await opened();
    await tracked(team, 3600, { ...EUROS, name: "=1+1", customer_id: acme });
    const linesOf = async (given: object) => {
      const { status, body, headers } = await app.attempt(FILE, { team: team.id, ...given });
      assert.equal(status, 200);
      assert.match(headers.get("content-disposition") ?? "", /Unbilled time\.csv/);
      return body.replace("\uFEFF", "").trim().split("\r\n");
    };
    assert.deepEqual(await linesOf({}), [
      "Customer,Project,Hours,Duration (seconds),Rate per hour,Amount,Currency",
      ",Own,0.02,60,99.99,1.67,EUR",
      "Acme,'=1+1,1.00,3600,99.99,99.99,EUR",
      "Acme,b,0.03,90,99.99,2.50,EUR",
      "Zenith,a,0.02,60,99.99,1.67,EUR",
      "Acme,A yen,2.00,7200,5000,10000,JPY",
      "Total,,1.06,3810,,105.83,EUR",
      "Total,,2.00,7200,,10000,JPY",
    ]);
    const { totals } = await app.ask(UNBILLED, { team: team.id });
    assert.deepEqual(
      totals?.amounts.map(({ minor }) => minor),
      [10_583, 10_000],
    );
    assert.deepEqual((await linesOf({ customer_id: acme, currency: "JPY" })).slice(1), [
      "Acme,A yen,2.00,7200,5000,10000,JPY",
      "Total,,2.00,7200,,10000,JPY",
    ]);
  });

  test("a file of more rows than a page has all of them", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    for (let index = 0; index <= MOST_ROWS; index += 1)
      await tracked(team, 3600, { ...EUROS, rate_minor: 100, name: `P ${index}` });
    const { body } = await app.attempt(FILE, { team: team.id });
    const lines = body.trim().split("\r\n");
    assert.equal(lines.length, 1 + MOST_ROWS + 1 + 1);
    assert.equal(lines.at(-1), "Total,,101.00,363600,,101.00,EUR");
  });

  test("nothing of another team is listed", async () => {
    await opened();
    const team = await world.team();
    const { items, totals } = await (await WebApp.of(team)).ask(UNBILLED, { team: team.id });
    assert.deepEqual(
      [items, totals],
      [[], { projects: 0, amounts: [], has_billable: false, ahead_seconds: 0 }],
    );
    const { body } = await (await WebApp.of(team)).attempt(FILE, { team: team.id });
    assert.equal(body.trim().split("\r\n").length, 1);
  });

  async function customer(team: Team, name: string): Promise<string> {
    return (await team.call("customers_create", { name, email: "a@b.example" })).id;
  }

  async function tracked(
    team: Team,
    seconds: number,
    values: Parameters<typeof addProject>[1],
  ): Promise<string> {
    const project_id = await addProject(team, values);
    await addEntry(team, { project_id, duration: seconds });
    return project_id;
  }

  async function opened() {
    const team = await world.team();
    const [acme, zenith] = [await customer(team, "Acme"), await customer(team, "Zenith")];
    await tracked(team, 90, { ...EUROS, name: "b", customer_id: acme });
    await tracked(team, 60, { ...EUROS, name: "a", customer_id: zenith });
    await tracked(team, 7200, { ...YEN, name: "A yen", customer_id: acme });
    await tracked(team, 60, { ...EUROS, name: "Own" });
    for (const values of [{ ...EUROS, billable: false }, { billable: true }])
      await tracked(team, 3600, values);
    await addProject(team, EUROS);
    return { team, app: await WebApp.of(team), acme };
  }
});
