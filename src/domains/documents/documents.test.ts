import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addDocument, saveRead } from "../../../test/papers.ts";
import { WebApp } from "../../../test/web.ts";

const LIST = "GET /api/teams/:team/documents";
const GET = "GET /api/teams/:team/documents/:id";
const SAVE = "PATCH /api/teams/:team/documents/:id";
const TAG = "POST /api/teams/:team/documents/tag";

const DATE = { value: "2026-10-31", sure: "high", from: "text", place: null } as const;

onEachDatabase((world) => {
  const namesIn = async (team: Team, args: object) =>
    (await team.call("documents_list", args)).items.map(({ name }: { name: string }) => name);

  test("documents are listed newest first, page by page, each once", async () => {
    const team = await world.team();
    for (let at = 0; at < 5; at += 1) {
      await addDocument(team, { name: `paper ${at}.txt` });
      // Two of one moment, too.
      if (at % 2 === 0) world.pass(1000);
    }
    const rows = await team.rows("documents_list", { pageSize: 2 });
    assert.equal(new Set(rows.map(({ id }) => id)).size, 5);
    const times = rows.map(({ created_at }) => created_at);
    assert.ok(times.every((time, at) => at === 0 || time <= times[at - 1]));
    assert.deepEqual(
      (await team.call("documents_list", { limit: 2 })).items.map(({ id }: any) => id),
      rows.slice(0, 2).map(({ id }) => id),
    );
    const page = await team.call("documents_list", { pageSize: 2 });
    assert.equal(page.cursor, page.nextCursor);
    const { code, path } = await team.refused("documents_list", { cursor: page.cursor, q: "x" });
    assert.deepEqual([code, path], ["invalid_cursor", "cursor"]);
  });

  test("a row tells what a file is and how far it is read", async () => {
    const team = await world.team();
    const { id } = await addDocument(team, { name: "../../Büro\u202e.txt", content: "12345" });
    const { items } = await team.call("documents_list");
    assert.deepEqual(items, [
      {
        id,
        name: "Büro.txt",
        title: "Büro.txt",
        summary: null,
        date: null,
        language: null,
        processing_status: "pending",
        media_type: "text/plain",
        size: 5,
        tags: [],
        created_at: world.now,
      },
    ]);
  });

  test("q finds parts of names, titles and tags, without case and accents, and % is a character", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Steuer" });
    const app = await WebApp.of(team);
    const { id } = await addDocument(team, { name: "Büro 100%.txt" });
    await addDocument(team, { name: "other.txt" });
    for (const q of ["büro", "BURO", "100%", " ro 1"])
      assert.deepEqual(await namesIn(team, { q }), ["Büro 100%.txt"], q);
    assert.deepEqual(await namesIn(team, { q: "%o" }), []);
    await app.ask(SAVE, { team: team.id, id, title: "Miete Oktober", tag_ids: [tag.id] });
    for (const q of ["miete", "steuer"])
      assert.deepEqual(await namesIn(team, { q }), ["Büro 100%.txt"], q);
    assert.deepEqual(await namesIn(team, { q: "oktober\nst" }), [], "no part of two lines");
  });

  test("tags mean any of them, and each day works alone and says which papers have no date", async () => {
    const team = await world.team();
    const tags = [];
    for (const name of ["a", "b", "c"]) tags.push(await team.call("tags_create", { name }));
    const [a, b, c] = tags.map(({ id }) => id);
    const app = await WebApp.of(team);
    const one = await addDocument(team, { name: "one.txt" });
    const two = await addDocument(team, { name: "two.txt" });
    await addDocument(team, { name: "three.txt" });
    await app.ask(TAG, { team: team.id, ids: [one.id], add: [a, b] });
    await app.ask(TAG, { team: team.id, ids: [two.id], add: [c] });
    assert.deepEqual((await namesIn(team, { tags: [a, c] })).toSorted(), ["one.txt", "two.txt"]);
    assert.deepEqual(await namesIn(team, { tags: [b] }), ["one.txt"]);
    assert.equal((await namesIn(team, { tags: [] })).length, 3);

    await saveRead(team, one.id, { text: "A paper", fields: { date: DATE } });
    await app.ask(SAVE, { team: team.id, id: two.id, date: "2025-01-01" });
    assert.deepEqual(await namesIn(team, { end: "2026-10-31", start: "2026-10-31" }), ["one.txt"]);
    assert.deepEqual(await namesIn(team, { end: "2025-12-31" }), ["two.txt"]);
    const since = await team.call("documents_list", { start: world.now.slice(0, 10) });
    assert.deepEqual(
      since.items.map(({ name }: any) => name),
      ["three.txt"],
    );
    assert.deepEqual(since.notices, [
      "1 document of this page without a date count by their day of arrival.",
    ]);
  });

  test("the page sorts by arrival, by day and by name, each over its pages", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const days = ["2026-03-01", "2026-01-01", "2026-02-01"];
    for (const [at, date] of days.entries()) {
      const { id } = await addDocument(team, { name: `${["c", "B", "a"][at]}.txt` });
      await app.ask(SAVE, { team: team.id, id, date });
      world.pass(1000);
    }
    const sorted = async (sort: "-created" | "-date" | "name") => {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await app.ask(LIST, { team: team.id, sort, limit: 1, cursor });
        names.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return names;
    };
    assert.deepEqual(await sorted("-created"), ["a.txt", "B.txt", "c.txt"]);
    assert.deepEqual(await sorted("-date"), ["c.txt", "a.txt", "B.txt"]);
    assert.deepEqual(await sorted("name"), ["a.txt", "B.txt", "c.txt"]);
    const pdfs = await app.ask(LIST, { team: team.id, kind: "pdf" });
    assert.deepEqual(pdfs.items, []);
    const waiting = await app.ask(LIST, { team: team.id, kind: "text", state: "pending" });
    assert.equal(waiting.items.length, 3);
  });

  test("a document gives the first characters of its text, and pages the rest, with no pair of units parted", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const { id } = await addDocument(team, { name: "long.txt" });
    const text = `${"a".repeat(11_999)}🧾${"b".repeat(12_000)}`;
    await saveRead(team, id, { text, hiddenCharacters: 7, title: "Lo\u202eng", pages: 3 });
    const found = await team.call("documents_get", { id });
    assert.equal(found.text, "a".repeat(11_999));
    assert.deepEqual(
      [found.text_length, found.pages, found.hidden_characters, found.processing_status],
      [text.length, 3, 7, "completed"],
    );
    assert.equal(found.title, String.raw`Lo\u202eng`);
    assert.ok(found.untrusted.includes("text") && found.untrusted.includes("title"));
    assert.match(found.notices[0], /pages\/2 to \/3 have the rest/);
    const pages = [];
    for (const page of [1, 2, 3])
      pages.push(
        await app.ask("GET /api/teams/:team/documents/:id/text", { team: team.id, id, page }),
      );
    assert.equal(pages.map(({ text }) => text).join(""), text);
    assert.deepEqual(
      pages.map(({ pages }) => pages),
      [3, 3, 3],
    );
    const past = await app.attempt(`${GET}/text`, { team: team.id, id, page: 4 });
    assert.equal(past.status, 404);
    const uri = `ledgerport://documents/${id}/pages/2`;
    const read = await team.rpc("resources/read", { uri });
    const { result }: any = await read.json();
    const contents = JSON.parse(result.contents[0].text);
    assert.equal(contents.text, pages[1]?.text);
    assert.deepEqual(contents.untrusted, ["text"]);
    assert.equal(await team.call("documents_get", { id: team.id }), null);
  });

  test("characters that a database takes in no text become others, and pages begin where they did", async () => {
    const team = await world.team();
    const { id } = await addDocument(team, { name: "odd.txt" });
    const vendor = { value: "A\0B\ud800", sure: "low", from: "text", place: null } as const;
    const odd = { text: "one\0two\ud800!", title: "T\0", fields: { vendor } };
    await saveRead(team, id, odd);
    const { text, title } = await team.call("documents_get", { id });
    assert.deepEqual([text, title], ["one two\ufffd!", "T "]);
  });

  test("a changed document keeps the ending of its file, and what was read shows where a person says nothing", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const at = { team: team.id };
    const { id } = await addDocument(team, { name: "scan.txt" });
    await saveRead(team, id, { text: "Rent", title: "Read title", fields: { date: DATE } });
    const read = await app.ask(GET, { ...at, id });
    assert.deepEqual([read.shown_title, read.shown_date], ["Read title", "2026-10-31"]);
    assert.equal(read.fields["date"]?.value, "2026-10-31");
    world.pass(1000);
    const saved = await app.ask(SAVE, {
      ...at,
      id,
      name: "../evil.exe",
      title: "Own title",
      date: "2026-11-01",
      seen: read.updated_at,
    });
    assert.deepEqual(
      [saved.name, saved.shown_title, saved.shown_date, saved.event === null],
      ["evil.exe.txt", "Own title", "2026-11-01", false],
    );
    const late = await app.attempt(SAVE, { ...at, id, title: "Late", seen: read.updated_at });
    assert.deepEqual([late.status, late.body.code], [409, "changed_meanwhile"]);
    const same = await app.ask(SAVE, { ...at, id, title: "Own title" });
    assert.deepEqual([same.event, same.updated_at], [null, saved.updated_at]);
    const cleared = await app.ask(SAVE, { ...at, id, title: "", date: null });
    assert.deepEqual([cleared.shown_title, cleared.shown_date], ["Read title", "2026-10-31"]);
    const file = await app.attempt(`${GET}/file`, { ...at, id });
    assert.equal(file.status, 200);
    assert.match(
      file.headers.get("content-disposition") ?? "",
      /^attachment; filename="evil.exe.txt"/,
    );
  });

  test("tags of many are changed at once, all or none", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const at = { team: team.id };
    const a = await team.call("tags_create", { name: "a" });
    const b = await team.call("tags_create", { name: "b" });
    const ids = [];
    for (const name of ["1.txt", "2.txt"]) ids.push((await addDocument(team, { name })).id);
    assert.equal((await app.ask(TAG, { ...at, ids, add: [a.id] })).changed, 2);
    assert.deepEqual(await app.ask(TAG, { ...at, ids, add: [a.id] }), { changed: 0, event: null });
    const swapped = await app.ask(TAG, { ...at, ids, add: [b.id], remove: [a.id] });
    assert.equal(swapped.changed, 2);
    assert.deepEqual(await namesIn(team, { tags: [a.id] }), []);
    const unknown = await app.refused(TAG, { ...at, ids: [...ids, team.id], add: [a.id] });
    assert.equal(unknown.code, "not_found");
    const both = await app.refused(TAG, { ...at, ids, add: [a.id], remove: [a.id] });
    assert.equal(both.code, "invalid_argument");
  });

  describe("a tag", () => {
    test("that is renamed, merged or deleted changes by what documents are found", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const app = await WebApp.of(team);
      const at = { team: team.id };
      const tag = await team.call("tags_create", { name: "Alpha" });
      const heir = await team.call("tags_create", { name: "Gamma" });
      const { id } = await addDocument(team, { name: "x.txt" });
      await app.ask(TAG, { ...at, ids: [id], add: [tag.id] });
      await app.ask("PATCH /api/teams/:team/tags/:id", { ...at, id: tag.id, name: "Beta" });
      assert.deepEqual(await namesIn(team, { q: "alpha" }), []);
      assert.deepEqual(await namesIn(team, { q: "beta" }), ["x.txt"]);
      const merge = { ...at, id: tag.id, into: heir.id };
      const merged = await app.ask("POST /api/teams/:team/tags/:id/merge", merge);
      assert.equal(merged.documents, 1);
      assert.deepEqual(await namesIn(team, { q: "gamma" }), ["x.txt"]);
      const told = await team.call("tags_delete", { id: heir.id, dry_run: true });
      assert.match(JSON.stringify(told), /"document_tag":1/);
      await team.call("tags_delete", { id: heir.id });
      assert.deepEqual(await namesIn(team, { q: "gamma" }), []);
      assert.deepEqual((await team.call("documents_get", { id })).tags, []);
    });
  });

  test("ids of another team do not exist", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const other = await world.team();
    const app = await WebApp.of(team);
    const { id } = await addDocument(other, { name: "secret.txt", content: "secret" });
    assert.equal(await team.call("documents_get", { id }), null);
    assert.equal((await team.call("documents_delete", { id })).deleted, false);
    assert.deepEqual(await namesIn(team, { q: "secret" }), []);
    for (const path of [GET, `${GET}/file`, `${GET}/text`, `${GET}/pages/1`])
      assert.equal((await app.attempt(path, { team: team.id, id })).status, 404, path);
    const own = await addDocument(team, { name: "own.txt", content: "secret" });
    assert.ok(own.isNew, "the same bytes of another team are another document");
  });
});
