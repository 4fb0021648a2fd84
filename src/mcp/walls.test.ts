import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { throughApp } from "../../test/oauth.ts";
import { idIn, ownThings } from "../../test/own-things.ts";
import { tools } from "./registry.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Call = {
  readonly name: string;
  readonly given: Arguments;
  readonly argument: string;
  readonly id: string;
};
type State = Awaited<ReturnType<Team["state"]>>;

const CREDENTIALS: Readonly<Record<string, (team: Team) => Promise<Team>>> = {
  "a key": async (team) => team,
  "an app": (team) => throughApp(team, "apis.all"),
};

const CASES = tools.flatMap((tool) =>
  Object.entries(CREDENTIALS).map(([credential, as]) => ({ tool, credential, as })),
);

onEachDatabase((world) => {
  for (const { tool, credential, as } of CASES) {
    test(`${tool.name} takes an id of another team for one that does not exist, in every argument, for ${credential}`, async () => {
      const team = await as(await world.team({ destructive_ai_tools: true }));
      const other = await world.team({ destructive_ai_tools: true });
      const own = argumentsOf(tool.example(idIn(await ownThings(team))));
      const foreign = argumentsOf(tool.example(idIn(await ownThings(other))));
      // A timer that ran for less is discarded.
      world.pass(120_000);
      const [state, stateOfOther] = [await team.state(), await other.state()];
      for (const argument of idArguments(tool.inputSchema)) {
        const [id] = [foreign[argument]].flat();
        assert.ok(typeof id === "string", `the example needs an id for ${argument}`);
        assert.notDeepEqual(own[argument], foreign[argument]);
        const call = { name: tool.name, given: own, argument };
        const withForeign = await outcomeOf(team, { ...call, id }, state);
        const withNone = await outcomeOf(team, { ...call, id: randomUUID() }, state);
        assert.equal(withForeign, withNone, `${argument} with an id of another team`);
      }
      assert.deepEqual(await other.state(), stateOfOther);
      await team.call(tool.name, own);
    });
  }
});

/** Answer to a call with one id replaced, without that id. Asserts that nothing changed. */
async function outcomeOf(
  team: Team,
  { name, given, argument, id }: Call,
  state: State,
): Promise<string> {
  const replaced = Array.isArray(given[argument]) ? [id] : id;
  const params = { name, arguments: { ...given, [argument]: replaced } };
  const response = await (await team.rpc("tools/call", params)).text();
  assert.deepEqual(await team.state(), state, `${name} changed something`);
  return response.replaceAll(id, "ID");
}

function argumentsOf(example: object): Arguments {
  return { ...example };
}

function idArguments(schema: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(Object(schema["properties"]))
    .filter(([, argument]) => JSON.stringify(argument).includes('"format":"uuid"'))
    .map(([name]) => name);
}
