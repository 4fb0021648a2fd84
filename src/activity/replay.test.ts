import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { imageOf } from "../../test/rows.ts";
import { createProject } from "../domains/projects/create-project.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

/** The tables of what the tools change, by the name that the journal has for it. */
const TABLES: Readonly<Record<string, string>> = {
  customer: "customers",
  customer_tag: "customer_tags",
  tag: "tags",
  tracker_entry: "tracker_entries",
  tracker_project: "tracker_projects",
};

onEachDatabase((world) => {
  test("the journal, applied to nothing, gives what the team has, and undone backwards nothing", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    await liveThrough(team);
    const changes = (await team.journal())
      .flatMap(({ changes }) => changes)
      .filter(({ subject_type }) => subject_type in TABLES);
    const state = await team.state();
    const rows: Rows = {
      customer: [],
      customer_tag: [],
      tag: [],
      tracker_entry: [],
      tracker_project: [],
    };
    for (const change of changes) apply(rows, change);
    for (const [type, table] of Object.entries(TABLES)) {
      assert.deepEqual(rows[type]?.toSorted(byText), state[table]?.map(imageOf).toSorted(byText));
    }
    for (const { before, after, ...subject } of changes.toReversed()) {
      apply(rows, { ...subject, before: after, after: before });
    }
    assert.deepEqual(Object.values(rows).flat(), []);
  });
});

/** Each kind of change that the tools make, one moment after the other. */
async function liveThrough(team: Team): Promise<void> {
  const call = async (tool: string, args: object) => {
    team.world.pass(1000);
    return team.call(tool, args);
  };
  const project = async (name: string, customer_id?: string) => {
    team.world.pass(1000);
    const context = { ...team.auditContext, now: team.world.now };
    return (await createProject(context, { name, customer_id })).projectId;
  };
  const [a, b] = [
    await call("tags_create", { name: "a" }),
    await call("tags_create", { name: "b" }),
  ];
  const acme = await call("customers_create", { ...ACME, tag_ids: [a.id, b.id] });
  const kept = await call("customers_create", { ...ACME, note: "x", tag_ids: [a.id] });
  await call("customers_update", { id: kept.id, note: null, city: "Köln", tag_ids: [b.id] });
  await call("customers_update", { id: acme.id, is_archived: true });
  const [own, website] = [await project("Own"), await project("Website", acme.id)];
  await call("tracker_start_timer", { project_id: website, description: "Design" });
  team.world.pass(120_000);
  await call("tracker_start_timer", { project_id: own });
  await call("tracker_stop_timer", {});
  const { id } = await call("tracker_start_timer", { project_id: own });
  team.world.pass(120_000);
  await call("tracker_stop_timer", {});
  await call("tracker_start_timer", { project_id: own });
  await call("tracker_delete_entry", { id });
  await call("tags_delete", { id: a.id });
  await call("customers_delete", { id: acme.id });
}

type Rows = Record<string, any[]>;
type Change = { subject_type: string; subject_id: string; before: unknown; after: unknown };

/** Makes one change. What it refers to is there, and what goes is what there was. */
function apply(rows: Rows, { subject_type, subject_id, before, after }: Change): void {
  const things = (rows[subject_type] ??= []);
  if (before === null) things.push({ ...(after as object) });
  else if (after === null) {
    const index = things.findIndex((row) => isDeepStrictEqual(row, before));
    assert.ok(index >= 0, JSON.stringify(before));
    things.splice(index, 1);
  } else {
    const row = things.find(({ id }) => id === subject_id);
    assert.partialDeepStrictEqual(row, before);
    Object.assign(row, after);
  }
  const has = (type: string, id: string | null) =>
    id === null || rows[type]?.some((row) => row.id === id);
  for (const { customer_id, tag_id } of rows["customer_tag"] ?? [])
    assert.ok(has("customer", customer_id) && has("tag", tag_id));
  for (const { customer_id } of rows["tracker_project"] ?? [])
    assert.ok(has("customer", customer_id));
  for (const { project_id } of rows["tracker_entry"] ?? [])
    assert.ok(has("tracker_project", project_id));
}

function byText(one: object, other: object): number {
  return textOf(one) < textOf(other) ? -1 : 1;
}

/** The same for the same columns, in whatever order they come. */
function textOf(row: object): string {
  return JSON.stringify(row, Object.keys(row).toSorted());
}
