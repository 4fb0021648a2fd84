import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";

const E_ACUTE = "e\u0301";

/** Names, with terms that match and terms that do not. */
const SEARCHES: readonly {
  readonly rule: string;
  readonly name: string;
  readonly found: readonly string[];
  readonly missed: readonly string[];
}[] = [
  {
    rule: "any part, from one character on",
    name: "Acme Ltd",
    found: ["a", "A", "me L", "acme ltd", "d", " "],
    missed: ["z", "acme  ltd", "acmel"],
  },
  {
    rule: "% and _ are plain characters",
    name: "100%_sure",
    found: ["%", "_", "0%_s"],
    missed: ["1%e", "1__", "%%"],
  },
  {
    rule: "a backslash is a plain character",
    name: String.raw`C:\new`,
    found: ["\\", String.raw`:\n`],
    missed: [String.raw`\\`, "\n"],
  },
  {
    rule: "quotes are plain characters",
    name: `O'Neil "Bob" \`x\``,
    found: ["'", '"', "o'n", '"bob"', "`"],
    missed: ["''", "' or '1'='1"],
  },
  {
    rule: "accents of Latin letters are ignored",
    name: "Émile Čapek",
    found: ["é", "É", "e", E_ACUTE, "emile", "capek", "ČAPEK"],
    missed: ["émilie"],
  },
  {
    rule: "a combining accent is the same as a composed letter",
    name: "Rene\u0301 B",
    found: ["é", "rené", "RENE B", E_ACUTE],
    missed: ["reneé"],
  },
  {
    rule: "Turkish İ and ı are i",
    name: "Işık İnşaat",
    found: ["ı", "i", "I", "İ", "isik", "IŞIK", "insaat", "ınsaat"],
    missed: ["j"],
  },
  { rule: "German ß is ss", name: "Straße", found: ["ß", "ss", "STRASSE", "ẞ"], missed: ["sß"] },
  {
    rule: "Polish ł is l",
    name: "Łódź",
    found: ["ł", "Ł", "l", "lodz", "LÓDŹ"],
    missed: ["łodzi"],
  },
  {
    rule: "letters with a stroke, and ligatures, are their Latin letters",
    name: "Øre Đuro Æon Œuvre",
    found: ["ore", "duro", "aeon", "oeuvre", "ø", "æ"],
    missed: ["aon"],
  },
  {
    rule: "Greek ignores case, and where a sigma stands",
    name: "ΟΔΟΣ",
    found: ["οδος", "οδοσ", "σ", "ς", "Σ"],
    missed: ["ο δ"],
  },
  {
    rule: "Cyrillic ignores case and keeps its own letters apart",
    name: "Андрей",
    found: ["а", "АНДРЕЙ", "ей", "и\u0306"],
    missed: ["андреи", "a"],
  },
  {
    rule: "an emoji is found by itself only",
    name: "Fox 🦊 & 👩‍👩‍👧",
    found: ["🦊", "👩", "👩‍👩‍👧"],
    missed: ["🦉", "👨"],
  },
  {
    rule: "Chinese and Japanese are found by any character",
    name: "東京商事",
    found: ["東", "京商", "商事"],
    missed: ["東商", "东"],
  },
  {
    rule: "Korean is found composed and decomposed",
    name: "한국",
    found: ["한", "한".normalize("NFD"), "국"],
    missed: ["하"],
  },
  { rule: "Arabic keeps its marks", name: "مُحَمَّد", found: ["مُحَ"], missed: ["محمد"] },
];

