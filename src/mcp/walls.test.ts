import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onAnyDatabase, onEachDatabase, type Team } from "../../test/app.ts";
import { throughApp } from "../../test/oauth.ts";
import { idIn, ownThings } from "../../test/own-things.ts";
import { told } from "../../test/replay.ts";
import type { IdOf } from "../core/arguments.ts";
import { tools } from "./registry.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Call = {
  readonly name: string;
  readonly given: Arguments;
  readonly argument: string;
  readonly ownId: string;
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
  for (const { name, example } of tools) {
    test(`${name} does what its example says`, async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const given = argumentsOf(example(idIn(await ownThings(team, example))));
      // A timer that ran for less is discarded.
      world.pass(120_000);
      await team.call(name, given);
    });
  }
});

onAnyDatabase((world) => {
  for (const { tool, credential, as } of CASES) {
    test(`${tool.name} takes an id of another team for one that does not exist, in every argument, for ${credential}`, async () => {
      const team = await as(await world.team({ destructive_ai_tools: true }));
      const other = await world.team({ destructive_ai_tools: true });
      const otherwise = OTHERWISE[tool.name] ?? ((example) => example);
      const either = (idOf: IdOf) => {
        const usual = argumentsOf(tool.example(idOf));
        return { usual, other: otherwise(usual, idOf) };
      };
      const owned = either(idIn(await ownThings(team, either)));
      const alien = either(idIn(await ownThings(other, either)));
      // A timer that ran for less is discarded.
      world.pass(120_000);
      const [state, stateOfOther] = [await team.state(), await other.state()];
      for (const argument of idArguments(tool.inputSchema)) {
        const way = argument in owned.usual ? "usual" : "other";
        const [given, known] = [owned[way], alien[way]];
        const [ownId, id] = [firstId(given[argument]), firstId(known[argument])];
        assert.ok(
          ownId !== undefined && id !== undefined,
          `the example needs an id for ${argument}`,
        );
        assert.notEqual(ownId, id);
        const call = { name: tool.name, given, argument, ownId };
        const withForeign = await outcomeOf(team, { ...call, id }, state);
        const withNone = await outcomeOf(team, { ...call, id: randomUUID() }, state);
        assert.equal(withForeign, withNone, `${argument} with an id of another team`);
      }
      assert.deepEqual(await other.state(), stateOfOther);
      await told(team, tool, () => team.call(tool.name, owned.usual));
    });
  }
});

/** Answer to a call with one id replaced, without that id. Asserts that nothing changed. */
async function outcomeOf(
  team: Team,
  { name, given, argument, ownId, id }: Call,
  state: State,
): Promise<string> {
  const replaced = JSON.parse(JSON.stringify(given[argument]).replaceAll(ownId, id));
  const params = { name, arguments: { ...given, [argument]: replaced } };
  const response = await (await team.rpc("tools/call", params)).text();
  assert.deepEqual(await team.state(), state, `${name} changed something`);
  return response.replaceAll(id, "ID");
}

/** Arguments that name records in another way than the example does. */
const OTHERWISE: Readonly<Record<string, (example: Arguments, idOf: IdOf) => Arguments>> = {
  inbox_match: ({ id, transactionId }) => ({ id, transactionId, more: [{ id, transactionId }] }),
  tracker_start_timer: (example, idOf) => ({ ...example, entry_id: idOf("tracker_entry") }),
  transactions_update_category: ({ id, category_slug }) => ({ changes: [{ id, category_slug }] }),
  transactions_update_status: ({ id, status }) => ({ ids: [id], status }),
};

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The first id in an argument, which may be a list of ids or of objects with one. */
function firstId(argument: unknown): string | undefined {
  return UUID.exec(JSON.stringify(argument) ?? "")?.[0];
}

function argumentsOf(example: object): Arguments {
  return { ...example };
}

function idArguments(schema: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(Object(schema["properties"]))
    .filter(([, argument]) => JSON.stringify(argument).includes('"format":"uuid"'))
    .map(([name]) => name);
}
