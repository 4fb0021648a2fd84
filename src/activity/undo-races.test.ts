import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity, type Shown } from "../../test/activity.ts";
import { onEachDatabase } from "../../test/app.ts";
import { extent } from "../../test/extent.ts";
import { duringWrite, together } from "../../test/races.ts";
import { addProject, runningIn } from "../../test/tracker.ts";
import type { Reply } from "../../test/web.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };
const UNDO = "POST /api/teams/:team/activity/:id/undo";
const ROUNDS = extent(10, 60);

onEachDatabase((world) => {
  const destructive = async () => world.team({ destructive_ai_tools: true });

  const attempt = async (activity: Activity, { id }: Shown): Promise<Reply> => {
    const reply = await activity.app.attempt(UNDO, { team: activity.team.id, id });
    if (reply.status !== 200)
      assert.deepEqual(
        [reply.status, reply.body.code],
        [409, "not_undoable"],
        JSON.stringify(reply.body),
      );
    return reply;
  };

  test("of undoings of one event at once one wins, and the others are told that it is undone", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", ACME);
    const activity = await Activity.of(team);
    for (let round = 0; round < ROUNDS; round += 1) {
      world.pass(1000);
      const before = await team.state();
      await team.call("customers_update", { id, name: `Acme ${round}`, phone: `${round}` });
      const event = await activity.latest("customers_update");
      const replies = await together(5, () => attempt(activity, event));
      const won = replies.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      for (const { status, body } of replies)
        if (status !== 200) assert.equal(body.title, "It has been undone already.");
      assert.deepEqual(await team.state(), before);
    }
    assert.equal((await team.journalOf(UNDO)).length, ROUNDS);
  });

  test("a change of the row at the same time is undone or refused, and no change is lost", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", { ...ACME, phone: "0" });
    const activity = await Activity.of(team);
    let undone = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      world.pass(1000);
      await team.call("customers_update", { id, phone: "0" });
      world.pass(1000);
      await team.call("customers_update", { id, phone: `${round}` });
      const event = await activity.latest("customers_update");
      world.pass(1000);
      const [reply] = await Promise.all([
        attempt(activity, event),
        team.call("customers_update", { id, phone: "later", city: `${round}` }),
        team.call("customers_update", { id, zip: `${round}` }),
      ]);
      const customer = await team.call("customers_get", { id });
      assert.partialDeepStrictEqual(customer, {
        phone: "later",
        city: `${round}`,
        zip: `${round}`,
      });
      if (reply.status === 200) undone += 1;
    }
    assert.equal((await team.journalOf(UNDO)).length, undone);
  });

  test("undo waits for a change that is not yet committed, and sees it", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", ACME);
    await team.call("customers_update", { id, phone: "1" });
    const activity = await Activity.of(team);
    const event = await activity.latest("customers_update");
    const reply = await duringWrite(
      world,
      (db) =>
        db
          .updateTable("customers")
          .set({ phone: "2" })
          .where("team_id", "=", team.id)
          .where("id", "=", id)
          .execute(),
      () => attempt(activity, event),
    );
    assert.match(reply.body.title, /Phone was left as "1", and is "2" now/);
    assert.equal((await team.call("customers_get", { id })).phone, "2");
  });

  test("a customer may get a project, or go, while the call that made it is undone", async () => {
    const team = await destructive();
    const activity = await Activity.of(team);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await team.call("customers_create", ACME);
      const event = await activity.latest("customers_create");
      const tag = await team.call("tags_create", { name: `tag ${round}` });
      const [reply, linked, deleted] = await Promise.all([
        attempt(activity, event),
        team.attempt("customers_update", { id, tag_ids: [tag.id] }),
        team.attempt("customers_delete", { id }),
      ]);
      if (linked.refused !== null) assert.equal(linked.refused.code, "not_found");
      assert.equal(reply.status === 200, deleted.answer.deleted === false);
      assert.equal(await team.call("customers_get", { id }), null);
    }
    const state = await team.state();
    assert.deepEqual([state["customers"], state["customer_tags"]], [[], []]);
  });

  test("a name that is taken while a tag comes back is one tag's", async () => {
    const team = await destructive();
    const activity = await Activity.of(team);
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `tag ${round}`;
      const { id } = await team.call("tags_create", { name });
      await team.call("tags_delete", { id });
      const event = await activity.latest("tags_delete");
      world.pass(1);
      const [reply, made] = await Promise.all([
        attempt(activity, event),
        team.attempt("tags_create", { name }),
      ]);
      assert.equal(reply.status === 200, made.refused?.code === "already_exists");
      const tags = (await team.state())["tags"] as { name: string }[];
      assert.equal(tags.filter((tag) => tag.name === name).length, 1);
    }
  });

  test("a tag comes back to customers who are changed at the same time", async () => {
    const team = await destructive();
    const activity = await Activity.of(team);
    const other = await team.call("tags_create", { name: "other" });
    const { id } = await team.call("customers_create", ACME);
    for (let round = 0; round < ROUNDS; round += 1) {
      const tag = await team.call("tags_create", { name: `tag ${round}` });
      await team.call("customers_update", { id, tag_ids: [tag.id] });
      await team.call("tags_delete", { id: tag.id });
      const event = await activity.latest("tags_delete");
      world.pass(1);
      const [reply] = await Promise.all([
        attempt(activity, event),
        team.call("customers_update", { id, tag_ids: [other.id] }),
      ]);
      assert.equal(reply.status, 200);
      const { tags } = await team.call("customers_get", { id });
      const names = tags.map(({ name }: { name: string }) => name).join();
      assert.ok(["other", `other,tag ${round}`].includes(names), names);
    }
  });

  test("one timer a person and a day runs, whatever is started, stopped and undone at once", async () => {
    const team = await destructive();
    const activity = await Activity.of(team);
    const project_id = await addProject(team);
    for (let round = 0; round < ROUNDS; round += 1) {
      await team.call("tracker_start_timer", { project_id });
      world.pass(90_000);
      await team.call("tracker_stop_timer");
      const event = await activity.latest("tracker_stop_timer");
      world.pass(1);
      await Promise.all([
        attempt(activity, event),
        team.call("tracker_start_timer", { project_id }),
        team.attempt("tracker_stop_timer"),
      ]);
      assert.ok((await runningIn(team)).length <= 1);
      await team.attempt("tracker_stop_timer");
      world.pass(1);
    }
  });

  test("an event and its undoing, undone at once, end as one of the two orders would", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", ACME);
    const activity = await Activity.of(team);
    for (let round = 0; round < ROUNDS; round += 1) {
      world.pass(1000);
      await team.call("customers_update", { id, phone: `${round}` });
      const { event, undoing } = await activity.undo(await activity.latest("customers_update"));
      const [again, done] = await Promise.all([
        attempt(activity, event),
        attempt(activity, undoing),
      ]);
      assert.deepEqual([again.status, done.status], [409, 200]);
      assert.equal((await team.call("customers_get", { id })).phone, `${round}`);
    }
  });
});
