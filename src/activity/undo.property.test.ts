import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { extent } from "../../test/extent.ts";
import { lives, take } from "../../test/life.ts";
import { WebApp } from "../../test/web.ts";

const UNDO = "POST /api/teams/:team/activity/:id/undo";
const LIVES = extent(10, 300);

onEachDatabase((world) => {
  test("whatever was done, undone from the newest to the oldest, leaves every row as it was before", async () => {
    const rule = fc.asyncProperty(lives(20), async (life) => {
      const team = await world.team({ destructive_ai_tools: true });
      const past: { id: string; before: unknown }[] = [];
      for (const step of life) {
        const [before, events] = [await team.state(), await eventsOf(team)];
        await take(team, step);
        const [id, ...others] = (await eventsOf(team)).filter((id) => !events.includes(id));
        assert.deepEqual(others, []);
        if (id === undefined) assert.deepEqual(await team.state(), before);
        else past.push({ id, before });
      }
      const app = await WebApp.of(team);
      for (const { id, before } of past.toReversed()) {
        const { event } = await app.ask(UNDO, { team: team.id, id });
        assert.equal(event.undo.state, "done");
        assert.deepEqual(await team.state(), before);
      }
    });
    await fc.assert(rule, { numRuns: LIVES });
  });

  test("whichever event is undone, it is undone whole or nothing happens, and undoing the undoing brings all back", async () => {
    const numbers = fc.array(fc.nat(1000), { minLength: 1, maxLength: 10 });
    const rule = fc.asyncProperty(lives(15), numbers, async (life, numbers) => {
      const team = await world.team({ destructive_ai_tools: true });
      for (const step of life) await take(team, step);
      const app = await WebApp.of(team);
      for (const number of numbers) {
        const events = await eventsOf(team);
        const id = events[number % events.length] ?? "";
        const [before, journal] = [await team.state(), await team.journal()];
        const { status, body } = await app.attempt(UNDO, { team: team.id, id });
        if (status === 200) {
          const after = await team.state();
          const again = await app.ask(UNDO, { team: team.id, id: body.undoing.id });
          assert.deepEqual(await team.state(), before);
          await app.ask(UNDO, { team: team.id, id: again.undoing.id });
          assert.deepEqual(await team.state(), after);
        } else {
          assert.deepEqual([status, body.code], [409, "not_undoable"], JSON.stringify(body));
          assert.deepEqual([await team.state(), await team.journal()], [before, journal]);
        }
      }
    });
    await fc.assert(rule, { numRuns: LIVES });
  });
});

async function eventsOf(team: Team): Promise<readonly string[]> {
  return (await team.journal()).map(({ id }) => id);
}
