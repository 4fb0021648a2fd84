import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { pngOf } from "../../../test/invoice-settings.ts";
import { WebApp } from "../../../test/web.ts";
import { findLogo } from "./logo.ts";

const GET = "GET /api/teams/:team/invoice-settings/logo";
const PUT = "PUT /api/teams/:team/invoice-settings/logo";
const DELETE = "DELETE /api/teams/:team/invoice-settings/logo";
const SETTINGS = "GET /api/teams/:team/invoice-settings";

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const [app, activity] = [await WebApp.of(team), await Activity.of(team)];
    return { team, app, activity, of: { team: team.id } };
  }

  test("a logo is taken, answered as a PNG, replaced and removed, and each is undone", async () => {
    const { team, app, activity, of } = await opened();
    assert.equal((await app.attempt(GET, of)).status, 404);
    const first = await app.upload(PUT, of, pngOf(30, 10, [200, 0, 0]));
    assert.match(first.logo_sha256 ?? "", /^[0-9a-f]{64}$/);
    const answer = await app.attempt(GET, { ...of, sha256: first.logo_sha256 });
    assert.equal(answer.headers.get("content-type"), "image/png");
    assert.equal((await app.upload(PUT, of, pngOf(30, 10, [200, 0, 0]))).event, null);
    world.pass(1000);
    const second = await app.upload(PUT, of, pngOf(20, 10, [0, 0, 200]));
    assert.notEqual(second.logo_sha256, first.logo_sha256);
    assert.match(JSON.stringify((await activity.latest(PUT)).deed), /changed the logo of invoices/);
    await activity.undo(await activity.latest(PUT));
    assert.equal((await app.ask(SETTINGS, of)).logo_sha256, first.logo_sha256);
    world.pass(1000);
    assert.equal((await app.ask(DELETE, of)).logo_sha256, null);
    const context = { db: world.database.reader, team };
    assert.equal(await findLogo(context), null);
    await activity.undo(await activity.latest(DELETE));
    assert.equal((await findLogo(context))?.[0], 0x89);
  });

  test("another file is refused, and nothing happens", async () => {
    const { team, app, of } = await opened();
    await app.upload(PUT, of, pngOf(3, 1, [0, 0, 0]));
    const wide = pngOf(1201, 1, [0, 0, 0]);
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
    const torn = wide.subarray(0, 60);
    for (const [file, status] of [
      [wide, 422],
      [torn, 422],
      [svg, 415],
      [Buffer.concat([pngOf(3, 1, [0, 0, 0]), Buffer.alloc(101 * 1024)]), 413],
    ] as const)
      assert.equal((await app.refused(PUT, { ...of, file })).status, status);
    const mia = await WebApp.of(await team.member("member"));
    const file = pngOf(4, 1, [0, 0, 0]);
    assert.equal((await mia.refused(PUT, { ...of, file })).code, "not_allowed");
    assert.equal((await mia.refused(DELETE, of)).code, "not_allowed");
    assert.equal((await mia.attempt(GET, of)).status, 200);
  });
});
