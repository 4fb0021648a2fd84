import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { WebApp } from "../../../test/web.ts";

const GET = "GET /api/teams/:team/invoice-settings/mail-texts";
const PUT = "PUT /api/teams/:team/invoice-settings/mail-texts/:kind/:language";
const DELETE = "DELETE /api/teams/:team/invoice-settings/mail-texts/:kind/:language";

const GERMAN = { kind: "invoice", language: "de" } as const;
const OWN = { subject: "Rechnung {number}", text: "Moin {customer},\n\nbitte {total} zahlen." };

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const [app, activity] = [await WebApp.of(team), await Activity.of(team)];
    const of = { team: team.id };
    const german = async () => {
      const { items } = await app.ask(GET, of);
      return items.find(({ kind, language }) => kind === "invoice" && language === "de");
    };
    return { team, app, activity, of, german };
  }

  test("a mail has the text of the house in each language until the team has its own", async () => {
    const { team, app, activity, of, german } = await opened();
    const { items, names } = await app.ask(GET, of);
    assert.equal(items.length, 12);
    assert.ok(items.every(({ is_own, subject, text }) => !is_own && subject !== "" && text !== ""));
    assert.ok(names.includes("number"));
    const before = await team.state();
    const house = await german();
    await app.ask(PUT, { ...of, ...GERMAN, ...OWN });
    assert.deepEqual(await german(), { ...GERMAN, ...OWN, is_own: true });
    assert.equal((await app.ask(PUT, { ...of, ...GERMAN, ...OWN })).event, null);
    world.pass(1000);
    await app.ask(DELETE, { ...of, ...GERMAN });
    assert.deepEqual(await german(), house);
    assert.equal((await app.ask(DELETE, { ...of, ...GERMAN })).event, null);
    await activity.undo(await activity.latest(DELETE));
    assert.deepEqual(await german(), { ...GERMAN, ...OWN, is_own: true });
    await activity.undo(await activity.latest(PUT));
    assert.deepEqual(await team.state(), before);
  });

  test("a name that is not filled in is refused with those there are, and nothing happens", async () => {
    const { team, app, of } = await opened();
    const { version } = await app.ask(GET, of);
    for (const [input, at] of [
      [{ ...OWN, text: "Hello {firstname}" }, "/text"],
      [{ ...OWN, subject: "{nummer}" }, "/subject"],
      [{ ...OWN, subject: " " }, "/subject"],
      [{ ...OWN, text: "\n" }, "/text"],
    ] as const) {
      const refused = await app.refused(PUT, { ...of, ...GERMAN, ...input });
      assert.deepEqual([refused.code, refused.at], ["invalid_argument", [at]]);
    }
    await app.ask(PUT, { ...of, ...GERMAN, ...OWN });
    const late = { ...of, ...GERMAN, ...OWN, text: "Later", seen: version };
    assert.equal((await app.refused(PUT, late)).code, "changed_meanwhile");
    const mia = await WebApp.of(await team.member("member"));
    assert.equal((await mia.ask(GET, of)).items.length, 12);
    assert.equal((await mia.refused(PUT, { ...of, ...GERMAN, ...OWN })).code, "not_allowed");
    assert.equal((await mia.refused(DELETE, { ...of, ...GERMAN })).code, "not_allowed");
  });
});
