import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../test/app.ts";
import { tools } from "./registry.ts";

const ODD = [" ", "\0", "x\0", "\ud800", "🦊", "' or 1=1 --", "null", "x".repeat(100_000)];

onEachDatabase((world) => {
  for (const { name, inputSchema, example } of tools) {
    if (!("cursor" in Object(inputSchema["properties"]))) continue;
    test(`${name} refuses whatever is no cursor as that, under its name`, async () => {
      const team = await world.team();
      const given = example(() => team.id);
      for (const cursor of ODD) {
        const { code, path } = await team.refusedWithoutTrace(name, { ...given, cursor });
        assert.deepEqual([code, path], ["invalid_cursor", "cursor"], cursor.slice(0, 20));
      }
    });
  }
});
