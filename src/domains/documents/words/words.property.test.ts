import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { sql } from "kysely";
import { Admin } from "../../../../test/admin.ts";
import { onEachDatabase, type Team, World } from "../../../../test/app.ts";
import { extent } from "../../../../test/extent.ts";
import { POSTGRES } from "../../../../test/postgres.ts";
import { addReadDocument } from "../../../../test/read-papers.ts";
import { ownerContext } from "../../../../test/transactions.ts";
import { WebApp } from "../../../../test/web.ts";
import { writeWords } from "./write-words.ts";

const WORDS = [
  "Rechnung",
  "Rechnungen",
  "rechn",
  "Müller",
  "Muller",
  "companies",
  "company",
  "RE-2026-0001",
  "2026-0001",
  "20260001",
  "9,90",
  "19,90",
  "1.234,56",
  "1234.56",
  "1 234,56",
  "31.10.2026",
  "2026-10-31",
  "Oktober 2026",
  "東京都",
  "東",
  "счёт",
  "*",
  '"',
  "(",
  "-",
  "NEAR",
  "a",
  "ZUGFeRD",
  "DE89 3704 0044 0532 0130 00",
  "500 EUR",
  "500,00",
  "http://a.example/b",
  "\u202e",
  "ß",
] as const;

const phrase = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 6 })), {
  minLength: 1,
  maxLength: 6,
});
const query = phrase.map((words) =>
  words
    .join(" ")
    .replaceAll(/\p{Cc}/gu, "x")
    .slice(0, 200),
);

test(
  "both databases find the same documents, in the same order and with the same relevance",
  { skip: POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false },
  async () => {
    const worlds = [new World("sqlite"), new World("postgres")];
    await Promise.all(worlds.map(async (world) => world.open()));
    try {
      const teams = await Promise.all(worlds.map(async (world) => world.team()));
      const texts = fc.sample(fc.tuple(phrase, phrase), { numRuns: 40, seed: 7 });
      const ids = teams.map(() => [] as string[]);
      for (const [name, text] of texts)
        for (const [place, team] of teams.entries()) {
          const words = name
            .join(" ")
            .replaceAll(/[\p{C}/\\]/gu, "x")
            .slice(0, 80);
          const id = await addReadDocument(team, {
            name: `n${words}.txt`,
            text: text.join(" ").replaceAll("\0", "").toWellFormed(),
          });
          ids[place]?.push(id);
          team.world.pass(1000);
        }
      const found = async (team: Team, place: number, q: string) => {
        const { answer, refused } = await team.attempt("documents_search", { q, pageSize: 100 });
        if (refused !== null) return refused.code;
        return answer.items.map(({ id, relevance, passage }: any) => [
          ids[place]?.indexOf(id),
          relevance,
          passage,
        ]);
      };
      await fc.assert(
        fc.asyncProperty(query, async (q) => {
          const [one, other] = await Promise.all(
            teams.map(async (team, place) => found(team, place, q)),
          );
          assert.deepEqual(one, other);
        }),
        { numRuns: extent(60, 3000) },
      );
    } finally {
      await Promise.all(worlds.map(async (world) => world.close()));
    }
  },
);

onEachDatabase((world) => {
  const admin = new Admin(world);
  /** Answers of searches for words that the documents have, had, or have now. */
  const indexOf = async (team: Team): Promise<unknown> => {
    const answers = [];
    for (const q of ["rechnung", "9,90", "gone", "neu", "anders", "2026-0001", "vertrag"]) {
      const { items } = await team.call("documents_search", { q, pageSize: 100 });
      answers.push(items.map(({ id, relevance }: any) => [id, relevance]));
    }
    return answers;
  };

  test("after deletions, undos and texts that changed the index is the one that a rebuild makes", async () => {
    const team = await world.team();
    const other = await world.team();
    await addReadDocument(other, { text: "Rechnung 9,90" });
    const ids: string[] = [];
    for (const text of ["Rechnung 9,90", "Vertrag RE-2026-0001", "gone Rechnung", "anders"]) {
      ids.push(await addReadDocument(team, { text }));
      world.pass(1000);
    }
    const app = await WebApp.of(team);
    const { event } = await app.ask("DELETE /api/teams/:team/documents/:id", {
      team: team.id,
      id: ids[2] ?? "",
    });
    assert.deepEqual((await team.call("documents_search", { q: "gone" })).items, []);
    await app.ask("POST /api/teams/:team/activity/:id/undo", { team: team.id, id: event ?? "" });
    const context = ownerContext(team);
    await writeWords(context, { documentId: ids[3] ?? "", text: "neu" });
    await world.database.begin(async (db) =>
      sql`update document_texts set text = 'neu' where document_id = ${ids[3]}`.execute(db),
    );
    const before = await indexOf(team);
    await admin.done("search:rebuild");
    assert.deepEqual(await indexOf(team), before);
    await world.database.begin(async (db) => {
      await sql`delete from document_words where team_id = ${team.id}`.execute(db);
    });
    assert.deepEqual(await admin.done(`search:rebuild --team ${team.id}`), {
      teams: 1,
      documents: 3,
    });
    assert.deepEqual(await indexOf(team), before);
  });
});
