import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { storedRows } from "../../../test/rows.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const PREVIEW = "POST /api/teams/:team/time/import/preview";
const IMPORT = "POST /api/teams/:team/time/import";

const TIMED = "Date,Start time,End time,Project,Description";
const UNTIMED = "Date,Hours,Client,Project,Notes";

onAnyDatabase((world) => {
  async function opened() {
    world.at("2026-11-21T12:00:00Z");
    const team = await world.team();
    const app = await WebApp.of(team);
    const sent = async (
      path: typeof PREVIEW | typeof IMPORT,
      rows: readonly string[],
      more = {},
    ) => {
      const input = { team: team.id, ...more };
      const { status, body } = await app.sendFile(path, input, `${rows.join("\n")}\n`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    return {
      team,
      app,
      previewed: async (rows: readonly string[], more = {}) => {
        const { entries, duplicates, overlaps } = await sent(PREVIEW, rows, more);
        return [entries, duplicates.count, overlaps.count];
      },
      imported: async (rows: readonly string[], more = {}) => {
        const body = await sent(IMPORT, rows, more);
        return body.at(-1).entries as number;
      },
      seconds: async () =>
        storedRows(await team.state(), "tracker_entries").reduce(
          (sum, { duration }) => sum + Number(duration),
          0,
        ),
    };
  }

  test("an export that overlaps the one before adds only what is new", async () => {
    const { previewed, imported, seconds } = await opened();
    const rows = [
      "2026-11-16,09:00,10:00,Website,Mo",
      "2026-11-17,09:00,10:00,Website,Tu",
      "2026-11-18,09:00,10:00,Website,We",
      "2026-11-19,09:00,10:00,Website,Th",
    ];
    assert.equal(await imported([TIMED, ...rows.slice(0, 3)]), 3);
    assert.deepEqual(await previewed([TIMED, ...rows.slice(1)]), [1, 2, 0]);
    assert.equal(await imported([TIMED, ...rows.slice(1)]), 1);
    assert.equal(await imported([TIMED, ...rows]), 0);
    assert.equal(await seconds(), 4 * 3600);
  });

  test("two equal rows of a file stay two, and the file again adds neither", async () => {
    const { previewed, imported, seconds } = await opened();
    const row = "2026-11-16,0.5,,Website,Stand-up";
    const timed = "2026-11-17,09:00,09:30,Website,Call";
    assert.equal(await imported([UNTIMED, row, row]), 2);
    assert.equal(await imported([TIMED, timed, timed]), 2);
    assert.deepEqual(await previewed([UNTIMED, row, row]), [0, 2, 0]);
    assert.deepEqual(await previewed([TIMED, timed, timed]), [0, 2, 0]);
    assert.deepEqual(await previewed([UNTIMED, row, row, row]), [1, 2, 0]);
    assert.equal(await seconds(), 4 * 1800);
  });

  test("time that was edited, or whose project has another name since, is known all the same", async () => {
    const { team, app, previewed, imported, seconds } = await opened();
    const timed = [TIMED, "2026-11-16,09:00,10:00,Website,Draft"];
    const untimed = [UNTIMED, "2026-11-17,2,,Website,Logo", "2026-11-17,2,,Website,Icons"];
    await imported(timed);
    await imported(untimed);
    const { items } = await team.call("tracker_list_entries", {});
    const { id } = items.find(({ description }: any) => description === "Draft");
    const { version } = await app.ask("GET /api/teams/:team/entries/:id", { team: team.id, id });
    const change = { team: team.id, id, seen: version, description: "Sketches" };
    await app.ask("PATCH /api/teams/:team/entries/:id", change);
    assert.deepEqual(await previewed(timed), [0, 1, 0]);
    const [project] = await team.rows("tracker_list_projects");
    await app.ask("PATCH /api/teams/:team/projects/:id", {
      team: team.id,
      id: project.id,
      name: "Relaunch",
    });
    assert.deepEqual(await previewed(timed), [0, 1, 0]);
    assert.deepEqual(await previewed(untimed), [0, 2, 0]);
    assert.equal(await imported(untimed), 0);
    assert.equal(await seconds(), 5 * 3600);
  });

  test("time without a start and with other words may be known: it is left out, unless it is asked for", async () => {
    const { team, previewed, imported } = await opened();
    const project_id = await addProject(team, { name: "Website" });
    await addEntry(team, { project_id, date: "2026-11-17", duration: 3600, description: "Logo" });
    const rows = [UNTIMED, "2026-11-17,1,,Website,Logo and icons", "2026-11-17,1,,Website,Icons"];
    assert.deepEqual(await previewed(rows), [1, 0, 1]);
    assert.deepEqual(await previewed(rows, { overlaps: "add" }), [2, 0, 0]);
    assert.equal(await imported(rows), 1);
  });

  test("equal time on a project of that name of another customer is other time", async () => {
    const { team, previewed, imported } = await opened();
    for (const name of ["Acme", "Beta"]) {
      const customer = await team.call("customers_create", { name, email: "a@b.example" });
      await addProject(team, { name: "Care", customer_id: customer.id });
    }
    assert.equal(await imported([UNTIMED, "2026-11-17,1,Acme,Care,Backup"]), 1);
    assert.deepEqual(await previewed([UNTIMED, "2026-11-17,1,Beta,Care,Backup"]), [1, 0, 0]);
    assert.equal(await imported([UNTIMED, "2026-11-17,1,Beta,Care,Backup"]), 1);
  });

  test("what is here already is imported once more when that is asked for, overlaps or not", async () => {
    const { previewed, imported, seconds } = await opened();
    const rows = [TIMED, "2026-11-16,09:00,10:00,Website,Mo"];
    await imported(rows);
    assert.deepEqual(await previewed(rows, { duplicates: "add" }), [1, 0, 0]);
    assert.equal(await imported(rows, { duplicates: "add" }), 1);
    assert.equal(await seconds(), 2 * 3600);
  });
});
