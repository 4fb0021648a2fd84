import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { invoiceWith } from "../../../test/invoice-settings.ts";
import { together } from "../../../test/races.ts";
import { WebApp } from "../../../test/web.ts";
import type { Api } from "../../api/routes.ts";

const LIST = "GET /api/teams/:team/tax-rates";
const CREATE = "POST /api/teams/:team/tax-rates";
const UPDATE = "PATCH /api/teams/:team/tax-rates/:id";
const DELETE = "DELETE /api/teams/:team/tax-rates/:id";
const SETTINGS = "GET /api/teams/:team/invoice-settings";
const SET = "PATCH /api/teams/:team/invoice-settings";

const FULL = { name: "19 % USt", category: "S", bp: 1900 } as const;
const EXEMPT = { name: "Small business", category: "E", bp: 0, reason: "§ 19 UStG" } as const;

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const [app, activity] = [await WebApp.of(team), await Activity.of(team)];
    const of = { team: team.id };
    const later = async (path: typeof UPDATE, input: Omit<Api[typeof UPDATE]["input"], "team">) => {
      world.pass(1000);
      return app.ask(path, { ...of, ...input });
    };
    return { team, app, activity, of, later };
  }

  test("a rate is created, renamed, archived and taken back, and each is undone", async () => {
    const { team, app, activity, of, later } = await opened();
    const { event: _, ...rate } = await app.ask(CREATE, { ...of, ...FULL });
    assert.deepEqual(rate, {
      ...FULL,
      id: rate.id,
      reason: null,
      is_archived: false,
      is_used: false,
      customer_count: 0,
      updated_at: world.now,
    });
    const { id } = rate;
    const first = await team.state();
    const renamed = await later(UPDATE, { id, name: "Full rate", seen: rate.updated_at });
    assert.equal(renamed.name, "Full rate");
    await activity.undo(await activity.latest(UPDATE));
    assert.deepEqual(await team.state(), first);
    assert.equal((await later(UPDATE, { id, is_archived: true })).is_archived, true);
    assert.equal((await later(UPDATE, { id, is_archived: false })).is_archived, false);
    await app.ask(DELETE, { ...of, id });
    assert.deepEqual((await app.ask(LIST, of)).items, []);
    await activity.undo(await activity.latest(DELETE));
    assert.equal((await app.ask(LIST, of)).items[0]?.name, FULL.name);
    await app.ask(DELETE, { ...of, id });
    const again = await app.ask(CREATE, { ...of, ...EXEMPT });
    await activity.undo(await activity.latest(CREATE));
    assert.equal(
      (await app.ask(LIST, of)).items.some(({ id }) => id === again.id),
      false,
    );
  });

  test("what does not fit is refused beside its field, and nothing happens", async () => {
    const { app, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...FULL });
    const { id: other } = await app.ask(CREATE, { ...of, ...EXEMPT });
    for (const [path, input, code, at] of [
      [CREATE, { ...FULL, name: "19 % ust" }, "already_exists", "/name"],
      [UPDATE, { id: other, name: FULL.name }, "already_exists", "/name"],
      [CREATE, { name: "None", category: "S", bp: 0 }, "invalid_argument", "/bp"],
      [CREATE, { name: "Zero", category: "Z", bp: 700 }, "invalid_argument", "/bp"],
      [CREATE, { name: "Much", category: "S", bp: 10_001 }, "invalid_argument", "/bp"],
      ...(["E", "AE", "K", "G", "O"] as const).map(
        (category) =>
          [CREATE, { name: "X", category, bp: 0 }, "invalid_argument", "/reason"] as const,
      ),
      [UPDATE, { id: other, reason: null }, "invalid_argument", "/reason"],
      [UPDATE, { id, name: "Y", seen: "2020-01-01T00:00:00.000Z" }, "changed_meanwhile", undefined],
    ] as const) {
      const refused = await app.refused(path, { ...of, ...input });
      assert.deepEqual([refused.code, refused.at[0]], [code, at], JSON.stringify(refused));
    }
  });

  test("once a line has a rate, its name alone changes, and it is archived instead of deleted", async () => {
    const { team, app, activity, of, later } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...FULL });
    const { id: free } = await app.ask(CREATE, { ...of, name: "7 %", category: "S", bp: 700 });
    await later(UPDATE, { id, bp: 2000 });
    const other = await activity.latest(UPDATE);
    const made = await activity.latest(CREATE);
    await invoiceWith(team, { tax_rate_id: id });
    for (const change of [{ bp: 2100 }, { category: "Z", bp: 0 }, { ...EXEMPT, name: FULL.name }]) {
      const refused = await app.refused(UPDATE, { ...of, id, ...change });
      assert.deepEqual([refused.code, refused.at], ["in_use", ["/bp"]]);
    }
    assert.match(await activity.refused(other), /lines of invoices have it by now/);
    const list = await app.ask(LIST, of);
    assert.deepEqual(
      list.items.map(({ id, is_used }) => [id, is_used]),
      [
        [id, true],
        [free, false],
      ],
    );
    assert.equal((await later(UPDATE, { id, name: "Full" })).name, "Full");
    const { deleted } = await app.ask(DELETE, { ...of, id });
    assert.equal(deleted, false);
    assert.equal((await app.ask(LIST, of)).items.at(-1)?.is_archived, true);
    assert.equal((await app.ask(DELETE, { ...of, id })).event, null, "it is archived already");
    assert.equal((await app.ask(DELETE, { ...of, id: free })).deleted, true);
    assert.match(await activity.refused(made), /not_undoable/);
  });

  test("a rate that a line has got since stays when its creation is undone", async () => {
    const { team, app, activity, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...FULL });
    await invoiceWith(team, { tax_rate_id: id });
    assert.match(
      await activity.refused(await activity.latest(CREATE)),
      /Lines of invoices have the tax rate "19 % USt" by now/,
    );
  });

  test("an archived or deleted rate is no longer the usual one, and undo makes it so again", async () => {
    const { app, activity, of, later } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...FULL });
    await app.ask(SET, { ...of, tax_rate_id: id });
    const usual = async () => (await app.ask(SETTINGS, of)).tax_rate_id;
    await later(UPDATE, { id, is_archived: true });
    assert.equal(await usual(), null);
    const refused = await app.refused(SET, { ...of, tax_rate_id: id });
    assert.deepEqual([refused.code, refused.at], ["invalid_argument", ["/tax_rate_id"]]);
    await activity.undo(await activity.latest(UPDATE));
    assert.equal(await usual(), id);
    world.pass(1000);
    await app.ask(DELETE, { ...of, id });
    assert.equal(await usual(), null);
    await activity.undo(await activity.latest(DELETE));
    assert.equal(await usual(), id);
  });

  test("the rates of the team's country are offered until the team has them", async () => {
    const { app, of } = await opened();
    assert.deepEqual((await app.ask(LIST, of)).offered, []);
    await app.ask(SET, { ...of, country_code: "DE" });
    const { offered } = await app.ask(LIST, of);
    assert.deepEqual(
      offered.map(({ category, bp }) => [category, bp]),
      [
        ["S", 1900],
        ["S", 700],
        ["E", 0],
      ],
    );
    for (const rate of offered) await app.ask(CREATE, { ...of, ...rate });
    assert.deepEqual((await app.ask(LIST, of)).offered, []);
  });

  test("members read the rates and change none", async () => {
    const { team, app, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...FULL });
    const mia = await WebApp.of(await team.member("member"));
    assert.equal((await mia.ask(LIST, of)).items.length, 1);
    for (const [path, input] of [
      [CREATE, EXEMPT],
      [UPDATE, { id, name: "Mine" }],
      [DELETE, { id }],
    ] as const)
      assert.equal((await mia.refused(path, { ...of, ...input })).code, "not_allowed");
  });

  test("of rates of one name that are created at once there is one", async () => {
    const { app, of } = await opened();
    const ready = await together(10, async () => app.ready(CREATE, { ...of, ...FULL }));
    const replies = await Promise.all(ready.map(async (send) => send()));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    assert.equal(replies.filter(({ body }) => body.code === "already_exists").length, 9);
    assert.equal((await app.ask(LIST, of)).items.length, 1);
  });
});
