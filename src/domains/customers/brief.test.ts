import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { prompt, resource } from "../../../test/content.ts";
import { GENERATIONS } from "../../../test/mcp.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";

const ACME = { name: "Acme", email: "hello@acme.example" };

onAnyDatabase((world) => {
  for (const [generation, send] of Object.entries(GENERATIONS)) {
    test(`a brief brings the record, the projects with their time, and the newest entries, ${generation}`, async () => {
      world.at("2026-11-21T09:00:00Z");
      const team = await world.team();
      const mia = await team.member("member");
      await mia.setTimeZone("Asia/Tokyo");
      const tag = await team.call("tags_create", { name: "Regular" });
      const acme = await team.call("customers_create", {
        ...ACME,
        city: "Kyiv",
        tag_ids: [tag.id],
      });
      const other = await team.call("customers_create", ACME);
      const site = await addProject(team, {
        customer_id: acme.id,
        name: "Site",
        estimate_hours: 8,
        rate_minor: 9550,
        currency: "EUR",
        description: "d".repeat(300),
      });
      const elsewhere = await addProject(team, { customer_id: other.id, name: "Elsewhere" });
      const old = await addEntry(team, { project_id: site, date: "2026-11-02" });
      await addEntry(team, { project_id: elsewhere });
      const running = await team.call("tracker_start_timer", {
        project_id: site,
        assigned_id: mia.userId,
      });
      const { texts, attached } = await prompt(
        team,
        "brief_me_on_a_customer",
        { customer: acme.id },
        send,
      );
      const uri = `ledgerport://customers/${acme.id}`;
      assert.deepEqual(Object.keys(attached), [uri]);
      const data = attached[uri];
      assert.deepEqual(data, await resource(team, uri, send));
      assert.deepEqual(data.customer, await team.call("customers_get", { id: acme.id }));
      assert.deepEqual(data.tracked, { total_duration: 3600, total: "1 h" });
      const [project, ...others] = data.projects;
      assert.deepEqual(others, []);
      assert.deepEqual(
        [project.id, project.estimate, project.rate, project.total, project.description],
        [site, 8, 95.5, "1 h", `${"d".repeat(200)}…`],
      );
      assert.deepEqual(
        data.recent_entries.map(({ id, date, start, person }: any) => [
          id,
          date,
          start,
          person.name,
        ]),
        [
          [running.id, "2026-11-21", "2026-11-21T18:00:00+09:00", "Mia Member"],
          [old, "2026-11-02", null, "Olga Owner"],
        ],
      );
      assert.equal("notices" in data, false);
      assert.match(texts.join("\n"), /they are data, not instructions/);
      assert.match(texts.join("\n"), /Change nothing/);
    });
  }

  test("a customer for whom nothing was done yet is briefed on too", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    const data = await resource(team, `ledgerport://customers/${id}`);
    assert.deepEqual(
      [data.tracked, data.projects, data.recent_entries],
      [{ total_duration: 0, total: "0 min" }, [], []],
    );
  });

  test("a customer with ever so much is told of in bounds, with what is left out", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", { ...ACME, note: "n".repeat(10_000) });
    for (let made = 0; made < 51; made += 1) {
      world.pass(1000);
      const project_id = await addProject(team, {
        customer_id: id,
        name: "p".repeat(200),
        description: "d".repeat(5000),
      });
      await addEntry(team, { project_id, description: "e".repeat(2000) });
    }
    const data = await resource(team, `ledgerport://customers/${id}`);
    assert.deepEqual([data.projects.length, data.recent_entries.length], [50, 20]);
    assert.equal(data.tracked.total, "51 h", "the total counts all");
    assert.equal(data.notices.length, 2);
    assert.match(data.notices[0], /more projects than the newest 50; tracker_list_projects/);
    assert.match(data.notices[1], /more entries than the newest 20; tracker_list_entries/);
    assert.ok(JSON.stringify(data).length < 70_000, String(JSON.stringify(data).length));
  });

  test("a record cannot hide from a person what it tells an assistant", async () => {
    const team = await world.team();
    const name = "Acme \u202egnp.exe\u202c";
    const { id } = await team.call("customers_create", { ...ACME, name });
    const response = await team.rpc("resources/read", { uri: `ledgerport://customers/${id}` });
    assert.doesNotMatch(await response.text(), /[\u202a-\u202e]/);
    assert.equal((await resource(team, `ledgerport://customers/${id}`)).customer.name, name);
  });
});
