import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase } from "../../test/app.ts";
import { together } from "../../test/races.ts";
import { allRows, emptied } from "../../test/rows.ts";
import { baseContextOf } from "../db/context.ts";
import { collect } from "../jobs/collect.ts";

const DAY_MS = 24 * 60 * 60_000;
const ACME = { name: "Acme", email: "anna@acme.example" };

onEachDatabase((world) => {
  beforeEach(() => emptied(world.database));

  const baseContext = () =>
    baseContextOf({ database: world.database, clock: () => Date.parse(world.now), randomBytes });

  async function collected(): Promise<number> {
    return collect(baseContext(), (error) => {
      throw error;
    });
  }

  test("after 30 days the journal keeps that something happened, and not what", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const { id } = await team.call("customers_create", ACME);
    await team.call("customers_update", { id, phone: "+49 221 7654321", tag_ids: [tag.id] });
    await team.call("tags_delete", { id: tag.id });
    world.pass(30 * DAY_MS - 1);
    // The use of a key is noted behind the call.
    await world.settled();
    const before = await allRows(world.database.reader);
    await collected();
    assert.deepEqual(await allRows(world.database.reader), before);
    assert.match(JSON.stringify(await team.journal()), /7654321/);
    world.pass(1);
    const activity = await Activity.of(team);
    const events = await activity.list({ limit: 100 });
    assert.ok((await collected()) > 0);
    assert.doesNotMatch(JSON.stringify(await team.journal()), /7654321|Wholesale|Acme|anna@/);
    const now = await activity.list({ limit: 100 });
    const facts = ({ subjects: _subjects, deed: _deed, ...event }: (typeof now)[number]) => event;
    assert.deepEqual(now.map(facts), events.map(facts));
    const deeds = Object.fromEntries(now.map(({ tool, deed }) => [tool, deed]));
    // The name of a deleted record is gone with the snapshots.
    assert.deepEqual(deeds["tags_create"], ["added a tag"]);
    assert.deepEqual(deeds["tags_delete"], ["deleted a tag, with 1 more change"]);
    const shown = async (tool: string) => {
      const { changes } = await activity.detail((await activity.latest(tool)).id);
      return changes.map(({ type, name, did, fields, isRedacted }) => [
        type,
        name,
        did,
        fields,
        isRedacted,
      ]);
    };
    assert.deepEqual(await shown("customers_update"), [
      ["customer", "Acme", "changed", [], true],
      ["customer_tag", "Acme", "created", [], true],
    ]);
    assert.deepEqual(await shown("tags_delete"), [
      ["tag", null, "deleted", [], true],
      ["customer_tag", "Acme", "deleted", [], true],
    ]);
    assert.match(
      await activity.refused(await activity.latest("customers_create")),
      /values are deleted after that/,
    );
  });

  test("younger events, and what the business has, stay as they are", async () => {
    const team = await world.team();
    await team.call("customers_create", ACME);
    world.pass(10 * DAY_MS);
    await team.call("tags_create", { name: "Wholesale" });
    world.pass(20 * DAY_MS);
    const before = await team.state();
    await collected();
    assert.deepEqual(await team.state(), before);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("tags_create"));
  });

  test("a large event is redacted some changes at a time, like many small ones, and others get in between", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("customers_create", ACME);
    const projects = Array.from({ length: 1200 }, () => ({
      team_id: team.id,
      id: team.auditContext.newId(),
      name: "Website",
      name_folded: "website",
      customer_id: id,
      status: "in_progress" as const,
      billable: false,
      created_at: world.now,
      updated_at: world.now,
    }));
    await world.database.begin((db) =>
      db.insertInto("tracker_projects").values(projects).execute(),
    );
    await team.call("customers_delete", { id });
    world.pass(31 * DAY_MS);
    const left: number[] = [];
    const begin: ReturnType<typeof baseContext>["begin"] = async (work) => {
      const result = await world.database.begin(work);
      const changes = (await team.journal()).flatMap(({ changes }) => changes);
      left.push(changes.filter(({ before, after }) => before !== null || after !== null).length);
      return result;
    };
    await collect({ ...baseContext(), begin }, (error) => assert.ifError(error));
    const steps = left.filter((count, index) => index > 0 && count !== left[index - 1]);
    assert.deepEqual([steps.length, steps.at(-1)], [3, 0]);
  });

  test("servers that redact at the same time do not hinder each other, and leave nothing", async () => {
    const team = await world.team();
    for (let number = 0; number < 30; number += 1)
      await team.call("tags_create", { name: `${number}` });
    world.pass(30 * DAY_MS);
    await together(3, collected);
    const events = await team.journal();
    assert.ok(events.every(({ redacted_at }) => redacted_at === world.now));
    assert.doesNotMatch(JSON.stringify(events), /"name"/);
    assert.equal(await collected(), 0);
  });
});
