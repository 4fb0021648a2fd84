import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { tools } from "../src/mcp/registry.ts";
import { onAnyDatabase } from "./app.ts";
import { CLIENTS } from "./clients.ts";
import { bearer, listen, type Served } from "./mcp.ts";
import { idIn, ownThings } from "./own-things.ts";
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
        const things = await ownThings(team);
        // A timer that ran for less is discarded.
        team.world.pass(120_000);
        for (const { name, example } of inOrder) {
          const { isError, content } = await session.callTool({
            name,
            arguments: { ...example(idIn(things)) },
          });
          assert.notEqual(isError, true, `${name}: ${content[0].text}`);
        }
        await session.close();
      });

      test("is told what is refused, and what there is none of", async () => {
        const team = await world.team({ destructive_ai_tools: true });
        const session = await connect(new URL(server.url), bearer(team.key));
        const call = async (name: string, args: Record<string, unknown>) =>
          session.callTool({ name, arguments: args });
        const answer = async (name: string, args: Record<string, unknown>) =>
          JSON.parse((await call(name, args)).content[0].text);
        const tag = await answer("tags_create", { name: "Wholesale" });
        const refused = await call("tags_create", { name: "wholesale" });
        assert.equal(refused.isError, true);
        assert.equal("structuredContent" in refused, false);
        assert.equal(JSON.parse(refused.content[1].text).code, "already_exists");
        assert.equal(await answer("customers_get", { id: tag.id }), null);
        for (const deleted of [true, false])
          assert.equal((await answer("tags_delete", { id: tag.id })).deleted, deleted);
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

/** Reads first, then what deletes last: a domain stands after those it refers to. */
const inOrder = (["read", "write", "destructive"] as const).flatMap((tier) =>
  tools.filter((tool) => tool.tier === tier).toReversed(),
);
