import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { assertError, bearer, GENERATIONS, listen, read, type Served } from "../../test/mcp.ts";
import { everything, tools } from "./registry.ts";
import { skillOf, SKILLS_EXTENSION } from "./skills.ts";

const { prompts, resources } = everything;
const skills = prompts.map(skillOf);

for (const { name, description, text } of skills) {
  test(`the skill ${name} has a name and a description as the Agent Skills specification wants them`, () => {
    assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.ok(name.length <= 64 && description.length <= 1024);
    assert.doesNotMatch(description, /[<>]/);
  });

  test(`the skill ${name} is in the plugin as it is served`, async () => {
    const file = new URL(`../../plugins/ledgerport/skills/${name}/SKILL.md`, import.meta.url);
    assert.equal(await readFile(file, "utf8"), text, "run npm run docs, and look at the diff");
  });
}

test("a skill names only tools and resources that there are, and all data of its prompt", () => {
  const known = new Set(tools.map(({ name }) => name));
  for (const { name, skill } of prompts) {
    assert.ok(skill.data.length > 0, name);
    for (const { resource, tools } of skill.data) {
      const named = tools.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
      assert.ok(
        named.some((word) => known.has(word)),
        `${name}: ${tools}`,
      );
      const address = resource.uri.replace(/(?<=reports\/)\w+/, "{report}");
      assert.ok(
        resources.some(({ uri }) => uri === address),
        resource.uri,
      );
    }
    const calls = skill.request.match(
      /\b(tracker|reports|invoices|customers|transactions|categories)(_[a-z]+)+\b/g,
    );
    for (const call of calls ?? []) assert.ok(known.has(call), `${name}: ${call}`);
  }
});

onAnyDatabase((world) => {
  let server: Served;
  before(async () => {
    server = await listen(world.app);
  });
  after(() => server.close());

  for (const mode of ["legacy", "auto"] as const) {
    test(`the official client finds all skills, and reads each as its entry says, ${mode}`, async () => {
      const { client, official } = await connected(server, await world.team(), mode);
      assert.equal(official.supported, true);
      assert.equal(official.directoryRead, false);
      const listed = await official.list();
      assert.deepEqual(
        listed.skills.map(({ uri }) => uri),
        skills.map(({ uri }) => uri),
      );
      for (const entry of listed.skills) {
        const file = await official.read(entry);
        assert.equal(file.verified, true);
        assert.deepEqual(file.frontmatter, entry.frontmatter);
        assert.deepEqual((await official.get(entry.uri)).skill, entry);
      }
      await client.close();
    });
  }

  for (const [generation, send] of Object.entries(GENERATIONS)) {
    const addresses = async (team: Team) => {
      const { result } = await read(send(team, "skills/list"));
      return result.skills.map(({ uri }: { uri: string }) => uri);
    };

    test(`a credential sees and reads the skills of its tiers, ${generation}`, async () => {
      const team = await world.team();
      const reader = await team.as("read");
      const readable = skills.filter(({ tier }) => tier === "read").map(({ uri }) => uri);
      assert.ok(readable.length > 0 && readable.length < skills.length);
      assert.deepEqual(await addresses(reader), readable);
      const { result } = await read(send(reader, "resources/list"));
      const listed = result.resources.map(({ uri }: { uri: string }) => uri);
      assert.deepEqual(
        listed.filter((uri: string) => uri.startsWith("skill://")),
        readable,
      );
      for (const { uri, tier } of skills.filter(({ tier }) => tier === "write")) {
        assert.equal(tier, "write");
        for (const method of ["skills/get", "resources/read"])
          await assertError(send(reader, method, { uri }), 200, -32602);
        assert.equal((await read(send(team, "skills/get", { uri }))).result.skill.uri, uri);
      }
    });

    test(`an unknown skill, or another file of one, is refused, ${generation}`, async () => {
      const team = await world.team();
      for (const uri of ["", "skill://review-my-week", "skill://x/SKILL.md", 1, null])
        await assertError(send(team, "skills/get", { uri }), 200, -32602);
      const uri = "skill://review-my-week/NOTES.md";
      await assertError(send(team, "resources/read", { uri }), 200, -32602);
    });

    test(`the digest and the size are those of the text that is read, ${generation}`, async () => {
      const team = await world.team();
      const uri = "skill://close-my-month/SKILL.md";
      const { skill } = (await read(send(team, "skills/get", { uri }))).result;
      const [file] = (await read(send(team, "resources/read", { uri }))).result.contents;
      assert.equal(file.mimeType, "text/markdown");
      assert.deepEqual(skill.resources, [
        { uri, digest: `sha256:${hash("sha256", file.text)}`, size: Buffer.byteLength(file.text) },
      ]);
    });
  }

  test("both generations declare the extension without optional features", async () => {
    const team = await world.team();
    for (const asked of [
      GENERATIONS.legacy(team, "initialize", { protocolVersion: "2025-11-25", capabilities: {} }),
      GENERATIONS.modern(team, "server/discover"),
    ]) {
      const { capabilities } = (await read(asked)).result;
      assert.deepEqual(capabilities.extensions, { [SKILLS_EXTENSION]: {} });
      assert.deepEqual(capabilities.resources, {});
    }
  });
});

async function connected(server: Served, team: Team, mode: "legacy" | "auto") {
  const client = new Client({ name: "host", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: bearer(team.key) };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  return { client, official: new SkillsClient(client) };
}
