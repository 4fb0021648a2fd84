import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { throughApp } from "../../test/oauth.ts";
import { createProject } from "../domains/tracker/create-project.ts";
import { tools } from "./registry.ts";

/** What a team owns: one of each kind of thing that has an id. */
type Things = {
  readonly customer: string;
  readonly tag: string;
  readonly project: string;
  readonly entry: string;
  readonly user: string;
};

/** A call of each tool that succeeds on the team's own things. A new tool needs a line here. */
const CALLS: Readonly<Record<string, (own: Things) => Record<string, unknown>>> = {
  customers_list: ({ tag }) => ({ tag_id: tag }),
  customers_get: ({ customer }) => ({ id: customer }),
  customers_create: ({ tag }) => ({ name: "New", email: "new@example.com", tag_ids: [tag] }),
  customers_update: ({ customer, tag }) => ({ id: customer, name: "Renamed", tag_ids: [tag] }),
  customers_delete: ({ customer }) => ({ id: customer }),
  tracker_list_projects: ({ customer }) => ({ customer_id: customer }),
  tracker_list_entries: ({ project, user }) => ({ project_id: project, assigned_id: user }),
  tracker_start_timer: ({ project, user }) => ({ project_id: project, assigned_id: user }),
  tracker_stop_timer: ({ entry, user }) => ({ entry_id: entry, assigned_id: user }),
  tracker_delete_entry: ({ entry }) => ({ id: entry }),
  tags_list: () => ({}),
  tags_create: () => ({ name: "New tag" }),
  tags_delete: ({ tag }) => ({ id: tag }),
};

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
      const call = CALLS[tool.name];
      assert.ok(call, "CALLS needs a line for this tool");
      const team = await as(await world.team({ destructive_ai_tools: true }));
      const other = await world.team({ destructive_ai_tools: true });
      const [own, foreign] = [await thingsOf(team), await thingsOf(other)];
      const stateOfOther = await other.state();
      for (const argument of idArguments(tool.inputSchema)) {
        for (const [kind, id] of Object.entries(foreign)) {
          const withForeign = await outcome(team, tool.name, argument, call(own), id);
          const withNone = await outcome(team, tool.name, argument, call(own), randomUUID());
          assert.deepEqual(
            withForeign,
            withNone,
            `${argument} with the id of another team's ${kind}`,
          );
        }
      }
      assert.deepEqual(await other.state(), stateOfOther);
      await team.call(tool.name, call(own));
    });
  }
});

/** What a call answers when one of its ids is replaced: everything but the id itself and what was made new. */
async function outcome(
  team: Team,
  tool: string,
  argument: string,
  args: Record<string, unknown>,
  id: string,
) {
  const before = await team.state();
  const replaced = { ...args, [argument]: Array.isArray(args[argument]) ? [id] : id };
  const response = await (await team.rpc("tools/call", { name: tool, arguments: replaced })).text();
  assert.deepEqual(await team.state(), before, `${tool} changed something`);
  return response.replaceAll(id, "ID");
}

function idArguments(schema: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(Object(schema["properties"]))
    .filter(([, argument]) => JSON.stringify(argument).includes('"format":"uuid"'))
    .map(([name]) => name);
}

async function thingsOf(team: Team): Promise<Things> {
  const tag = await team.call("tags_create", { name: "Regular" });
  const customer = await team.call("customers_create", {
    name: "Acme",
    email: "hello@acme.example",
    tag_ids: [tag.id],
  });
  const { projectId } = await createProject(team.signed, {
    name: "Website",
    customer_id: customer.id,
  });
  const entry = await team.call("tracker_start_timer", { project_id: projectId });
  team.world.pass(120_000);
  return {
    customer: customer.id,
    tag: tag.id,
    project: projectId,
    entry: entry.id,
    user: team.userId,
  };
}
