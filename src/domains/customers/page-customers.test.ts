import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";

const MOMENT = "2026-11-21T09:00:00.000Z";
const ID = "0198c5a0-7e57-7000-8000-000000000000";

async function add(team: Team, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const customer = { name: `Customer ${number}`, email: "x@x.example" };
    ids.push((await team.call("customers_create", customer)).id);
  }
  return ids;
}

async function idsOf(team: Team, filter: object): Promise<string[]> {
  return (await team.rows("customers_list", filter)).map((customer) => customer.id);
}

async function cursorOf(team: Team, filter: object = {}, tool = "customers_list"): Promise<string> {
  return (await team.call(tool, { ...filter, limit: 1 })).nextCursor;
}

/** A cursor as only the server can make it, except for the sort key in it. */
function forged(cursor: string, key: unknown): string {
  const [fingerprint] = JSON.parse(Buffer.from(cursor, "base64url").toString());
  return Buffer.from(JSON.stringify([fingerprint, key])).toString("base64url");
}

onEachDatabase((world) => {
  async function assertRefused(team: Team, cursor: string, filter: object = {}): Promise<void> {
    const error = await team.refusedWithoutTrace("customers_list", { ...filter, cursor });
    assert.equal(error.code, "invalid_cursor", cursor);
    assert.equal(error.path, "cursor");
  }

  test("customers of one moment have the same order over pages of any size", async () => {
    const team = await world.team();
    const created = await add(team, 25);
    const whole = await idsOf(team, { limit: 100 });
    assert.deepEqual(whole.toSorted(), created.toSorted());
    for (const limit of [1, 2, 7, 24, 25]) assert.deepEqual(await idsOf(team, { limit }), whole);
  });

  test("the limit may change from page to page", async () => {
    const team = await world.team();
    await add(team, 12);
    const whole = await idsOf(team, { limit: 100 });
    const first = await team.call("customers_list", { limit: 5 });
    const second = await team.call("customers_list", { cursor: first.nextCursor, limit: 3 });
    const third = await team.call("customers_list", { cursor: second.nextCursor });
    const items = [...first.items, ...second.items, ...third.items];
    assert.deepEqual(
      items.map(({ id }) => id),
      whole,
    );
    assert.equal(third.nextCursor, null);
  });

  test("paging neither repeats nor loses a customer while others come and go", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const doomed = await add(team, 12);
    const staying = await add(team, 24);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await team.call("customers_list", { limit: 5, cursor });
      seen.push(...page.items.map((customer: { id: string }) => customer.id));
      cursor = page.nextCursor;
      await add(team, 1);
      world.pass(1);
      await add(team, 1);
      for (const id of [
        doomed.find((id) => seen.includes(id)),
        doomed.find((id) => !seen.includes(id)),
      ]) {
        if (id === undefined) continue;
        await team.call("customers_delete", { id });
        doomed.splice(doomed.indexOf(id), 1);
      }
    } while (cursor !== null);
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(
      staying.filter((id) => !seen.includes(id)),
      [],
    );
  });

  test("a cursor outlives the customer it points at", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    await add(team, 4);
    const [, , ...rest] = await idsOf(team, { limit: 100 });
    const { items, nextCursor } = await team.call("customers_list", { limit: 2 });
    await team.call("customers_delete", { id: items[1].id });
    const next = await team.call("customers_list", { cursor: nextCursor });
    assert.deepEqual(
      next.items.map((customer: { id: string }) => customer.id),
      rest,
    );
  });

  test("filters hold over all pages", async () => {
    const team = await world.team();
    const [odd = "", ...others] = await add(team, 9);
    const tag = await team.call("tags_create", { name: "Wholesale" });
    await team.call("customers_update", { id: odd, name: "Odd", is_archived: true });
    for (const id of others) await team.call("customers_update", { id, tag_ids: [tag.id] });
    for (const filter of [{ name: "customer" }, { tag_id: tag.id }, { is_archived: false }]) {
      const ids = await idsOf(team, { ...filter, limit: 3 });
      assert.deepEqual(ids.toSorted(), others.toSorted());
    }
  });

  test("a cursor of another filter is refused", async () => {
    const team = await world.team();
    await add(team, 2);
    const tag_id = (await team.call("tags_create", { name: "Wholesale" })).id;
    for (const { id } of await team.rows("customers_list")) {
      await team.call("customers_update", { id, tag_ids: [tag_id] });
    }
    const filters = [
      {},
      { name: "" },
      { name: "cust" },
      { name: "Cust" },
      { email: "x" },
      { tag_id },
      { is_archived: false },
      { name: "cust", email: "x", tag_id, is_archived: false },
    ];
    for (const made of filters) {
      const cursor = await cursorOf(team, made);
      for (const used of [...filters, { is_archived: true }, { tag_id: ID }]) {
        if (made === used) await team.call("customers_list", { ...used, cursor });
        else await assertRefused(team, cursor, used);
      }
    }
  });

  test("a cursor of another team or another list is refused", async () => {
    const [team, other] = [await world.team(), await world.team()];
    await add(team, 2);
    await add(other, 2);
    for (const name of ["a", "b"]) await team.call("tags_create", { name });
    await assertRefused(team, await cursorOf(other));
    await assertRefused(team, await cursorOf(team, {}, "tags_list"));
  });

  test("a truncated cursor is refused, wherever it ends", async () => {
    const team = await world.team();
    await add(team, 2);
    const cursor = await cursorOf(team);
    for (let length = 1; length < cursor.length; length += 1) {
      await assertRefused(team, cursor.slice(0, length));
    }
  });

  test("what never was a cursor is refused", async () => {
    const team = await world.team();
    await add(team, 2);
    const garbage = [" ", "x", "null", "[]", "🦊", "%", "' or 1=1 --", "\ud800", "A".repeat(1000)];
    const json = [null, true, 7, "x", [], {}, [1], [null, null], { 0: "x", 1: "y", length: 2 }];
    const encoded = json.map((value) => Buffer.from(JSON.stringify(value)).toString("base64url"));
    for (const cursor of [...garbage, ...encoded]) await assertRefused(team, cursor);
  });

  test("a forged cursor is refused, whatever stands in it", async () => {
    const team = await world.team();
    await add(team, 2);
    const cursor = await cursorOf(team);
    const ids = ["x", "", null, 7, `${ID}\0`, "\0", "\ud800", `${ID}'`, ID.replace(/0$/, "g")];
    const years = "0000 0001 1969 9999 +010000".split(" ").map((year) => `${year}-12-31T23:59:59Z`);
    const noMoments = "2026-02-30T00:00:00Z 2026-11-21 2026-11-21T09:00:00 infinity now".split(" ");
    const otherKinds = ["", "\0", null, 0, 1e300, {}, []];
    const otherShapes = [null, [], [MOMENT], [MOMENT, ID, ID], [ID, MOMENT], { 0: MOMENT }, MOMENT];
    const moments = [...years, ...noMoments, ...otherKinds];
    const keys = [
      ...otherShapes,
      ...ids.map((id) => [MOMENT, id]),
      ...moments.map((moment) => [moment, ID]),
    ];
    for (const key of keys) await assertRefused(team, forged(cursor, key));
  });
});
