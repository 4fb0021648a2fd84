import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount, IBAN } from "../../../test/bank-accounts.ts";
import { together } from "../../../test/races.ts";
import { WebApp } from "../../../test/web.ts";

const LIST = "GET /api/teams/:team/bank-accounts";
const CREATE = "POST /api/teams/:team/bank-accounts";
const UPDATE = "PATCH /api/teams/:team/bank-accounts/:id";
const DELETE = "DELETE /api/teams/:team/bank-accounts/:id";

const GIRO = { name: "Giro", type: "current", currency: "EUR" } as const;

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const app = await WebApp.of(team);
    const asks = async (path: string, inputs: readonly object[]) => {
      const ready = await together(inputs.length, (index) =>
        app.ready(path, { team: team.id, ...inputs[index] }),
      );
      return ready;
    };
    return { team, app, asks };
  }

  test("of accounts of one name, or of one number, that are created at once there is one", async () => {
    for (const inputs of [
      together(10, async (index) => ({ ...GIRO, name: index % 2 === 0 ? "Giro" : "GIRO" })),
      together(10, async (index) => ({ ...GIRO, name: `Giro ${index}`, number: IBAN })),
    ]) {
      const { team, app, asks } = await opened();
      const ready = await asks(CREATE, await inputs);
      const replies = await Promise.all(ready.map((send) => send()));
      const made = replies.filter(({ status }) => status === 200);
      assert.equal(made.length, 1);
      for (const { status, body } of replies)
        assert.ok(status === 200 || body.code === "already_exists", JSON.stringify(body));
      const { items } = await app.ask(LIST, { team: team.id });
      assert.deepEqual(items, [made[0]?.body]);
      assert.equal((await team.journalOf(CREATE)).length, 1);
    }
  });

  test("an account that is changed and deleted at once is gone, and the change came first or not at all", async () => {
    const { team, app, asks } = await opened();
    for (let round = 0; round < 15; round += 1) {
      const id = await addAccount(team, { name: `Giro ${round}`, number: null });
      const changes = await asks(UPDATE, [{ id, name: "Main" }]);
      const ready = [...changes, ...(await asks(DELETE, [{ id }, { id }]))];
      const [changed, ...deleted] = await Promise.all(ready.map((send) => send()));
      assert.ok(changed?.status === 200 || changed?.body.code === "not_found");
      assert.deepEqual(new Set(deleted.map(({ status }) => status)), new Set([200, 404]));
      assert.deepEqual((await app.ask(LIST, { team: team.id })).items, []);
    }
    assert.equal((await team.journalOf(DELETE)).length, 15);
  });

  test("of two changes from the same state one is made", async () => {
    const { team, asks } = await opened();
    const id = await addAccount(team);
    const seen = world.now;
    world.pass(1000);
    const inputs = Array.from({ length: 8 }, (_, index) => ({ id, seen, name: `Name ${index}` }));
    const ready = await asks(UPDATE, inputs);
    const replies = await Promise.all(ready.map((send) => send()));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    assert.equal(replies.filter(({ body }) => body.code === "changed_meanwhile").length, 7);
    assert.equal((await team.journalOf(UPDATE)).length, 1);
  });
});
