import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const ENTRIES = "GET /api/teams/:team/customers/:id/entries";

onAnyDatabase((world) => {
  async function customer(team: Team): Promise<string> {
    return (await team.call("customers_create", { name: "Acme", email: "a@b.example" })).id;
  }

  async function opened() {
    const team = await world.team();
    const mia = await team.member("member", { name: "Mia Member" });
    const [id, other] = [await customer(team), await customer(team)];
    const projects = [
      await addProject(team, { name: "Website", customer_id: id }),
      await addProject(team, { name: "App", customer_id: id }),
    ];
    for (let day = 1; day <= 9; day += 1)
      await addEntry(team, {
        project_id: projects[day % 2] ?? "",
        date: `2026-11-0${day}`,
        duration: day * 60,
        assigned_id: day === 9 ? mia.userId : team.userId,
      });
    const elsewhere = await addProject(team, { customer_id: other });
    await addEntry(team, { project_id: elsewhere, date: "2026-11-05" });
    return { team, app: await WebApp.of(team), id };
  }

  test("everybody's time on all projects of a customer is listed, the newest first", async () => {
    const { team, app, id } = await opened();
    const { items, nextCursor } = await app.ask(ENTRIES, { team: team.id, id });
    assert.equal(nextCursor, null);
    assert.deepEqual(
      items.map(({ date, seconds }) => [date.slice(8), seconds]),
      [9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => [`0${day}`, day * 60]),
    );
    assert.deepEqual(
      items.slice(0, 2).map(({ project, person }) => [project.name, person]),
      [
        ["App", "Mia Member"],
        ["Website", "Olga Owner"],
      ],
    );
  });

  test("the pages together are the whole list, of whatever length", async () => {
    const { team, app, id } = await opened();
    const whole = (await app.ask(ENTRIES, { team: team.id, id })).items;
    for (const limit of [1, 2, 4, 9]) {
      const paged: typeof whole = [];
      let cursor: string | undefined;
      do {
        const given = { team: team.id, id, limit, ...(cursor === undefined ? {} : { cursor }) };
        const page = await app.ask(ENTRIES, given);
        paged.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      assert.deepEqual(paged, whole, String(limit));
    }
  });

  test("days narrow the entries of every page, and the totals count and sum what matches", async () => {
    const { team, app, id } = await opened();
    const days = async (given: { from?: string; to?: string }) => {
      const first = await app.ask(ENTRIES, { team: team.id, id, limit: 2, ...given });
      const found = [...first.items];
      for (let cursor = first.nextCursor; cursor !== null;) {
        const page = await app.ask(ENTRIES, { team: team.id, id, limit: 2, ...given, cursor });
        assert.equal(page.totals, null);
        found.push(...page.items);
        cursor = page.nextCursor;
      }
      const seconds = found.reduce((sum, entry) => sum + (entry.seconds ?? 0), 0);
      assert.deepEqual(first.totals, { entries: found.length, seconds });
      return found.map(({ date }) => Number(date.slice(8)));
    };
    assert.deepEqual(await days({}), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert.deepEqual(await days({ from: "2026-11-03", to: "2026-11-06" }), [6, 5, 4, 3]);
    assert.deepEqual(await days({ from: "2026-11-08" }), [9, 8]);
    assert.deepEqual(await days({ to: "2026-11-01" }), [1]);
    assert.deepEqual(await days({ from: "2026-12-01" }), []);
  });

  test("the entries of this month come to the customer's time in this month", async () => {
    world.at("2026-11-21T09:00:00Z");
    const { team, app, id } = await opened();
    const project_id = await addProject(team, { customer_id: id });
    await addEntry(team, { project_id, date: "2026-10-31" });
    await team.call("tracker_start_timer", { project_id });
    const month = { from: "2026-11-01", to: "2026-11-30" };
    const { totals } = await app.ask(ENTRIES, { team: team.id, id, ...month });
    const shown = await app.ask("GET /api/teams/:team/customers/:id", { team: team.id, id });
    assert.deepEqual(totals, { entries: 10, seconds: 45 * 60 });
    assert.equal(shown.seconds_this_month, 45 * 60);
  });

  test("another team's customer is none, and a cursor of another customer is refused", async () => {
    const { team, app, id } = await opened();
    const { nextCursor } = await app.ask(ENTRIES, { team: team.id, id, limit: 1 });
    const other = { team: team.id, id: await customer(team), cursor: nextCursor };
    assert.equal((await app.refused(ENTRIES, other)).code, "invalid_cursor");
    const foreign = { team: team.id, id: await customer(await world.team()) };
    assert.equal((await app.refused(ENTRIES, foreign)).status, 404);
  });
});
