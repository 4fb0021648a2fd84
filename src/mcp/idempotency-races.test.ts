import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../test/app.ts";
import { extent } from "../../test/extent.ts";
import { catalogueOf, dataOf, done, keyedCalls } from "../../test/keyed.ts";
import { loggedApp, META, until } from "../../test/mcp.ts";
import { together } from "../../test/races.ts";
import { Refusal } from "../core/errors.ts";
import { type Begin, connect } from "../db/connect.ts";
import { CreateTag, createTag } from "../domains/tags/create-tag.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };
const ROUNDS = extent(20, 60);
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

onEachDatabase((world) => {
  test("of eight duplicates at once, to two servers, one is done, and all have its answer", async (t) => {
    const database = await connect(world.url, { onIdleError: (error) => assert.ifError(error) });
    t.after(database.close);
    const sends = [world.app, loggedApp(world, { database }).app].map((app) => keyedCalls(app));
    const team = await world.team();
    for (let round = 0; round < ROUNDS; round += 1) {
      const texts = await together(8, async (index) => {
        const send = sends[index % 2] ?? assert.fail();
        return done(send(team, "customers_create", ACME, { header: `round-${round}` }));
      });
      assert.equal(new Set(texts).size, 1);
    }
    const { customers, idempotent_calls } = await team.state();
    assert.deepEqual([customers?.length, idempotent_calls?.length], [ROUNDS, ROUNDS]);
    assert.equal((await team.journalOf("customers_create")).length, ROUNDS);
  });

  test("of calls at once with one key and different arguments, those of one kind are done, once", async () => {
    const team = await world.team();
    const send = keyedCalls(world.app);
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await together(8, async (index) => {
        const args = { ...ACME, name: `Acme ${index % 2}` };
        const answer = await send(team, "customers_create", args, { header: `round-${round}` });
        return { kind: index % 2, text: await answer.text() };
      });
      const refused = answers.filter(({ text }) => text.includes("idempotency_key_reused"));
      const served = answers.filter((answer) => !refused.includes(answer));
      assert.deepEqual([served.length, refused.length], [4, 4]);
      assert.equal(new Set(served.map(({ text }) => text)).size, 1);
      assert.equal(new Set(refused.map(({ kind }) => kind)).size, 1);
    }
    assert.equal((await team.state())["customers"]?.length, ROUNDS);
  });

  for (const [what, fail] of Object.entries<(caller: AbortController) => unknown>({
    "is refused": () => {
      throw new Refusal({ code: "busy", message: "No", next: "try again" });
    },
    "has a bug": () => {
      throw new Error("a bug");
    },
    "loses its caller": (caller) => caller.abort(),
  })) {
    test(`when the first of eight duplicates ${what}, the next one takes over for all`, async () => {
      const team = await world.team();
      for (let round = 0; round < 10; round += 1) {
        const texts = await failingFirst(world, team, `Tag-${round}`, fail);
        const [first, ...others] = texts.toSorted((one, other) => runsOf(one) - runsOf(other));
        assert.equal(runsOf(first), 0);
        assert.equal(runsOf(others[0]), 2);
        assert.equal(new Set(others).size, 1);
      }
      assert.equal((await team.state())["tags"]?.length, 10);
      assert.equal((await team.journalOf("tags_try")).length, 10);
    });
  }

  test("a key whose answer is too old is taken by one of eight duplicates at once", async () => {
    const team = await world.team();
    const send = keyedCalls(world.app);
    for (let round = 0; round < 10; round += 1) {
      const texts = await together(8, () =>
        done(send(team, "customers_create", ACME, { header: "k" })),
      );
      assert.equal(new Set(texts).size, 1);
      world.pass(24 * 60 * 60_000);
    }
    assert.equal((await team.state())["customers"]?.length, 10);
  });

  test("writes under keys of their own do not keep each other waiting", async () => {
    const team = await world.team();
    const [reached, gate] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    // It waits before it makes a tag, since the tags of a team are made one after the other.
    const catalogue = catalogueOf(async () => null, {
      call: async (context, given) => {
        const { name } = CreateTag.parse(given);
        if (name === "Slow") {
          reached.resolve(null);
          await gate.promise;
        }
        return createTag(context, { name });
      },
    });
    const { app } = loggedApp(world, { catalogue });
    const call = (name: string) =>
      done(keyedCalls(app)(team, "tags_try", { name }, { meta: name }));
    const slow = call("Slow");
    await reached.promise;
    const quick = together(5, (index) => call(`New-${index}`));
    try {
      if (world.dialect === "postgres") await quick;
    } finally {
      gate.resolve(null);
    }
    await Promise.all([slow, quick]);
    assert.equal((await team.state())["idempotent_calls"]?.length, 6);
  });

  test("of eight calls with one yes and one key at once, one deletes, and all get its answer", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const send = keyedCalls(world.app, "modern");
    const _meta = { ...META, [CAPABILITIES]: { elicitation: {} } };
    for (let round = 0; round < 20; round += 1) {
      const { id } = await team.call("tags_create", { name: "Wholesale" });
      const ask = async (more: object) =>
        done(
          send(team, "tags_delete", { id }, { header: `${round}` }, { more: { _meta, ...more } }),
        );
      const questions = await together(8, () => ask({}));
      const states = questions.map((text) => JSON.parse(text).result.requestState);
      const confirm = { action: "accept", content: { confirm: true } };
      const texts = await together(8, (index) =>
        ask({ inputResponses: { confirm }, requestState: states[index % 2] }),
      );
      assert.equal(new Set(texts).size, 1);
      assert.partialDeepStrictEqual(dataOf(texts[0] ?? ""), {
        id,
        deleted: true,
        name: "Wholesale",
        rules: 0,
      });
    }
    assert.equal((await team.journalOf("tags_delete")).length, 20);
  });
});

/** Answers of eight duplicates; the first to run fails after all have started. */
async function failingFirst(
  world: World,
  team: Team,
  name: string,
  fail: (caller: AbortController) => unknown,
): Promise<string[]> {
  let begun = 0;
  const begin: Begin = (work) => {
    begun += 1;
    return world.database.begin(work);
  };
  let runs = 0;
  const callers = Array.from({ length: 8 }, () => new AbortController());
  const catalogue = catalogueOf(async ({ client }) => {
    runs += 1;
    const run = runs;
    await until(() => begun >= 8);
    if (run === 1) fail(callers[Number(client?.name)] ?? assert.fail());
    return { runs };
  });
  const { app } = loggedApp(world, { catalogue, database: { ...world.database, begin } });
  const send = keyedCalls(app, "modern");
  return together(8, async (index) => {
    const clientInfo = { name: String(index) };
    const _meta = { ...META, "io.modelcontextprotocol/clientInfo": clientInfo };
    const signal = callers[index]?.signal;
    const call = { more: { _meta }, signal };
    return (await send(team, "tags_try", { name }, { header: name }, call)).text();
  });
}

/** Number of runs at the time of the answer; none for a failed call. */
function runsOf(text: string | undefined): number {
  if (text === undefined || text === "") return 0;
  const { result } = JSON.parse(text);
  return result.isError === true ? 0 : result.structuredContent.runs;
}
