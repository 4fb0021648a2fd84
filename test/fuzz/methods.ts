import type { Chance } from "../../src/demo/chance.ts";
import type { Call, Facts } from "./facts.ts";
import { oddNumber, oddObject, oddText } from "./odd-values.ts";

type Maker = (chance: Chance, facts: Facts) => Call;

/** A request for any method of both generations, with mostly valid parameters. */
export function anyCall(chance: Chance, facts: Facts): Call {
  return chance.pick(MAKERS)(chance, facts);
}

const MAKERS: readonly Maker[] = [
  (chance) => ({
    method: "initialize",
    params: {
      protocolVersion: chance.pick([
        "2025-11-25",
        "2025-06-18",
        "2025-03-26",
        "2024-11-05",
        "2099-01-01",
      ]),
      capabilities: chance.pick([{}, { elicitation: {} }, oddObject(chance)]),
      clientInfo: { name: oddText(chance), version: oddText(chance) },
    },
  }),
  (chance, { given }) => ({
    method: chance.pick([
      "tools/list",
      "prompts/list",
      "resources/list",
      "resources/templates/list",
    ]),
    params: chance.pick([{}, { cursor: chance.pick(given.cursors) }]),
  }),
  getPrompt,
  readResource,
  completePrompt,
  completeResource,
  (chance) => ({
    method: "subscriptions/listen",
    params: { notifications: { toolsListChanged: chance.often(0.5), promptsListChanged: true } },
  }),
  ...["ping", "server/discover", "logging/setLevel", "resources/subscribe", "tasks/get"].map(
    (method) => () => ({ method, params: {} }),
  ),
  ...["initialized", "cancelled", "progress", "roots/list_changed"].map(
    (name): Maker =>
      (chance) => ({
        method: `notifications/${name}`,
        params: { requestId: oddNumber(chance), progressToken: oddText(chance), progress: 1 },
      }),
  ),
  (chance) => ({ method: oddText(chance), params: oddObject(chance) }),
];

function getPrompt(chance: Chance, { prompts, ids }: Facts): Call {
  const { name, arguments: names } = chance.pick(prompts);
  const given = names.filter(() => chance.often(0.8));
  const values = given.map((name) => [name, typed(chance, ids)]);
  return { method: "prompts/get", params: { name, arguments: Object.fromEntries(values) } };
}

function readResource(chance: Chance, { resources, ids }: Facts): Call {
  const uri = chance.pick(resources).replaceAll(/\{\w+\}/g, () => {
    const value = typed(chance, ids).toWellFormed();
    return chance.often(0.7) ? encodeURIComponent(value) : value;
  });
  return { method: "resources/read", params: { uri: chance.often(0.9) ? uri : oddText(chance) } };
}

function completePrompt(chance: Chance, facts: Facts): Call {
  const { name, arguments: names } = chance.pick(facts.prompts);
  return completion(chance, facts, { type: "ref/prompt", name }, names);
}

function completeResource(chance: Chance, facts: Facts): Call {
  const uri = chance.pick(facts.resources);
  const names = [...uri.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return completion(chance, facts, { type: "ref/resource", uri }, names);
}

function completion(chance: Chance, { ids }: Facts, ref: object, names: readonly string[]): Call {
  const name = chance.pick([...names, "no_such"]);
  const params = {
    ref,
    argument: { name, value: typed(chance, ids) },
    context: chance.pick([{}, { arguments: {} }, { arguments: { [name]: typed(chance, ids) } }]),
  };
  return { method: "completion/complete", params };
}

/** A value for an argument: an id, odd text, or a plausible prefix. */
function typed(chance: Chance, ids: Facts["ids"]): string {
  const id = () => chance.pick(chance.pick([...ids.values()]));
  return chance.pick([
    id,
    () => oddText(chance),
    () => chance.pick(["", "B", "Busy", "2026-11-21"]),
  ])();
}
