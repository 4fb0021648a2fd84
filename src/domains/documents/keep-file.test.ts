import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addDocument, saveRead, UPLOAD } from "../../../test/papers.ts";
import { together } from "../../../test/races.ts";
import { ownerContext } from "../../../test/transactions.ts";
import type { Files } from "../../core/files.ts";
import { filesOf } from "./keep-file.ts";

onEachDatabase((world) => {
  /** Everything but the queue, in which each return of a document asks for its reading. */
  const stateOf = async (team: Team) => {
    const { outbox: _queue, ...rest } = await team.state();
    return rest;
  };

  test("the same bytes are one document, whatever their names, and twenty at once too", async () => {
    const team = await world.team();
    const kept = await together(20, (at) => addDocument(team, { name: `${at}.txt`, content: "x" }));
    assert.equal(new Set(kept.map(({ id }) => id)).size, 1);
    assert.equal(kept.filter(({ isNew }) => isNew).length, 1);
    const state = await team.state();
    assert.equal(state["files"]?.length, 1);
    assert.equal(state["outbox"]?.length, 1);
  });

  test("a file that does not fit into the team's space leaves nothing", async () => {
    const team = await world.team();
    await addDocument(team, { content: "0123456789" });
    const files = filesOf(ownerContext(team));
    const before = await team.state();
    const small = { ...ownerContext(team), files: { ...boundTo(files), teamLimit: 15 } };
    await assert.rejects(addDocument(team, { content: "abcdef" }, small), {
      code: "quota_exceeded",
      message: /0 MB of the 0 MB/,
    });
    assert.deepEqual(await team.state(), before);
    await addDocument(team, { content: "abcde" }, small);
    const again = await addDocument(team, { content: "0123456789" }, small);
    assert.equal(again.isNew, false, "bytes that are there take no more space");
  });

  test("an undone deletion brings back tags, names and place, and asks for the text", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const activity = await Activity.of(team);
    const tag = await team.call("tags_create", { name: "Tax" });
    const { id } = await addDocument(team, { name: "x.txt" });
    const at = { team: team.id };
    await activity.app.ask("POST /api/teams/:team/documents/tag", {
      ...at,
      ids: [id],
      add: [tag.id],
    });
    const before = await stateOf(team);
    const words = await team.call("documents_delete", { id, dry_run: true });
    assert.deepEqual(await stateOf(team), before);
    assert.match(JSON.stringify(words), /1 document|the document/);
    const deleted = await team.call("documents_delete", { id });
    assert.partialDeepStrictEqual(deleted, {
      deleted: true,
      unlinked_tags: 1,
      deleted_attachments: 0,
      deleted_inbox_items: 0,
    });
    assert.equal((await team.call("documents_delete", { id })).deleted, false);
    const gone = await stateOf(team);
    const event = await activity.latest("documents_delete");
    world.pass(1000);
    const undone = await activity.undo(event);
    assert.deepEqual(await stateOf(team), before);
    assert.deepEqual(
      (await team.state())["outbox"]?.map((row: any) => [row.job, row.subject_id, row.done_at]),
      [["read_document", id, null]],
    );
    world.pass(1000);
    await activity.undo(
      undone.undoing ?? (await activity.latest("POST /api/teams/:team/activity/:id/undo")),
    );
    assert.deepEqual(await stateOf(team), gone);
  });

  test("reading a file leaves its upload to be undone, and takes its words along", async () => {
    const team = await world.team();
    const activity = await Activity.of(team);
    const { id } = await addDocument(team, { name: "x.txt" });
    world.pass(1000);
    await saveRead(team, id, { text: "Rent of October", title: "Rent" });
    assert.equal((await team.state())["document_words"]?.length, 1);
    await activity.undo(await activity.latest(UPLOAD));
    const state = await team.state();
    for (const table of ["documents", "document_texts", "document_words"])
      assert.deepEqual(state[table], [], table);
    const again = await addDocument(team, { name: "x.txt" });
    assert.ok(again.isNew);
  });

  test("a deletion stays when the bytes are gone, or have come again", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const activity = await Activity.of(team);
    const { id } = await addDocument(team, { name: "x.txt", content: "x" });
    await team.call("documents_delete", { id });
    const event = await activity.latest("documents_delete");
    world.pass(1000);
    const again = await addDocument(team, { name: "y.txt", content: "x" });
    assert.match(await activity.refused(event), /the same file is there again as "y.txt"/);
    await team.call("documents_delete", { id: again.id });
    const [file] = (await team.state())["files"] as { sha256: string }[];
    await world.files.remove(team.id, file?.sha256 ?? "");
    world.pass(1000);
    assert.match(await activity.refused(event), /its file is gone for good/);
  });

  test("an upload is not undone while the document has a tag", async () => {
    const team = await world.team();
    const activity = await Activity.of(team);
    const tag = await team.call("tags_create", { name: "Tax" });
    const { id } = await addDocument(team, { name: "x.txt" });
    const event = await activity.latest(UPLOAD);
    const asked = { team: team.id, ids: [id], add: [tag.id] };
    const { event: tagged } = await activity.app.ask("POST /api/teams/:team/documents/tag", asked);
    world.pass(1000);
    assert.match(await activity.refused(event), /tag/);
    await activity.undo({ id: tagged ?? "" });
    await activity.undo(event);
    assert.deepEqual((await team.state())["documents"], []);
  });
});

/** The same store, of which a test may take another limit. */
function boundTo(files: Files): Files {
  return {
    largest: files.largest,
    teamLimit: files.teamLimit,
    stage: async (team, sent) => files.stage(team, sent),
    keep: async (team, staged) => files.keep(team, staged),
    read: async (team, sha256) => files.read(team, sha256),
    has: async (team, sha256) => files.has(team, sha256),
    remove: async (team, sha256) => files.remove(team, sha256),
    preview: async (asked) => files.preview(asked),
  };
}
