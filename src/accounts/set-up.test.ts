import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { allRows, emptied } from "../../test/rows.ts";
import { newSecret } from "../core/secrets.ts";
import { baseContextOf } from "../db/context.ts";
import { newSetupLink, setUp } from "./set-up.ts";

const DAY_MS = 24 * 60 * 60_000;

// The page checks the link first; these tests change things between that check and the set-up.
onAnyDatabase((world) => {
  const baseContext = () =>
    baseContextOf({ database: world.database, clock: () => Date.parse(world.now), randomBytes });

  const owner = (token: string) => ({
    token,
    name: "Olga Owner",
    email: "olga@example.com",
    password: "correct horse battery",
    team: "Books",
    currency: "EUR",
    timeZone: "UTC",
    device: "",
  });

  const refuses = async (token: string) => {
    const before = await allRows(world.database.reader);
    await assert.rejects(setUp(baseContext(), owner(token)), {
      path: "token",
      code: "not_allowed",
    });
    assert.deepEqual(await allRows(world.database.reader), before);
  };

  test("another secret than that of the link makes no account, and the link still does", async () => {
    await emptied(world.database);
    const token = (await newSetupLink(baseContext())) ?? assert.fail();
    for (const wrong of [newSecret("svc_setup_", randomBytes), "", "x"]) await refuses(wrong);
    assert.match(await setUp(baseContext(), owner(token)), /^svc_session_/);
  });

  test("a link that a newer one has replaced makes no account", async () => {
    await emptied(world.database);
    const token = (await newSetupLink(baseContext())) ?? assert.fail();
    await newSetupLink(baseContext());
    await refuses(token);
  });

  test("a link makes no account from the moment it expires", async () => {
    await emptied(world.database);
    const token = (await newSetupLink(baseContext())) ?? assert.fail();
    world.pass(DAY_MS);
    await refuses(token);
  });

  test("a link makes no account once there is one", async () => {
    await emptied(world.database);
    const token = (await newSetupLink(baseContext())) ?? assert.fail();
    await world.team();
    await refuses(token);
  });

  test("a password that cannot be taken does not spend the link", async () => {
    await emptied(world.database);
    const token = (await newSetupLink(baseContext())) ?? assert.fail();
    await assert.rejects(setUp(baseContext(), { ...owner(token), password: "short" }), {
      path: "password",
    });
    assert.match(await setUp(baseContext(), owner(token)), /^svc_session_/);
  });
});
