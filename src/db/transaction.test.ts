import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { addTag } from "../../test/tags.ts";
import { Cancelled } from "../core/errors.ts";
import type { BaseContext } from "./context.ts";
import type { Db } from "./schema/schema.ts";
import { transaction } from "./transaction.ts";

onEachDatabase((world) => {
  async function tagsOf(team: Team): Promise<string[]> {
    return (await team.call("tags_list")).items.map(({ name }: { name: string }) => name);
  }

  test("nobody sees what an open transaction has written, until it is committed", async () => {
    const team = await world.team();
    await world.database.begin(async (db) => {
      await addTag(db, team, "open");
      const own = await db
        .selectFrom("tags")
        .select("name")
        .where("team_id", "=", team.id)
        .execute();
      assert.deepEqual(own, [{ name: "open" }]);
      assert.deepEqual(await tagsOf(team), []);
      assert.deepEqual((await team.state())["tags"], []);
    });
    assert.deepEqual(await tagsOf(team), ["open"]);
  });

  test("a failed transaction leaves nothing, and does not take along a call made meanwhile", async () => {
    const team = await world.team();
    let other: Promise<unknown> = Promise.resolve();
    const failed = world.database.begin(async (db) => {
      await addTag(db, team, "failed");
      other = team.call("tags_create", { name: "other" });
      await tagsOf(team);
      throw new Error("on purpose");
    });
    await assert.rejects(failed, { message: "on purpose" });
    await other;
    assert.deepEqual(await tagsOf(team), ["other"]);
  });

  test("writers at once are done one by one or side by side, but each as a whole", async () => {
    const team = await world.team();
    const works = Array.from({ length: 20 }, (_, number) =>
      world.database.begin(async (db) => {
        await addTag(db, team, `${number} a`);
        await addTag(db, team, `${number} b`);
        if (number % 2 === 1) throw new Error("on purpose");
      }),
    );
    await Promise.allSettled(works);
    const expected = Array.from({ length: 10 }, (_, half) => [`${half * 2} a`, `${half * 2} b`]);
    assert.deepEqual((await tagsOf(team)).toSorted(), expected.flat().toSorted());
  });

  test("a handle that outlives its transaction can do nothing", async () => {
    const team = await world.team();
    const leaked: Db[] = [];
    await world.database.begin(async (db) => void leaked.push(db));
    const failed = world.database.begin(async (db) => {
      leaked.push(db);
      throw new Error("on purpose");
    });
    await assert.rejects(failed);
    for (const db of leaked) {
      await assert.rejects(addTag(db, team, "leaked"));
      await assert.rejects(db.selectFrom("tags").selectAll().execute());
      // Nor while somebody else has a transaction open.
      await world.database.begin(async () => assert.rejects(addTag(db, team, "leaked")));
    }
    assert.deepEqual(await tagsOf(team), []);
  });

  test("work that goes on when its transaction ends is refused, not done outside of it", async () => {
    const team = await world.team();
    for (const fails of [true, false]) {
      const late = Promise.withResolvers<string>();
      const begun = world.database.begin(async (db) => {
        setImmediate(() => {
          const sent = addTag(db, team, `late ${fails}`);
          late.resolve(
            sent.then(
              () => "done",
              () => "refused",
            ),
          );
        });
        if (fails) throw new Error("on purpose");
      });
      await Promise.allSettled([begun]);
      assert.equal(await late.promise, "refused");
    }
    assert.deepEqual(await tagsOf(team), []);
  });

  test("a caught failure never passes for a commit that did not happen", async () => {
    const team = await world.team();
    const id = team.auditContext.newId();
    const [ended] = await Promise.allSettled([
      world.database.begin(async (db) => {
        await addTag(db, team, "first", id);
        await addTag(db, team, "second", id).catch(() => undefined);
      }),
    ]);
    assert.deepEqual(await tagsOf(team), ended?.status === "fulfilled" ? ["first"] : []);
    assert.equal(ended?.status, world.dialect === "sqlite" ? "fulfilled" : "rejected");
  });

  test("a verb inside a transaction joins it: both are kept, or neither", async () => {
    const team = await world.team();
    const addTwo = async (context: BaseContext, names: string) =>
      transaction(context, async (context) => {
        await addTag(context.db, team, `${names} outer`);
        await transaction(context, async (inner) => {
          assert.equal(inner.db, context.db);
          await addTag(inner.db, team, `${names} inner`);
        });
        if (names === "undone") throw new Error("on purpose");
      });
    await addTwo(team.auditContext, "kept");
    await assert.rejects(addTwo(team.auditContext, "undone"), { message: "on purpose" });
    assert.deepEqual(await tagsOf(team), ["kept inner", "kept outer"]);
  });

  test("in a transaction there is no other way to the database", async () => {
    const team = await world.team();
    await transaction(team.auditContext, async (context) => {
      assert.equal(context.begin, null);
      assert.notEqual(context.db, team.auditContext.db);
    });
  });

  test("a transaction whose caller went away is undone", async () => {
    const team = await world.team();
    let gone = false;
    const context = { ...team.auditContext, isCancelled: () => gone };
    const cancelled = transaction(context, async (context) => {
      await addTag(context.db, team, "cancelled");
      gone = true;
    });
    await assert.rejects(cancelled, Cancelled);
    assert.deepEqual(await tagsOf(team), []);
  });

  test("a call whose caller goes away changes nothing", async () => {
    const team = await world.team();
    const before = { state: await team.state(), journal: await team.journal() };
    const caller = new AbortController();
    const call = { name: "tags_create", arguments: { name: "cancelled" } };
    const request = new Request("http://localhost:3000/mcp", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        Authorization: `Bearer ${team.key}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
      signal: caller.signal,
    });
    const held = Promise.withResolvers<null>();
    const holding = world.database.begin(async () => held.promise);
    const answer = world.app.request(request);
    setImmediate(() => caller.abort());
    setImmediate(() => held.resolve(null));
    assert.equal((await answer).status, 499);
    await holding;
    assert.deepEqual({ state: await team.state(), journal: await team.journal() }, before);
  });
});
