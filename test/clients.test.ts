import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { tools } from "../src/mcp/registry.ts";
import { onEachDatabase, type Team } from "./app.ts";
import { bearer, type Fields, listen, type Served } from "./mcp.ts";
import { addProject } from "./tracker.ts";

/** The official clients, as everybody uses them: both check structuredContent against the output schema. */

type Session = {
  readonly version: string | undefined;
  readonly listTools: () => Promise<{ tools: readonly { name: string }[] }>;
  readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<any>;
  readonly instructions: string | undefined;
  readonly close: () => Promise<void>;
};

type Official = {
  readonly name: string;
  readonly version: string;
  readonly connect: (url: URL, headers: Fields) => Promise<Session>;
};

const INFO = { name: "journey", version: "1.0.0" };

const CLIENTS: readonly Official[] = [
  { name: "@modelcontextprotocol/sdk 1.32", version: "2025-11-25", connect: connectV1 },
  {
    name: "@modelcontextprotocol/client 2.4 in legacy mode",
    version: "2025-11-25",
    connect: (url, headers) => connectV2(url, headers, "legacy"),
  },
  {
    name: "@modelcontextprotocol/client 2.4 that negotiates",
    version: "2026-07-28",
    connect: (url, headers) => connectV2(url, headers, "auto"),
  },
  {
    name: "@modelcontextprotocol/client 2.4 pinned to 2026-07-28",
    version: "2026-07-28",
    connect: (url, headers) => connectV2(url, headers, { pin: "2026-07-28" }),
  },
];

async function connectV1(url: URL, headers: Fields): Promise<Session> {
  const client = new ClientV1(INFO);
  const transport = new TransportV1(url, { requestInit: { headers } });
  await client.connect(transport);
  return {
    version: transport.protocolVersion,
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    instructions: client.getInstructions(),
    close: () => client.close(),
  };
}

type Mode = "legacy" | "auto" | { readonly pin: string };

async function connectV2(url: URL, headers: Fields, mode: Mode): Promise<Session> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    version: client.getNegotiatedProtocolVersion(),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    instructions: client.getInstructions(),
    close: () => client.close(),
  };
}

onEachDatabase((world) => {
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

      test("is turned away without a key", async () => {
        await assert.rejects(connect(new URL(server.url), {}), /No credential was sent|HTTP 401/);
      });
    });
  }
});

function names({ tools }: { tools: readonly { name: string }[] }): string[] {
  return tools.map(({ name }) => name);
}

/** Works with every tool as a person would. @returns the names of the tools that were called */
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

  assert.equal((await call("tracker_delete_entry", { id: entry.id })).deleted, true);
  assert.equal((await call("tags_delete", { id: tag.id })).deleted, true);
  assert.equal((await call("customers_delete", { id: customer.id })).deleted_projects, 1);
  assert.equal((await call("customers_delete", { id: customer.id })).deleted, false);
  return used;
}