onEachDatabase((world) => {
  for (const { rule, name, found, missed } of SEARCHES) {
    test(`search by name: ${rule}`, async () => {
      const team = await world.team();
      const email = "x@x.example";
      await team.call("customers_create", { name: "🙂", email });
      const { id } = await team.call("customers_create", { name, email });
      const find = async (part: string) =>
        (await team.rows("customers_list", { name: part })).map((row) => row.id);
      for (const part of found) assert.deepEqual(await find(part), [id], `${part} finds ${name}`);
      for (const part of missed) assert.deepEqual(await find(part), [], `${part} misses ${name}`);
    });
  }

  test("an e-mail address is found by any part, ignoring case and accents", async () => {
    const team = await world.team();
    const email = "Anna_O'Neil%1@Müller.Example";
    await team.call("customers_create", { name: "Other", email: "bert@x.example" });
    await team.call("customers_create", { name: "Anna", email });
    for (const part of ["@m", "ANNA_", "'n", "%1", "muller", "MÜLLER.EXAMPLE", "_o"]) {
      const [row, ...others] = await team.rows("customers_list", { email: part });
      assert.equal(row?.email, email, part);
      assert.equal(others.length, 0);
    }
    assert.deepEqual(await team.rows("customers_list", { email: "anna%" }), []);
  });

  test("a search among the customers of a tag that thousands have finds each once, page by page", async () => {
    const team = await world.team();
    const { id: tag_id } = await team.call("tags_create", { name: "All" });
    const names = Array.from({ length: 5010 }, (_, index) => `customer ${index}`);
    await addCustomers(team, names, tag_id);
    await addCustomers(team, ["customer 500, untagged"], null);
    const filter = { tag_id, name: "customer 50", limit: 3 };
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await team.call("customers_list", { ...filter, cursor });
      found.push(...page.items.map(({ name }: { name: string }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const wanted = names.filter((name) => name.startsWith("customer 50"));
    assert.equal(wanted.length, 21);
    assert.deepEqual(found.toSorted(), wanted.toSorted());
    const none = await team.rows("customers_list", { tag_id, name: "untagged" });
    assert.deepEqual(none, []);
  });

  test("an empty search is no filter", async () => {
    const team = await world.team();
    await team.call("customers_create", { name: "Acme", email: "anna@acme.example" });
    assert.equal((await team.rows("customers_list", { name: "", email: "" })).length, 1);
  });

  test("a customer is found under the new name after an update, not under the old", async () => {
    const team = await world.team();
    const old = { name: "Old", email: "old@x.example" };
    const { id } = await team.call("customers_create", old);
    await team.call("customers_update", { id, name: "Naïve", email: "néw@x.example" });
    assert.equal((await team.rows("customers_list", { name: "naive", email: "new@" })).length, 1);
    assert.deepEqual(await team.rows("customers_list", { name: "old" }), []);
    assert.deepEqual(await team.rows("customers_list", { email: "old" }), []);
  });

  test("in every script a name is found by itself, in any case, composed or not", async () => {
    const team = await world.team();
    const names = [
      "İstanbul ŞTİ",
      "ǰ ẖ ẞ ǅ",
      "ΐ ΰ Ὀδυσσεύς",
      "Tiếng Việt",
      "𐐀𐐁",
      "ꙮ",
      "ﷺ",
      "ไทย",
      "हिन्दी",
    ];
    for (const name of names) {
      const { id } = await team.call("customers_create", { name, email: "x@x.example" });
      for (const part of [name, name.toLowerCase(), name.toUpperCase(), name.normalize("NFD")]) {
        const rows = await team.rows("customers_list", { name: part });
        assert.ok(
          rows.some((row) => row.id === id),
          `${part} finds ${name}`,
        );
      }
    }
  });
});

/** Inserts customers directly, each with the tag. */
async function addCustomers(team: Team, names: readonly string[], tagId: string | null) {
  const { id: team_id, auditContext, world } = team;
  const created_at = world.now;
  const customers = names.map((name) => ({
    team_id,
    id: auditContext.newId(),
    name,
    name_folded: name,
    email: "x@x.example",
    email_folded: "x@x.example",
    is_archived: false,
    created_at,
    updated_at: created_at,
  }));
  const links = customers.map(({ id: customer_id }) => ({ team_id, customer_id, created_at }));
  await world.database.begin(async (db) => {
    for (let from = 0; from < names.length; from += 500) {
      const to = from + 500;
      await db.insertInto("customers").values(customers.slice(from, to)).execute();
      if (tagId === null) continue;
      const rows = links.slice(from, to).map((link) => ({ ...link, tag_id: tagId }));
      await db.insertInto("customer_tags").values(rows).execute();
    }
  });
}
