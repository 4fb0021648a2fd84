import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addDocument } from "../../../test/papers.ts";
import { addReadDocument } from "../../../test/read-papers.ts";

onEachDatabase((world) => {
  const found = async (team: Team, q: string, more: object = {}): Promise<readonly string[]> => {
    const { items } = await team.call("documents_search", { q, ...more });
    return items.map(({ id }: { id: string }) => id);
  };

  test("numbers are found by their parts and without their hyphens", async () => {
    const team = await world.team();
    const apart = await addReadDocument(team, { text: "RE, Zeile 2026 und 0001" });
    world.pass(1000);
    const id = await addReadDocument(team, { text: "Rechnung RE-2026-0001 vom Mai" });
    for (const q of ["re20260001", "20260001", "RE20260001", "re2026000", "2026000"])
      assert.deepEqual(await found(team, q), [id], q);
    for (const q of ["RE-2026-0001", "2026-0001", "2026/0001"])
      assert.deepEqual(await found(team, q), [id, apart], q);
  });

  test("an amount is found in any spelling, and no other amount that ends with it", async () => {
    const team = await world.team();
    const small = await addReadDocument(team, { text: "Summe 9,90 EUR" });
    const large = await addReadDocument(team, { text: "Summe 19,90 EUR" });
    const spaced = await addReadDocument(team, { text: "Gesamt: 1 234,56 €" });
    const pointed = await addReadDocument(team, { text: "Total USD 1,234.56" });
    const whole = await addReadDocument(team, { text: "Brutto 500,- EUR und 119 €" });
    assert.deepEqual(await found(team, "9,90"), [small]);
    assert.deepEqual(await found(team, "9.9"), [small]);
    assert.deepEqual(await found(team, "19,90"), [large]);
    for (const q of ["1.234,56", "1234.56", "1 234,56", "1'234.56", "1,234.56", "1234,56 €"])
      assert.deepEqual((await found(team, q)).toSorted(), [spaced, pointed].toSorted(), q);
    for (const q of ["500,00", "119.00", "500"]) assert.deepEqual(await found(team, q), [whole], q);
  });

  test("a day is found in any spelling, and a month finds its days", async () => {
    const team = await world.team();
    const point = await addReadDocument(team, { text: "Datum: 31.10.2026" });
    const named = await addReadDocument(team, { text: "Leistung bis 31. Oktober 2026" });
    const iso = await addReadDocument(team, { text: "Issued 2026-10-31" });
    await addReadDocument(team, { text: "Datum: 30.11.2026" });
    const all = [point, named, iso].toSorted();
    for (const q of ["31.10.2026", "2026-10-31", "31/10/2026", "October 31, 2026", "31.10.26"])
      assert.deepEqual((await found(team, q)).toSorted(), all, q);
    for (const q of ["2026-10", "10/2026", "Oktober 2026"])
      assert.deepEqual((await found(team, q)).toSorted(), all, q);
  });

  test("case, accents, ligatures, other forms and other scripts do not matter", async () => {
    const team = await world.team();
    const muller = await addReadDocument(team, { text: "Müller & Söhne, Straße 5" });
    const plain = await addReadDocument(team, { text: "MULLER Transporte" });
    const bill = await addReadDocument(team, { text: "Ihre Rechnung für Hosting, ﬁnal" });
    const bills = await addReadDocument(team, {
      text: "two companies, many invoices",
      language: "en",
    });
    const tokyo = await addReadDocument(team, { text: "東京都渋谷区 領収書", language: "ja" });
    const cyrillic = await addReadDocument(team, { text: "Счёт на оплату", language: "ru" });
    for (const q of ["Müller", "muller", "MÜLL"])
      assert.deepEqual((await found(team, q)).toSorted(), [muller, plain].toSorted(), q);
    assert.deepEqual(await found(team, "strasse"), [muller]);
    assert.deepEqual(await found(team, "Rechnungen final"), [bill]);
    assert.deepEqual(await found(team, "invoice company"), [bills]);
    for (const q of ["東京", "東", "渋谷", "区"])
      assert.deepEqual(await found(team, q), [tokyo], q);
    assert.deepEqual(await found(team, "счёт"), [cyrillic]);
  });

  test("words that the reader glued are found by their parts, and an IBAN with and without spaces", async () => {
    const team = await world.team();
    const glued = await addReadDocument(team, { text: "RechnungenfurZUGFeRD RE20260007" });
    const iban = await addReadDocument(team, { text: "IBAN DE89 3704 0044 0532 0130 00" });
    assert.deepEqual(await found(team, "zugferd 20260007"), [glued]);
    for (const q of ["DE89370400440532013000", "DE89 3704 0044 0532 0130 00"])
      assert.deepEqual(await found(team, q), [iban], q);
  });

  test("signs of query languages are text: none fails, and none has a meaning", async () => {
    const team = await world.team();
    const id = await addReadDocument(team, { text: "near the harbour, not far" });
    await addReadDocument(team, { text: "elsewhere" });
    for (const q of ['near "', "near*", "(near", "NEAR -", "near AND not", "near NOT far", "^near"])
      assert.deepEqual(await found(team, q), q.includes("AND") ? [] : [id], q);
    for (const q of ['"', "*", "(", "-", ":*", "&|!", "'"])
      assert.deepEqual(await found(team, q), [], q);
    assert.deepEqual(await found(team, "near(far harbour)"), [id]);
  });

  test("a word in the name counts more than one in the text, a whole one more than a beginning, and ties are newest first", async () => {
    const team = await world.team();
    const add = async (name: string, text: string) => {
      world.pass(1000);
      return addReadDocument(team, { name, text });
    };
    const form = await add("a.txt", "Die Hoster");
    const begun = await add("b.txt", "Hostings");
    const old = await add("c.txt", "Hosting");
    const young = await add("d.txt", "Hosting");
    const part = await add("webhosting.txt", "nichts");
    const name = await add("Hosting.txt", "nichts");
    const { items } = await team.call("documents_search", { q: "hosting" });
    assert.deepEqual(
      items.map(({ id, relevance }: any) => [id, relevance]),
      [
        [name, 1],
        [young, 0.5],
        [old, 0.5],
        [begun, 0.4],
        [part, 0.3],
      ],
    );
    const { items: forms } = await team.call("documents_search", { q: "hoster" });
    assert.deepEqual(
      forms.map(({ id, relevance }: any) => [id, relevance]),
      [
        [name, 0.6],
        [form, 0.5],
        [young, 0.35],
        [old, 0.35],
        [begun, 0.35],
      ],
    );
  });

  test("a misspelled word finds names that are nearly so, and only when nothing has it", async () => {
    const team = await world.team();
    const id = await addReadDocument(team, { name: "Hetzner Oktober.pdf", text: "Server" });
    await addReadDocument(team, { name: "Hetznr.txt", text: "anders" });
    assert.deepEqual(await found(team, "Hezner server"), [id]);
    assert.deepEqual(await found(team, "Oktoebr"), [id]);
    assert.deepEqual(await found(team, "Hetznr"), [await idOf(team, "Hetznr.txt")]);
    assert.deepEqual(await found(team, "xyzzy"), []);
  });

  test("terms may be in the name, a tag and the text of a document, which need not be read", async () => {
    const team = await world.team();
    const both = await addReadDocument(team, { name: "Vertrag.txt", text: "Strom ab Januar" });
    await addReadDocument(team, { name: "Vertrag Gas.txt", text: "Gas" });
    const { id: unread } = await addDocument(team, { name: "Strom Vertrag neu.txt" });
    assert.deepEqual((await found(team, "vertrag strom")).toSorted(), [both, unread].toSorted());
    const tag = await team.call("tags_create", { name: "Büro" });
    await tagWith(team, both, tag.id);
    assert.deepEqual(await found(team, "buro januar"), [both]);
  });

  test("filters hold, pages go on where the last one ended, and a cursor is bound to its search", async () => {
    const team = await world.team();
    const ids: string[] = [];
    for (let month = 1; month <= 7; month += 1) {
      const date = `2026-0${month}-15`;
      ids.push(await addReadDocument(team, { name: `m${month}.txt`, text: "Miete", date }));
      world.pass(1000);
    }
    assert.deepEqual(await found(team, "miete", { start: "2026-06-01" }), [ids[6], ids[5]]);
    assert.deepEqual(await found(team, "miete", { end: "2026-01-31" }), [ids[0]]);
    const tag = await team.call("tags_create", { name: "Home" });
    await tagWith(team, ids[2] ?? "", tag.id);
    assert.deepEqual(await found(team, "miete", { tags: [tag.id] }), [ids[2]]);
    const rows = await team.rows("documents_search", { q: "miete", pageSize: 3 });
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids.toReversed(),
    );
    const { cursor } = await team.call("documents_search", { q: "miete", pageSize: 3 });
    const refused = await team.refused("documents_search", { q: "mieten", cursor });
    assert.equal(refused.code, "invalid_cursor");
  });

  test("a passage shows the words, on one line, with what is hidden made visible", async () => {
    const team = await world.team();
    const text = `${"Vorne ".repeat(60)}\n\nTotal\u202e: Stroh ß 1.234,56 EUR ${"hinten ".repeat(60)}`;
    await addReadDocument(team, { text });
    for (const q of ["stroh", "1234.56"]) {
      const { items } = await team.call("documents_search", { q });
      const [{ passage }] = items;
      assert.match(passage, /^….*Stroh ß 1\.234,56 EUR hinten.*…$/, q);
      assert.ok(Array.from(passage.replaceAll("\\u202e", "x")).length <= 160, q);
      assert.ok(!passage.includes("\u202e"), q);
    }
    await addDocument(team, { name: "Weizen.txt" });
    const { items } = await team.call("documents_search", { q: "weizen" });
    assert.equal(items[0].passage, null);
  });

  test("words of another team change nothing", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const id = await addReadDocument(team, { text: "Lieferschein" });
    const before = await team.call("documents_search", { q: "lieferschein" });
    await addReadDocument(other, { text: "Lieferschein Lieferschein" });
    assert.deepEqual(await team.call("documents_search", { q: "lieferschein" }), before);
    assert.deepEqual(
      await found(other, "lieferschein"),
      (await found(other, "lieferschein")).filter((found) => found !== id),
    );
  });

  test("an empty search is refused, and of more than twelve words the first twelve count", async () => {
    const team = await world.team();
    const refused = await team.refusedWithoutTrace("documents_search", { q: " " });
    assert.deepEqual([refused.code, refused.path], ["invalid_argument", "q"]);
    const id = await addReadDocument(team, { text: "a b c d e f g h i j k l" });
    assert.deepEqual(await found(team, "a b c d e f g h i j k l missing"), [id]);
  });
});

async function tagWith(team: Team, document: string, tag: string): Promise<void> {
  const { WebApp } = await import("../../../test/web.ts");
  const app = await WebApp.of(team);
  await app.ask("POST /api/teams/:team/documents/tag", {
    team: team.id,
    ids: [document],
    add: [tag],
  });
}

async function idOf(team: Team, name: string): Promise<string> {
  const { items } = await team.call("documents_list", { q: name });
  return items[0].id;
}
