import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import {
  catalogueOf,
  codeOf,
  dataOf,
  done,
  type Generation,
  keyedCalls,
  type Naming,
} from "../../test/keyed.ts";
import { assertUntouched, loggedApp, META, read } from "../../test/mcp.ts";
import { Content } from "./call.ts";

const ACME = { name: "Acme", email: "anna@acme.example", note: 'ключ "x"' };
const DAY_MS = 24 * 60 * 60_000;
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

onAnyDatabase((world) => {
  const send = (...call: Parameters<ReturnType<typeof keyedCalls>>) =>
    keyedCalls(world.app)(...call);
  const create = (team: Team, header: string, args: object = ACME) =>
    send(team, "customers_create", args, { header });

  for (const generation of ["legacy", "modern"] as const) {
    for (const [place, naming] of Object.entries<Naming>({
      "the header": { header: "intent-1" },
      "the quoted header": { header: '"intent-1"' },
      _meta: { meta: "intent-1" },
      "the header and _meta": { header: "intent-1", meta: "intent-1" },
    })) {
      test(`a write that is repeated under its key in ${place} is done once, and answers the same bytes, ${generation}`, async () => {
        const team = await world.team();
        const call = () =>
          keyedCalls(world.app, generation)(team, "customers_create", ACME, naming);
        const first = await done(call());
        world.pass(60_000);
        const again = await assertUntouched(team, () => done(call()));
        assert.equal(again, first);
        assert.equal((await team.state())["customers"]?.length, 1);
        assert.equal((await team.journalOf("customers_create")).length, 1);
      });
    }
  }

  test("wherever and in whatever generation a key is named, it is the same key", async () => {
    const team = await world.team();
    const answers = new Map<Generation, string>();
    const tag = { name: "Wholesale" };
    for (const generation of ["modern", "legacy", "modern"] as const) {
      for (const naming of [{ meta: "k" }, { header: "k" }, { header: '"k"' }]) {
        const call = keyedCalls(world.app, generation);
        const text = await done(call(team, "tags_create", tag, naming));
        assert.equal(text, answers.get(generation) ?? text);
        answers.set(generation, text);
      }
    }
    const [one, other] = [...answers.values()].map((text) => JSON.parse(text).result);
    assert.equal(one.resultType, "complete");
    assert.equal("resultType" in other, false);
    assert.deepEqual(one.structuredContent, other.structuredContent);
    assert.equal((await team.state())["tags"]?.length, 1);
  });

  test("without a key every call runs", async () => {
    const team = await world.team();
    await done(send(team, "customers_create", ACME, {}));
    await done(send(team, "customers_create", ACME, {}));
    const { customers, idempotent_calls } = await team.state();
    assert.deepEqual([customers?.length, idempotent_calls], [2, []]);
  });

  test("the order of arguments makes no difference", async () => {
    const team = await world.team();
    const { name, email, note } = ACME;
    const address = { city: "Köln", zip: "50667" };
    const first = await done(create(team, "k", { name, email, note, ...address }));
    const { city, zip } = address;
    assert.equal(await done(create(team, "k", { zip, note, city, email, name })), first);
  });

  test("a call without arguments is the same as one with none in them", async () => {
    const team = await world.team();
    const { app } = loggedApp(world, {
      catalogue: catalogueOf(async () => 1, { call: async () => team.auditContext.newId() }),
    });
    const call = (more: object) => keyedCalls(app)(team, "tags_try", {}, { header: "k" }, { more });
    assert.equal(await done(call({ arguments: undefined })), await done(call({})));
  });

  test("a key with other arguments is refused without a trace, and the first answer stays", async () => {
    const team = await world.team();
    const first = await done(create(team, "k"));
    for (const args of [{ ...ACME, city: "Köln" }, { ...ACME, name: "acme" }, { name: 7 }, {}]) {
      const code = await assertUntouched(team, () => codeOf(create(team, "k", args)));
      assert.equal(code, "idempotency_key_reused");
    }
    const { result } = await read(create(team, "k", {}));
    assert.equal(
      result.content[0].text,
      'The idempotency key "k" was used for customers_create with other arguments; repeat those arguments to get the first answer again, or send another key for another call.',
    );
    assert.equal(await done(create(team, "k")), first);
  });

  test("an answer is kept for 24 hours; then the call runs anew", async () => {
    const team = await world.team();
    const first = await done(create(team, "a"));
    world.pass(DAY_MS - 1);
    assert.equal(await done(create(team, "a")), first);
    world.pass(1);
    assert.notEqual(await done(create(team, "a", { ...ACME, city: "Köln" })), first);
    assert.equal((await team.state())["customers"]?.length, 2);
  });

  test("a repetition does not make an answer last longer", async () => {
    const team = await world.team();
    const first = await done(create(team, "k"));
    world.pass(DAY_MS - 1);
    assert.equal(await done(create(team, "k")), first);
    world.pass(1);
    assert.notEqual(await done(create(team, "k")), first);
  });

  test("a refusal is not kept: the same call succeeds under its key when nothing is in its way any more", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("tags_create", { name: "Wholesale" });
    const call = () => send(team, "tags_create", { name: "wholesale" }, { header: "k" });
    const code = await assertUntouched(team, () => codeOf(call()));
    assert.equal(code, "already_exists");
    await team.call("tags_delete", { id });
    const first = await done(call());
    assert.equal(await done(call()), first);
  });

  test("after a refusal a key is free for other arguments", async () => {
    const team = await world.team();
    assert.equal(await codeOf(create(team, "k", { name: "Acme" })), "invalid_argument");
    await done(create(team, "k"));
  });

  test("a bug is not kept, nor what it had written", async () => {
    const team = await world.team();
    let runs = 0;
    const catalogue = catalogueOf(async () => {
      runs += 1;
      if (runs === 1) throw new Error("a bug");
      return { runs };
    });
    const { app, log } = loggedApp(world, { catalogue });
    const call = () => keyedCalls(app)(team, "tags_try", { name: "Wholesale" }, { header: "k" });
    assert.equal(await assertUntouched(team, () => codeOf(call())), "internal_error");
    assert.equal(log.length, 1);
    assert.deepEqual(dataOf(await done(call())), { runs: 2 });
    assert.deepEqual(dataOf(await done(call())), { runs: 2 });
  });

  test("a call whose caller goes away before the commit keeps nothing", async () => {
    const team = await world.team();
    const caller = new AbortController();
    const catalogue = catalogueOf(async (_context, name) => {
      if (name === "Left") caller.abort();
      return { name };
    });
    const { app } = loggedApp(world, { catalogue });
    const call = (name: string, signal?: AbortSignal) =>
      keyedCalls(app)(team, "tags_try", { name }, { header: "k" }, { signal });
    const gone = await assertUntouched(team, () => call("Left", caller.signal));
    assert.equal(gone.status, 499);
    assert.deepEqual(dataOf(await done(call("Stayed"))), { name: "Stayed" });
  });

  test("a key counts for one credential, one tool and one team", async () => {
    const team = await world.team();
    const calls = [team, await team.as("all"), await team.member("admin", { preset: "all" })];
    const others = [...calls, await world.team()];
    const answers = new Set<string>();
    for (const caller of others) answers.add(await done(create(caller, "k")));
    assert.equal(answers.size, 4);
    assert.equal((await team.state())["customers"]?.length, 3);
    await done(send(team, "tags_create", { name: "Wholesale" }, { header: "k" }));
  });

  test("a tool that reads ignores a key, and stores nothing", async () => {
    const team = await world.team();
    for (const naming of [{ header: "k" }, { header: "no key" }, { meta: 1 }]) {
      const before = await done(send(team, "tags_list", {}, naming));
      await team.call("tags_create", { name: JSON.stringify(naming) });
      assert.notEqual(await done(send(team, "tags_list", {}, naming)), before);
    }
    assert.deepEqual(await keysOf(team), []);
  });

  test("a credential that may no longer write is refused, whatever is kept for it", async () => {
    const team = await world.team();
    const key = (scopes: readonly string[]) =>
      world.database.begin((db) =>
        db
          .updateTable("api_keys")
          .set({ scopes: JSON.stringify(scopes) })
          .where("team_id", "=", team.id)
          .execute(),
      );
    const first = await done(create(team, "k"));
    await key(["apis.read"]);
    const code = await assertUntouched(team, () => codeOf(create(team, "k")));
    assert.equal(code, "tool_not_available");
    await key(["apis.all"]);
    assert.equal(await done(create(team, "k")), first);
  });

  test("a tool that deletes and is closed later is refused, whatever is kept of it", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("tags_create", { name: "Wholesale" });
    const call = () => send(team, "tags_delete", { id }, { header: "k" });
    const first = await done(call());
    assert.equal(dataOf(first).deleted, true);
    assert.equal(await done(call()), first);
    await team.set({ destructive_ai_tools: false });
    const before = await team.state();
    assert.equal(await codeOf(call()), "tool_not_available");
    assert.deepEqual(await team.state(), before);
  });

  test("a client that can ask its user asks once: a repetition answers what was done", async () => {
    const { team, id, ask } = await asking();
    const question = await assertUntouched(team, () => ask());
    assert.equal(question.resultType, "input_required");
    const yes = answerTo(question, { action: "accept", content: { confirm: true } });
    const first = await ask(yes);
    assert.partialDeepStrictEqual(first.structuredContent, {
      id,
      deleted: true,
      name: "Wholesale",
      rules: 0,
    });
    for (const more of [yes, {}, answerTo(question, { action: "decline" })])
      assert.deepEqual(await assertUntouched(team, () => ask(more)), first);
    world.pass(11 * 60_000);
    assert.deepEqual(await ask(), first, "the question is too old by now, the answer is not");
    assert.equal((await team.journalOf("tags_delete")).length, 1);
  });

  test("a no is not stored under the key, but is journalled, and counts once", async () => {
    const { team, ask } = await asking();
    const question = await ask();
    const no = answerTo(question, { action: "decline" });
    const { tags, idempotent_calls } = await team.state();
    assert.match((await ask(no)).content[0].text, /did not agree/);
    const yes = answerTo(question, { action: "accept", content: { confirm: true } });
    assert.match((await ask(yes)).content[0].text, /already been used/);
    const after = await team.state();
    assert.deepEqual([after["tags"], after["idempotent_calls"]], [tags, idempotent_calls]);
    const events = await team.journalOf("tags_delete");
    assert.deepEqual(
      events.map(({ reason }) => reason),
      ["not_confirmed"],
    );
    const second = await ask();
    assert.equal(second.resultType, "input_required", "the key is free to ask again");
    const agreed = { action: "accept", content: { confirm: true } };
    assert.equal((await ask(answerTo(second, agreed))).structuredContent.deleted, true);
  });

  test("a repetition returns null, content blocks and numbers unchanged", async () => {
    const team = await world.team();
    for (const [name, { output, schema }] of Object.entries({
      null: { output: null, schema: {} },
      content: { output: new Content([{ type: "text", text: "Done é" }]), schema: null },
      data: { output: { b: -0, a: 1e21, 7: "\0\ud800\u2028é", nested: [{ z: 0.1 }] }, schema: {} },
    })) {
      const catalogue = catalogueOf(async () => output, {
        outputSchema: schema,
        call: async () => output,
      });
      const { app } = loggedApp(world, { catalogue });
      for (const generation of ["legacy", "modern"] as const) {
        const naming = { header: `${name}-${generation}` };
        const call = () => keyedCalls(app, generation)(team, "tags_try", { name }, naming);
        assert.equal(await done(call()), await done(call()));
      }
    }
  });

  test("within a batch each message has its own key, in _meta", async () => {
    const team = await world.team();
    const message = (id: number, idempotencyKey: string) => {
      const params = { name: "customers_create", arguments: ACME, _meta: { idempotencyKey } };
      return { jsonrpc: "2.0", id, method: "tools/call", params };
    };
    const batch = [message(1, "a"), message(2, "b"), message(3, "a")];
    const send = () => world.post(batch, { Authorization: `Bearer ${team.key}` });
    const [one, two, three] = await read(send());
    assert.deepEqual(three.result, one.result);
    assert.notDeepEqual(two.result, one.result);
    assert.deepEqual(await assertUntouched(team, () => read(send())), [one, two, three]);
  });

  /** A tag, and a function that deletes it under a key, as a client with elicitation. */
  async function asking() {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("tags_create", { name: "Wholesale" });
    const _meta = { ...META, [CAPABILITIES]: { elicitation: {} } };
    const ask = async (more: object = {}) => {
      const call = keyedCalls(world.app, "modern");
      const sent = { more: { _meta, ...more } };
      return (await read(call(team, "tags_delete", { id }, { header: "k" }, sent))).result;
    };
    return { team, id, ask };
  }
});

function answerTo({ requestState }: { requestState: string }, confirm: object) {
  return { inputResponses: { confirm }, requestState };
}

/** Keys with a stored answer. */
async function keysOf(team: Team): Promise<string[]> {
  const rows: any[] = (await team.state())["idempotent_calls"] ?? [];
  return rows.map(({ key }) => key);
}
