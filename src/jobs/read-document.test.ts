import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { jobsWith, linesOfLog, sourcesOf, worked } from "../../test/outbox.ts";
import { addDocument, mailOf, UPLOAD } from "../../test/papers.ts";
import { WebApp } from "../../test/web.ts";
import { PaperReader } from "../reading/reader-process.ts";
import { READER_BOUNDS } from "../reading/reader-watch.ts";
import { type Jobs, Worker } from "./worker.ts";

const RECEIPT = `Muster GmbH
Invoice RE-2026-0001
Date: 31.10.2026
Total EUR 119.00`;

onEachDatabase((world) => {
  const reader = new PaperReader();
  /** Its process takes more memory than it may. */
  const small = new PaperReader({ bounds: { ...READER_BOUNDS, memoryMb: 1 } });
  after(async () => {
    await reader.stop();
    await small.stop();
  });

  const readBy = (reader: Pick<PaperReader, "read">): Jobs => {
    const { read_document } = jobsWith(null, reader);
    // Payments of receipts are looked for by jobs of their own.
    return { ...jobsWith(null), read_document, match_item: null };
  };
  const stateOf = async (team: Team) => {
    const { outbox: _queue, document_words: _entries, ...rest } = await team.state();
    return rest;
  };

  test("a file is read, found by its words, and its receipt gets the fields", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const sent = { team: team.id, to: "inbox" as const, name: "rechnung.txt" };
    const { document, item_id } = await app.upload(UPLOAD, sent, RECEIPT);
    await worked(world, readBy(reader));
    const found = await team.call("documents_get", { id: document.id });
    assert.equal(found.processing_status, "completed");
    assert.match(found.text, /RE-2026-0001/);
    assert.equal(found.date, "2026-10-31");
    assert.equal(found.linked.inbox.id, item_id);
    assert.equal((await team.state())["document_words"]?.length, 1);
    const counts = await app.ask("GET /api/teams/:team/documents/counts", { team: team.id });
    assert.deepEqual([counts.reading, counts.failed], [0, 0]);
    assert.equal(counts.storage_used, Buffer.byteLength(RECEIPT));
  });

  test("a deletion that is undone ends as it was, once the file is read again", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const activity = await Activity.of(team);
    const sent = { team: team.id, to: "inbox" as const, name: "rechnung.txt" };
    const { document } = await activity.app.upload(UPLOAD, sent, RECEIPT);
    await worked(world, readBy(reader));
    const before = await stateOf(team);
    const deleted = await team.call("documents_delete", { id: document.id });
    assert.equal(deleted.deleted_inbox_items, 1);
    const gone = await team.state();
    for (const table of ["documents", "document_texts", "document_words", "inbox_items"])
      assert.deepEqual(gone[table], [], table);
    world.pass(1000);
    await activity.undo(await activity.latest("documents_delete"));
    await worked(world, readBy(reader));
    assert.deepEqual(await stateOf(team), before);
  });

  test("papers of a mail become documents and receipts, signed as its upload, and once only", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const mail = mailOf([
      { type: "text/plain", body: "Your receipt is attached." },
      { type: "text/plain", name: "a.txt", body: RECEIPT, disposition: "attachment" },
      { type: "text/csv", name: "b.csv", body: "a,b\n1,2\n", disposition: "attachment" },
    ]);
    const sent = { team: team.id, to: "inbox" as const, name: "mail.eml" };
    const { document } = await app.upload(UPLOAD, sent, mail);
    await worked(world, readBy(reader));
    const { items } = await team.call("documents_list");
    const names = items.map(({ name }: { name: string }) => name).toSorted();
    assert.deepEqual(names, ["a.txt", "b.csv", "mail.eml"]);
    const state = await team.state();
    const rows = state["inbox_items"] as { bundle_id: string }[];
    assert.deepEqual([...new Set(rows.map(({ bundle_id }) => bundle_id))], [document.id]);
    assert.equal(rows.length, 3);
    const kept = state["documents"] as { name: string; origin: any; created_by: string }[];
    const part = kept.find(({ name }) => name === "a.txt");
    assert.equal(part?.created_by, team.userId);
    assert.equal(part?.origin.sender, "Muster Shop <billing@muster.example>");
    assert.equal((await team.journalOf(UPLOAD)).length, 3);
    await app.ask("POST /api/teams/:team/documents/:id/read", { team: team.id, id: document.id });
    await worked(world, readBy(reader));
    assert.equal((await team.journalOf(UPLOAD)).length, 3, "read again, it brings nothing new");
  });

  test("a mail that is deleted while it is read leaves nothing of its attachments", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const app = await WebApp.of(team);
    const part = {
      type: "text/plain",
      name: "a.txt",
      body: RECEIPT,
      disposition: "attachment",
    } as const;
    const sent = { team: team.id, to: "inbox" as const, name: "mail.eml" };
    const { document } = await app.upload(UPLOAD, sent, mailOf([part]));
    const meanwhile: Pick<PaperReader, "read"> = {
      read: async (...asked) => {
        const read = await reader.read(...asked);
        await team.call("documents_delete", { id: document.id });
        return read;
      },
    };
    await worked(world, readBy(meanwhile));
    const state = await team.state();
    for (const table of ["documents", "document_texts", "inbox_items"])
      assert.deepEqual(state[table], [], table);
    assert.equal((await team.journalOf(UPLOAD)).length, 1);
  });

  test("a file that twice takes too much is too heavy, and its receipt waits for a person", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const sent = { team: team.id, to: "inbox" as const, name: "heavy.txt" };
    const { document } = await app.upload(UPLOAD, sent, RECEIPT);
    await worked(world, readBy(small));
    const first = await team.call("documents_get", { id: document.id });
    assert.equal(first.processing_status, "processing");
    world.pass(120_000);
    await worked(world, readBy(small));
    const found = await team.call("documents_get", { id: document.id });
    assert.deepEqual([found.processing_status, found.problem], ["failed", "too_heavy"]);
    assert.equal(found.linked.inbox.status, "pending");
    await app.ask("POST /api/teams/:team/documents/:id/read", { team: team.id, id: document.id });
    await worked(world, readBy(reader));
    const again = await team.call("documents_get", { id: document.id });
    assert.deepEqual([again.processing_status, again.problem], ["completed", first.problem]);
  });

  test("a stopping server ends a reading, and the next one does it with all its attempts", async () => {
    const team = await world.team();
    const { id } = await addDocument(team, { name: "x.txt", content: RECEIPT });
    const { log, lines } = linesOfLog();
    const began = Promise.withResolvers<null>();
    const endless: Pick<PaperReader, "read"> = {
      read: async (_team, _file, signal) => {
        began.resolve(null);
        await sleep(600_000, null, { signal });
        throw new Error("nobody ended it");
      },
    };
    const worker = new Worker({ ...sourcesOf(world), log, jobs: readBy(endless) });
    worker.wake();
    await began.promise;
    await worker.stop();
    const [job]: readonly any[] = (await team.state())["outbox"] ?? [];
    assert.deepEqual([job.attempts, job.lease, job.done_at], [0, null, null]);
    assert.deepEqual(lines, []);
    await worked(world, readBy(reader));
    const found = await team.call("documents_get", { id });
    assert.equal(found.processing_status, "completed");
  });

  test("a reading whose claim another worker has by now writes nothing", async () => {
    const team = await world.team();
    const { id } = await addDocument(team, { name: "x.txt", content: RECEIPT });
    const late: Pick<PaperReader, "read"> = {
      read: async (...asked) => {
        const read = await reader.read(...asked);
        await world.database.begin((db) =>
          db
            .updateTable("outbox")
            .set({ lease: randomUUID() })
            .where("subject_id", "=", id)
            .execute(),
        );
        return read;
      },
    };
    await worked(world, readBy(late));
    const state = await team.state();
    assert.deepEqual([state["document_texts"], state["document_words"]], [[], []]);
    const found = await team.call("documents_get", { id });
    assert.equal(found.processing_status, "processing");
  });

  test("one file is read at a time, and other work goes on beside it", async () => {
    const team = await world.team();
    for (const name of ["1.txt", "2.txt", "3.txt"]) await addDocument(team, { name });
    let [running, most] = [0, 0];
    const counting: Pick<PaperReader, "read"> = {
      read: async (...asked) => {
        running += 1;
        most = Math.max(most, running);
        const read = await reader.read(...asked);
        running -= 1;
        return read;
      },
    };
    await worked(world, readBy(counting));
    const { items } = await team.call("documents_list");
    assert.deepEqual([most, items.length], [1, 3]);
    for (const { processing_status } of items) assert.equal(processing_status, "completed");
  });
});
