import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Team } from "../../test/app.ts";
import { codeOf, done, type Generation, keyedCalls, type Naming } from "../../test/keyed.ts";
import { assertError, assertUntouched, bearer, META, worldOfFile } from "../../test/mcp.ts";

const world = worldOfFile();

const GENERATIONS: readonly Generation[] = ["legacy", "modern"];
const LONGEST = "k".repeat(255);

function create(team: Team, naming: Naming, generation: Generation = "legacy") {
  return keyedCalls(world.app, generation)(team, "tags_create", { name: "Wholesale" }, naming);
}

describe("400 -32602 that says what a key is, and nothing done, for", () => {
  const refused: Record<string, { naming: Naming; says: RegExp }> = {
    ...Object.fromEntries(
      Object.entries({
        "an empty header": "",
        "an empty quoted header": '""',
        "a space in the header": "a b",
        "a space in the quoted header": '"a b"',
        "two headers": "a, b",
        "a header beyond ASCII": "clé",
        "a header of 256 characters": `${LONGEST}k`,
        "a quoted header of 256 characters": `"${LONGEST}k"`,
      }).map(([what, header]) => [
        what,
        { naming: { header }, says: /^Invalid params: Idempotency-Key must be text of 1 to 255/ },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries({
        "a number in _meta": 7,
        "null in _meta": null,
        "a list in _meta": ["k"],
        "an empty text in _meta": "",
        "a space in _meta": " k",
        "a line end in _meta": "k\n",
        "a text beyond ASCII in _meta": "ключ",
        "256 characters in _meta": `${LONGEST}k`,
      }).map(([what, meta]) => [
        what,
        { naming: { meta }, says: /^Invalid params: _meta\.idempotencyKey must be text of 1 to/ },
      ]),
    ),
    "two keys that differ": {
      naming: { header: "a", meta: "b" },
      says: /Idempotency-Key and _meta\.idempotencyKey differ; send one of them$/,
    },
    "a key in _meta that has the quotes of a header": {
      naming: { header: '"k"', meta: '"k"' },
      says: /differ/,
    },
  };
  for (const [what, { naming, says }] of Object.entries(refused)) {
    test(what, async () => {
      const team = await world.team();
      for (const generation of GENERATIONS) {
        const error = await assertUntouched(team, () =>
          assertError(create(team, naming, generation), 400, -32602),
        );
        assert.match(error.message, says);
      }
    });
  }
});

describe("a key may be", () => {
  for (const [what, [naming, same]] of Object.entries<[Naming, Naming]>({
    "255 characters long": [{ header: LONGEST }, { header: `"${LONGEST}"` }],
    "one character": [{ header: "k" }, { meta: "k" }],
    "a quoted one with an escaped quote in it": [{ header: '"a\\"\\\\b"' }, { meta: 'a"\\b' }],
    "a lone quote": [{ header: '"' }, { meta: '"' }],
    "the name of something that every object has": [{ meta: "__proto__" }, { header: "__proto__" }],
  })) {
    test(what, async () => {
      const team = await world.team();
      const first = await done(create(team, naming));
      assert.equal(await done(create(team, same)), first);
    });
  }
});

test("upper and lower case are two keys", async () => {
  const team = await world.team();
  await done(create(team, { header: "k" }));
  assert.equal(await codeOf(create(team, { header: "K" })), "already_exists");
});

test("_meta without a key, or of another type, means no key", async () => {
  const team = await world.team();
  for (const _meta of [{}, { idempotency_key: "k" }, 7, null, []]) {
    const sent = { more: { arguments: { name: JSON.stringify(_meta) }, _meta } };
    await done(keyedCalls(world.app)(team, "tags_create", {}, {}, sent));
  }
  assert.deepEqual((await team.state())["idempotent_calls"], []);
});

test("a tool that is closed, or that does not exist, says so before it looks at the key", async () => {
  const reader = await (await world.team()).as("read");
  assert.equal(await codeOf(create(reader, { meta: 7 })), "tool_not_available");
  const call = keyedCalls(world.app)(reader, "no_such_tool", {}, { meta: 7 });
  assert.match((await assertError(call, 200, -32602)).message, /Unknown tool/);
});

test("other methods ignore a key", async () => {
  const team = await world.team();
  const headers = { "Idempotency-Key": "no key" };
  const response = await team.rpc("tools/list", { _meta: { idempotencyKey: 7 } }, headers);
  assert.equal(response.status, 200);
});

test("a batch with the header is refused as a whole, and says how its messages are named", async () => {
  const team = await world.team();
  const params = { name: "tags_create", arguments: { name: "Wholesale" } };
  const batch = [{ jsonrpc: "2.0", id: 1, method: "tools/call", params }];
  for (const header of ["k", ""]) {
    const headers = { ...bearer(team.key), "Idempotency-Key": header };
    const error = await assertUntouched(team, () =>
      assertError(world.post(batch, headers), 400, -32600),
    );
    assert.equal(
      error.message,
      "Idempotency-Key names one call, not a batch; give each message its own _meta.idempotencyKey",
    );
  }
});

test("a key of a modern request stands beside what its _meta has to hold", async () => {
  const team = await world.team();
  const sent = { more: { _meta: { idempotencyKey: "k" } } };
  const call = keyedCalls(world.app, "modern")(team, "tags_create", { name: "New" }, {}, sent);
  await assertError(call, 400, -32602);
  const whole = { more: { _meta: { ...META, idempotencyKey: "k" } } };
  await done(keyedCalls(world.app, "modern")(team, "tags_create", { name: "New" }, {}, whole));
});
