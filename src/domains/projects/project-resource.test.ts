import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addressOf, offered, PROJECT, refusedContent, resource } from "../../../test/content.ts";
import { GENERATIONS } from "../../../test/mcp.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { createProject } from "./create-project.ts";

const TEMPLATE = "ledgerport://projects/{project}";

onAnyDatabase((world) => {
  for (const [generation, send] of Object.entries(GENERATIONS)) {
    test(`a project is found by its id, its name or a part that it has alone, with its newest entries, ${generation}`, async () => {
      world.at("2026-11-21T09:00:00Z");
      const team = await world.team();
      const { projectId: id } = await createProject(team.auditContext, { name: "Größe / 100 %" });
      const old = await addEntry(team, { project_id: id, date: "2026-11-02" });
      const entry = await addEntry(team, { project_id: id });
      await addEntry(team, { project_id: await addProject(team) });
      for (const value of [id, "Größe / 100 %", "GRÖSSE / 100 %", "Größe"]) {
        const { project, recent_entries } = await resource(team, addressOf(TEMPLATE, value), send);
        assert.deepEqual([project.id, project.total], [id, "2 h"]);
        assert.deepEqual(
          recent_entries.map(({ id, date }: any) => [id, date]),
          [
            [entry, "2026-11-21"],
            [old, "2026-11-02"],
          ],
        );
      }
      assert.equal(await resource(team, addressOf(TEMPLATE, "Breite"), send), null);
    });
  }

  test("a name that several projects have is refused with their ids, and offered as these", async () => {
    const team = await world.team();
    const ids = [
      await addProject(team, { name: "Site" }),
      await addProject(team, { name: "SITE" }),
    ];
    const { message } = await refusedContent(team, "resources/read", {
      uri: addressOf(TEMPLATE, "site"),
    });
    assert.match(message, /^Invalid params: 2 projects are called "site": /);
    for (const id of ids) assert.ok(message.includes(id));
    const { values } = await offered(team, PROJECT, "project", "si");
    assert.deepEqual(values.toSorted(), ids.toSorted());
  });

  test("projects are offered with those that are completed last", async () => {
    const team = await world.team();
    const add = async (name: string, status?: "completed") => {
      world.pass(1000);
      await addProject(team, { name, ...(status === undefined ? {} : { status }) });
    };
    await add("Website");
    await add("Web shop", "completed");
    await add("Old website");
    const values = async (typed: string) => (await offered(team, PROJECT, "project", typed)).values;
    assert.deepEqual(await values("web"), ["Website", "Old website", "Web shop"]);
    assert.deepEqual(await values(""), ["Old website", "Website", "Web shop"]);
  });

  test("a project with more than is shown says where the rest is", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    for (let made = 0; made < 21; made += 1) await addEntry(team, { project_id });
    const { recent_entries, notices, project } = await resource(
      team,
      addressOf(TEMPLATE, project_id),
    );
    assert.deepEqual([recent_entries.length, project.total], [20, "21 h"]);
    assert.match(
      notices[0],
      /more entries than the newest 20; tracker_list_entries with project_id/,
    );
  });
});
