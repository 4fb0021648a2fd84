import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase } from "../../test/app.ts";
import { together } from "../../test/races.ts";
import { serverSecret } from "./server-secret.ts";

onEachDatabase((world) => {
  test("a database has one secret, whoever asks first, and keeps it", async () => {
    const secrets = await together(10, () => serverSecret(world.database, randomBytes));
    assert.equal(new Set(secrets).size, 1);
    assert.equal(await serverSecret(world.database, randomBytes), secrets[0]);
    assert.equal(Buffer.from(secrets[0] ?? "", "base64url").length, 32);
  });
});
