import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team, type World } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";
import { addPlainDraft } from "../../test/invoices.ts";
import { addDocument } from "../../test/papers.ts";
import { Receipts } from "../../test/receipts.ts";
import { addEntry, addProject } from "../../test/tracker.ts";
import { addTransaction } from "../../test/transactions.ts";
import { tools } from "./registry.ts";

const LISTS = tools.filter(({ inputSchema }) => "cursor" in Object(inputSchema["properties"]));

const sizes = fc.infiniteStream(fc.integer({ min: 1, max: 13 }));

onEachDatabase((world) => {
  let team: Team;
  before(async () => {
    team = await crowdedTeam(world);
  });

  for (const { name } of LISTS) {
    test(`${name}, paged with any page sizes, returns each row once and in order`, async () => {
      const whole = await idsOf(team, name, pageOf(name, 100));
      assert.ok(whole.length > 25);
      await fc.assert(
        fc.asyncProperty(sizes, async (sizes) => {
          const seen: string[] = [];
          let cursor: string | null | undefined;
          do {
            const page = await team.call(name, { cursor, ...pageOf(name, sizes.next().value) });
            seen.push(...page.items.map(({ id }: any) => id));
            cursor = page.nextCursor;
          } while (cursor !== null);
          assert.deepEqual(seen, whole);
        }),
        { numRuns: 10 },
      );
    });

    test(`${name} refuses an altered cursor, or returns rows from another position of the same list`, async () => {
      const whole = await idsOf(team, name, pageOf(name, 100));
      const { nextCursor } = await team.call(name, pageOf(name, 5));
      const characters = fc.constantFrom(..."AQgwz09-_=".split(""));
      await fc.assert(
        fc.asyncProperty(fc.nat(nextCursor.length - 1), characters, async (at, character) => {
          const cursor = nextCursor.slice(0, at) + character + nextCursor.slice(at + 1);
          const { answer, refused } = await team.attempt(name, { cursor, ...pageOf(name, 100) });
          if (refused === null) {
            const ids = answer.items.map(({ id }: any) => id);
            assert.deepEqual(ids, whole.slice(whole.length - ids.length));
          } else assert.equal(refused.code, "invalid_cursor");
        }),
        { numRuns: 60 },
      );
    });

    test(`${name} refuses a cursor of every other list`, async () => {
      for (const { name: other } of LISTS) {
        const { nextCursor } = await team.call(other, pageOf(other, 1));
        const { refused } = await team.attempt(name, { ...pageOf(name, 1), cursor: nextCursor });
        assert.equal(refused?.code, other === name ? undefined : "invalid_cursor", other);
      }
    });
  }
});

/** A search needs words, and has its size of a page under another name. */
function pageOf(tool: string, size: number | undefined): object {
  return tool === "documents_search" ? { q: "cafe", pageSize: size } : { limit: size };
}

/** A team whose rows share timestamps and names in groups of three. */
async function crowdedTeam(world: World): Promise<Team> {
  const team = await world.team();
  const receipts = await Receipts.of(team);
  for (let third = 1; third <= 9; third += 1) {
    for (const name of [`Cafe ${third}`, `Café ${third}`, `CAFÈ ${third}`]) {
      await team.call("tags_create", { name });
      await team.call("customers_create", { name, email: "cafe@mail.example" });
      const account = await addAccount(team, { name, number: null });
      await addTransaction(team, account, { name });
      await addPlainDraft(team);
      await addDocument(team, { name: `${name}.txt`, content: name });
      await receipts.upload(`${name}.txt`, `Receipt of ${name}`);
      await addEntry(team, { project_id: await addProject(team, { name }) });
    }
    world.pass(1);
  }
  return team;
}

async function idsOf(team: Team, tool: string, args: object): Promise<string[]> {
  const { items } = await team.call(tool, args);
  return items.map(({ id }: any) => id);
}
