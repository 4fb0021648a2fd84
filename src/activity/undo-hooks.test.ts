import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { subjects } from "../api/subjects.ts";
import { Refusal } from "../core/errors.ts";
import type { Context } from "../db/context.ts";
import { events } from "../events.ts";
import { getEvent } from "./get-event.ts";
import { listEvents } from "./list-events.ts";
import type { Subjects, PutBack, UndoRows } from "./subject.ts";
import { undoEvent } from "./undo.ts";

type Hooks = Pick<UndoRows, "around" | "after" | "never">;

/** The subjects of the server, with hooks on the table of tags. */
function withHooks(hooks: Hooks): Subjects {
  const { undo } = subjects.tag;
  assert.ok("table" in undo);
  return { ...subjects, tag: { ...subjects.tag, undo: { ...undo, ...hooks } } };
}

onEachDatabase((world) => {
  const contextOf = async (team: Team, hooks: Hooks) => {
    const actor = { id: team.userId, name: "Olga Owner", role: "owner", timeZone: "UTC" } as const;
    const { auditContext } = team;
    const named = { id: team.id, name: "Team", baseCurrency: "EUR" };
    return {
      ...auditContext,
      now: world.now,
      team: named,
      actor,
      subjects: withHooks(hooks),
      events,
    };
  };
  const eventOf = async (team: Team, tool: string) => {
    const event = (await team.journal()).findLast((event) => event.tool === tool);
    return event?.id ?? "";
  };
  const tagsIn = async ({ db, team }: Pick<Context, "db" | "team">) =>
    (await db.selectFrom("tags").select("id").where("team_id", "=", team.id).execute()).length;

  /** A customer with two tags, one of which is deleted, so that an undo restores a tag and a link. */
  const deletedTag = async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const tag = await team.call("tags_create", { name: "a" });
    await team.call("customers_create", { name: "Acme", email: "a@a.example", tag_ids: [tag.id] });
    world.pass(1000);
    const before = await team.state();
    await team.call("tags_delete", { id: tag.id });
    world.pass(1000);
    return { team, tag, before, id: await eventOf(team, "tags_delete") };
  };

  describe("around", () => {
    test("runs once for its table, in the transaction, and sees the rows before and after", async () => {
      const { team, before, id } = await deletedTag();
      const seen: unknown[] = [];
      const context = await contextOf(team, {
        around: async (context, past, putBack) => {
          assert.equal(context.begin, null);
          seen.push(
            past.map(({ type }) => type),
            await tagsIn(context),
          );
          await putBack();
          seen.push(await tagsIn(context));
        },
      });
      await undoEvent(context, { id });
      assert.deepEqual(seen, [["tag"], 0, 1]);
      assert.deepEqual(await team.state(), before);
    });

    test("that does not put back, or does so twice, is a bug that undoes nothing", async () => {
      const { team, id } = await deletedTag();
      const deleted = await team.state();
      for (const around of [
        async () => {},
        async (_context: unknown, _past: unknown, putBack: () => Promise<void>) => {
          await putBack();
          await putBack();
        },
      ]) {
        await assert.rejects(async () => undoEvent(await contextOf(team, { around }), { id }));
        assert.deepEqual(await team.state(), deleted);
      }
    });
  });

  describe("after", () => {
    test("is given the whole rows before and after, when all is written", async () => {
      const { team, tag, id } = await deletedTag();
      const given: PutBack[][] = [];
      const context = await contextOf(team, {
        after: async (context, rows) => {
          given.push([...rows]);
          assert.equal(await tagsIn(context), given.length === 1 ? 1 : 0);
        },
      });
      const { undoing } = await undoEvent(context, { id });
      await undoEvent(context, { id: undoing.id });
      const [restored, removed] = given;
      assert.deepEqual([restored?.length, removed?.length], [1, 1]);
      assert.partialDeepStrictEqual(restored?.[0], { id: tag.id, before: null });
      assert.partialDeepStrictEqual(restored?.[0]?.after, { name: "a", name_key: "a" });
      assert.partialDeepStrictEqual(removed?.[0], { id: tag.id, after: null });
      assert.partialDeepStrictEqual(removed?.[0]?.before, { name: "a", name_key: "a" });
    });

    test("that refuses leaves everything as it was", async () => {
      const { team, id } = await deletedTag();
      const [state, journal] = [await team.state(), await team.journal()];
      const gone = { code: "not_undoable", message: "The file is gone", next: "add it" } as const;
      const context = await contextOf(team, {
        after: async () => {
          throw new Refusal(gone);
        },
      });
      await assert.rejects(undoEvent(context, { id }), { message: gone.message });
      assert.deepEqual([await team.state(), await team.journal()], [state, journal]);
    });
  });

  describe("never", () => {
    const never: UndoRows["never"] = ({ before, after }) =>
      before !== null && after === null
        ? { because: "The tag was printed", next: "make another" }
        : null;

    test("is told in the list and the event beforehand, and refuses the undo", async () => {
      const { team, id } = await deletedTag();
      const [state, journal] = [await team.state(), await team.journal()];
      const context = await contextOf(team, { never });
      const undo = {
        state: "not_possible",
        because: "The tag was printed; make another.",
        eventId: null,
      };
      const { events } = await listEvents(context, { limit: 50 });
      assert.deepEqual(events.find((event) => event.id === id)?.undo, undo);
      assert.deepEqual((await getEvent(context, { id })).event.undo, undo);
      await assert.rejects(undoEvent(context, { id }), { message: "The tag was printed" });
      assert.deepEqual([await team.state(), await team.journal()], [state, journal]);
    });

    test("concerns only the changes that it names", async () => {
      const team = await world.team();
      await team.call("tags_create", { name: "a" });
      const context = await contextOf(team, { never });
      const id = await eventOf(team, "tags_create");
      const { events } = await listEvents(context, { limit: 50 });
      assert.equal(events.find((event) => event.id === id)?.undo.state, "possible");
      await undoEvent(context, { id });
      assert.equal(await tagsIn(context), 0);
    });
  });
});
