import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../../test/app.ts";
import { together } from "../../../test/races.ts";
import { storedRows } from "../../../test/rows.ts";
import { addEntry, addProject, teamWithProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { findWrongTotal } from "./kept-totals.ts";

const MOVE = "POST /api/teams/:team/entries/move";
const UNDO = "POST /api/teams/:team/activity/:id/undo";
const DAY = "2026-11-20";

onEachDatabase((world) => {
  test("entries of several projects are moved to one, running or not, in one event that is undone", async () => {
    const { team, app, ads, books, care } = await begin(world);
    const ids = [
      await addEntry(team, { project_id: ads, date: DAY, duration: 3600 }),
      await addEntry(team, { project_id: books, date: DAY, duration: 1800 }),
      await addEntry(team, {
        project_id: books,
        start: "2026-11-21T08:00:00.000Z",
        duration: null,
      }),
    ];
    const other = await addEntry(team, { project_id: ads, date: DAY, duration: 60 });
    const before = await team.state();
    const given = { team: team.id, ids, project: care };
    const { moved, event } = await app.ask(MOVE, given);
    assert.equal(moved, 3);
    for (const id of ids) assert.equal(await projectOf(team, id), care);
    assert.equal(await projectOf(team, other), ads, "not named, so it stays");
    assert.equal(await findWrongTotal(team.world.database.reader), null);
    const written = (await team.journal()).find(({ id }) => id === event);
    assert.equal(written?.changes.length, 3);
    await app.ask(UNDO, { team: team.id, id: event ?? "" });
    assert.deepEqual(await team.state(), before);
    assert.equal(await findWrongTotal(team.world.database.reader), null);
  });

  test("entries that are there already are not moved again, and those that are gone are counted", async () => {
    const { team, app, ads, care } = await begin(world);
    const there = await addEntry(team, { project_id: care, date: DAY });
    const id = await addEntry(team, { project_id: ads, date: DAY });
    const ids = [there, id, id, team.id];
    const first = await app.ask(MOVE, { team: team.id, ids, project: care });
    assert.partialDeepStrictEqual(first, { moved: 1, gone: 1 });
    const journal = await team.journal();
    const again = await app.ask(MOVE, { team: team.id, ids, project: care });
    assert.deepEqual(again, { moved: 0, gone: 1, to: "Care", event: null });
    assert.deepEqual(await team.journal(), journal, "nothing is written down");
  });

  test("another team's entries stay as they are, and its projects take none", async () => {
    const { team, app, ads, care } = await begin(world);
    const foreign = await teamWithProject(world);
    const theirs = await addEntry(foreign.team, { project_id: foreign.project_id });
    const id = await addEntry(team, { project_id: ads, date: DAY });
    const before = [await team.state(), await foreign.team.state()];
    const none = await app.ask(MOVE, { team: team.id, ids: [theirs], project: care });
    assert.deepEqual(none, { moved: 0, gone: 1, to: "Care", event: null });
    const refused = await app.refused(MOVE, {
      team: team.id,
      ids: [id],
      project: foreign.project_id,
    });
    assert.deepEqual([refused.code, refused.at], ["not_found", ["/project"]]);
    assert.deepEqual([await team.state(), await foreign.team.state()], before);
  });

  test("members move nothing when one of the entries is somebody else's", async () => {
    const { team, ads, care } = await begin(world);
    const mia = await team.member("member");
    const own = await addEntry(team, { project_id: ads, date: DAY, assigned_id: mia.userId });
    const other = await addEntry(team, { project_id: ads, date: DAY });
    const before = await team.state();
    const given = { team: team.id, project: care };
    const member = await WebApp.of(mia);
    const refused = await member.refused(MOVE, { ...given, ids: [own, other] });
    assert.equal(refused.code, "not_allowed");
    assert.deepEqual(await team.state(), before);
    assert.equal((await member.ask(MOVE, { ...given, ids: [own] })).moved, 1);
  });

  test("moves at once to different projects leave each entry on one, with right totals", async () => {
    const { team, app, ads, books, care } = await begin(world);
    const ids = await together(4, () =>
      addEntry(team, { project_id: ads, date: DAY, duration: 60 }),
    );
    await together(6, (index) =>
      app.ask(MOVE, { team: team.id, ids, project: index % 2 === 0 ? books : care }),
    );
    const on = new Set(
      storedRows(await team.state(), "tracker_entries").map(({ project_id }) => project_id),
    );
    assert.equal(on.size, 1, "each move is whole");
    assert.equal(await findWrongTotal(team.world.database.reader), null);
  });
});

async function begin(world: World) {
  const { team, project_id: ads } = await teamWithProject(world);
  const books = await addProject(team, { name: "Books" });
  const care = await addProject(team, { name: "Care" });
  return { team, app: await WebApp.of(team), ads, books, care };
}

async function projectOf(team: Team, id: string): Promise<string | undefined> {
  const rows = storedRows(await team.state(), "tracker_entries");
  return rows.find((row) => row.id === id)?.project_id;
}
