import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const ENTRIES = "GET /api/teams/:team/customers/:id/entries";

onEachDatabase((world) => {
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

  test("another team's customer is none, and a cursor of another customer is refused", async () => {
    const { team, app, id } = await opened();
    const { nextCursor } = await app.ask(ENTRIES, { team: team.id, id, limit: 1 });
    const other = { team: team.id, id: await customer(team), cursor: nextCursor };
    assert.equal((await app.refused(ENTRIES, other)).code, "invalid_cursor");
    const foreign = { team: team.id, id: await customer(await world.team()) };
    assert.equal((await app.refused(ENTRIES, foreign)).status, 404);
  });
});
