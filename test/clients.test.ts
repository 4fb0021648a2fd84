import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { tools } from "../src/mcp/registry.ts";
import { onAnyDatabase, type Team } from "./app.ts";
import { CLIENTS, type Session } from "./clients.ts";
import { bearer, listen, type Served } from "./mcp.ts";
import { addProject } from "./tracker.ts";
import { useContent } from "./use-content.ts";

onAnyDatabase((world) => {
  let server: Served;
  before(async () => {
    server = await listen(world.app);
  });
  after(() => server.close());

  for (const { name, version, connect } of CLIENTS) {
    describe(name, () => {
      test("runs all tools", async () => {
        const team = await world.team({ destructive_ai_tools: true });
        const session = await connect(new URL(server.url), bearer(team.key));
        assert.equal(session.version, version);
        assert.match(session.instructions ?? "", /Test team/);
        assert.deepEqual(
          names(await session.listTools()),
          tools.map(({ name }) => name),
        );
        const used = await journey(team, session);
        const unused = tools.filter(({ name }) => !used.has(name)).map(({ name }) => name);
        assert.deepEqual(unused, [], "add these tools to the journey below");
        await session.close();
      });

      test("is shown and may call only what its key unlocks", async () => {
        const team = await world.team({ destructive_ai_tools: true });
        const reader = await team.as("read");
        const session = await connect(new URL(server.url), bearer(reader.key));
        const readable = tools.filter(({ tier }) => tier === "read");
        assert.deepEqual(
          names(await session.listTools()),
          readable.map(({ name }) => name),
        );
        const { isError, content } = await session.callTool({
          name: "tags_create",
          arguments: { name: "New" },
        });
        assert.equal(isError, true);
        assert.match(
          content[0].text,
          /tags_create is not available: the credential holds no write scope/,
        );
        assert.deepEqual((await team.call("tags_list")).items, []);
        await session.close();
      });

      test("is given every prompt, reads every resource, and is offered values", async () => {
        world.at("2026-11-21T09:00:00Z");
        const team = await world.team();
        const session = await connect(new URL(server.url), bearer(team.key));
        await useContent(team, session);
        await session.close();
      });

      test("is turned away without a key", async () => {
        await assert.rejects(connect(new URL(server.url), {}), /No credential was sent|HTTP 401/);
      });
    });
  }
});

function names({ tools }: { tools: readonly { name: string }[] }): string[] {
  return tools.map(({ name }) => name);
}

/** Uses every tool as a person would. @returns names of the tools called */
async function journey(team: Team, session: Session): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const send = async (name: string, args: Record<string, unknown>) => {
    used.add(name);
    return session.callTool({ name, arguments: args });
  };
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { isError, content } = await send(name, args);
    assert.notEqual(isError, true, content[0].text);
    return JSON.parse(content[0].text);
  };
  const refused = async (name: string, args: Record<string, unknown>) => {
    const result = await send(name, args);
    assert.equal(result.isError, true);
    assert.equal("structuredContent" in result, false);
    return JSON.parse(result.content[1].text).code;
  };

  const tag = await call("tags_create", { name: "Wholesale" });
  assert.equal(await refused("tags_create", { name: "wholesale" }), "already_exists");
  assert.deepEqual((await call("tags_list")).items, [tag]);

  const customer = await call("customers_create", {
    name: "Acme",
    email: "hello@acme.example",
    tag_ids: [tag.id],
  });
  assert.deepEqual((await call("customers_list", { name: "acm" })).items[0].tags, [tag]);
  assert.equal((await call("customers_get", { id: customer.id })).name, "Acme");
  assert.equal(await call("customers_get", { id: tag.id }), null);
  assert.equal((await call("customers_update", { id: customer.id, city: "Kyiv" })).city, "Kyiv");

  await addProject(team, { customer_id: customer.id });
  const [project] = (await call("tracker_list_projects", { customer_id: customer.id })).items;
  assert.equal(project.customer.name, "Acme");
  assert.equal(await refused("tracker_stop_timer", {}), "no_running_timer");
  const entry = await call("tracker_start_timer", {
    project_id: project.id,
    description: "Design",
  });
  team.world.pass(90_000);
  assert.equal((await call("tracker_stop_timer")).duration, 90);
  assert.equal((await call("tracker_list_entries")).total_duration, 90);

  assert.equal((await call("team_get")).members_count, 1);
  assert.deepEqual((await call("bank_accounts_list")).items, []);
  const year = { from: "2026-01-01", to: "2026-12-31" };
  assert.equal((await call("reports_profit_loss", year)).months.length, 12);
  assert.equal((await call("reports_burn_rate", year)).months.at(-1).partial, true);
  assert.deepEqual((await call("reports_revenue", year)).sources, []);
  assert.deepEqual((await call("reports_spending", year)).items, []);
  assert.equal((await call("reports_runway")).months, null);
  for (const name of ["balance", "top_customers", "recurring_expenses"])
    assert.deepEqual((await call(`reports_${name}`)).items, []);
  const category = await call("categories_create", {
    name: "Beans",
    parent_id: "cost-of-goods-sold",
  });
  assert.equal(await refused("categories_create", { name: "beans" }), "already_exists");
  const renamed = await call("categories_update", { id: category.id, name: "Coffee" });
  assert.deepEqual([renamed.name, renamed.slug], ["Coffee", category.slug]);
  const { items: categories } = await call("categories_list");
  assert.equal(categories.at(-1).id, category.id);
  assert.equal((await call("categories_delete", { id: category.id })).deleted, true);
  // Only people and files make transactions.
  assert.deepEqual((await call("transactions_list")).items, []);
  const unknown = { id: category.id };
  assert.equal(await call("transactions_get", unknown), null);
  const status = { ...unknown, status: "posted" };
  assert.equal(await refused("transactions_update_status", status), "not_found");
  const rent = { ...unknown, category_slug: "rent" };
  assert.equal(await refused("transactions_update_category", rent), "not_found");
  assert.equal((await call("transactions_delete", unknown)).deleted, false);
  assert.equal((await call("search_global", { query: "nobody" })).items.length, 0);

  assert.equal((await call("tracker_delete_entry", { id: entry.id })).deleted, true);
  assert.equal((await call("tags_delete", { id: tag.id })).deleted, true);
  assert.equal((await call("customers_delete", { id: customer.id })).deleted_projects, 1);
  assert.equal((await call("customers_delete", { id: customer.id })).deleted, false);
  return used;
}
