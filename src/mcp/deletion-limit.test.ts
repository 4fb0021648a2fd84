import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { META, modern, read } from "../../test/mcp.ts";

const HOUR_MS = 60 * 60_000;
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

async function limited(team: Team, deletions_per_hour: number, tags: number) {
  await team.set({ destructive_ai_tools: true, deletions_per_hour });
  const made = Array.from({ length: tags }, (_, at) =>
    team.call("tags_create", { name: `T${at}` }),
  );
  return (await Promise.all(made)).map(({ id }): string => id);
}

const left = async (team: Team) => (await team.call("tags_list")).items.length;
const deleted = async (team: Team, id: string | undefined) =>
  (await team.call("tags_delete", { id })).deleted;

/** Deletes as a client whose user agrees to it. */
async function deleteAgreed(team: Team, id: string): Promise<any> {
  const params = {
    name: "tags_delete",
    arguments: { id },
    _meta: { ...META, [CAPABILITIES]: { elicitation: {} } },
  };
  const { result: asked } = await read(modern(team, "tools/call", params));
  assert.equal(asked.resultType, "input_required");
  const confirm = { action: "accept", content: { confirm: true } };
  const { requestState } = asked;
  const answered = { ...params, inputResponses: { confirm }, requestState };
  return (await read(modern(team, "tools/call", answered))).result;
}

onEachDatabase((world) => {
  test("of 30 deletions at once 25 are done where 25 an hour are allowed", async () => {
    const team = await world.team();
    const ids = await limited(team, 25, 30);
    const calls = await Promise.all(ids.map((id) => team.attempt("tags_delete", { id })));
    const refused = calls.flatMap(({ refused }) => refused ?? []);
    assert.equal(refused.length, 5);
    assert.deepEqual(new Set(refused.map(({ code }) => code)), new Set(["too_many_deletions"]));
    assert.equal(await left(team), 5);
    const events = await team.journalOf("tags_delete");
    const outcomes = events.map(({ outcome, reason }) => `${outcome} ${reason}`);
    assert.deepEqual(outcomes.toSorted(), [
      ...Array.from({ length: 25 }, () => "done null"),
      ...Array.from({ length: 5 }, () => "refused too_many_deletions"),
    ]);
  });

  test("beyond the limit nothing is deleted, and the refusal tells the limit, the next time and who changes it", async () => {
    const team = await world.team();
    const [one, two, three] = await limited(team, 2, 3);
    const first = world.now;
    await deleted(team, one);
    world.pass(60_000);
    await deleted(team, two);
    const before = await team.state();
    const { sentence } = await team.refused("tags_delete", { id: three });
    const nextAt = new Date(Date.parse(first) + HOUR_MS).toISOString();
    assert.equal(
      sentence,
      `This team lets assistants that cannot ask a person delete 2 times an hour at most, which they have done; the next deletion is possible at ${nextAt}; an owner or admin changes the limit in the web app, under Settings, AI; nothing was deleted.`,
    );
    assert.deepEqual(await team.state(), before);
    world.pass(HOUR_MS - 60_001);
    assert.equal((await team.refused("tags_delete", { id: three })).code, "too_many_deletions");
    world.pass(1);
    assert.equal(await deleted(team, three), true);
    const { counted_deletions: counted = [] } = await team.state();
    assert.equal(counted.length, 2, "what is older than an hour is forgotten");
  });

  test("only what removed something counts: no dry run, no absent id, no repeated key, no refused call", async () => {
    const team = await world.team();
    const [one, two, three] = await limited(team, 2, 3);
    for (let at = 0; at < 3; at += 1) {
      await team.call("tags_delete", { id: one, dry_run: true });
      assert.equal(await deleted(team, team.id), false);
      await team.refused("tags_delete", { id: "none" });
    }
    const keyed = (id: string | undefined) =>
      team.rpc(
        "tools/call",
        { name: "tags_delete", arguments: { id } },
        { "Idempotency-Key": `key-${id}` },
      );
    const answers = [await keyed(one), await keyed(one), await keyed(one)];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    assert.equal(new Set(texts).size, 1);
    assert.equal(await deleted(team, two), true);
    assert.equal(await deleted(team, two), false, "an absent id is answered beyond the limit too");
    assert.equal((await team.call("tags_delete", { id: three, dry_run: true })).dry_run, true);
    const { result } = await read(keyed(three));
    assert.match(result.content[0].text, /2 times an hour/);
    assert.deepEqual(JSON.parse(texts[0] ?? "").result, (await read(keyed(one))).result);
    assert.equal(await left(team), 1);
    world.pass(HOUR_MS);
    assert.equal((await read(keyed(three))).result.structuredContent.deleted, true);
  });

  test("each tool that deletes counts for the same limit, of all keys of the team and of no other team", async () => {
    const team = await world.team();
    const [tag, other] = await limited(team, 2, 2);
    const customer = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    await team.call("customers_delete", { id: customer.id });
    await deleted(await team.as("all"), tag);
    await team.refused("tags_delete", { id: other });
    const elsewhere = await world.team();
    const [theirs] = await limited(elsewhere, 2, 1);
    assert.equal(await deleted(elsewhere, theirs), true);
  });

  test("a deletion that is undone still counts", async () => {
    const team = await world.team();
    const [one] = await limited(team, 1, 1);
    await deleted(team, one);
    world.pass(1000);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("tags_delete"));
    assert.equal(await left(team), 1);
    await team.refused("tags_delete", { id: one });
    assert.equal(await left(team), 1);
  });

  test("what a person agreed to does not count, and is done beyond the limit", async () => {
    const team = await world.team();
    const [one = "", two, three = "", four] = await limited(team, 1, 4);
    assert.equal((await deleteAgreed(team, one)).structuredContent.deleted, true);
    assert.equal(await deleted(team, two), true);
    assert.equal((await deleteAgreed(team, three)).structuredContent.deleted, true);
    await team.refused("tags_delete", { id: four });
    assert.equal(await left(team), 1);
  });

  test("a lower limit holds at once, a higher one lets more be deleted, and without one nothing is counted", async () => {
    const team = await world.team();
    const ids = await limited(team, 3, 6);
    for (const id of ids.slice(0, 2)) await deleted(team, id);
    await team.set({ deletions_per_hour: 1 });
    await team.refused("tags_delete", { id: ids[2] });
    await team.set({ deletions_per_hour: 3 });
    await deleted(team, ids[2]);
    await team.refused("tags_delete", { id: ids[3] });
    await team.set({ deletions_per_hour: null });
    for (const id of ids.slice(3)) await deleted(team, id);
    const { counted_deletions: counted = [] } = await team.state();
    assert.deepEqual([await left(team), counted.length], [0, 3]);
  });
});
