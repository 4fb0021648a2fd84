import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { addressOf, prompt, resource } from "../../test/content.ts";
import { assertError, assertUntouched, GENERATIONS, read } from "../../test/mcp.ts";
import { addDocument } from "../../test/papers.ts";
import { addProject } from "../../test/tracker.ts";
import { GIVEN } from "../../test/use-content.ts";
import { isTemplate } from "../core/resource.ts";
import { everything } from "./registry.ts";

const { prompts, resources } = everything;
const LISTS = ["prompts/list", "resources/list", "resources/templates/list"] as const;

onAnyDatabase((world) => {
  for (const [generation, send] of Object.entries(GENERATIONS)) {
    /** Names of all entries that a credential sees. */
    const shown = async (team: Team) => {
      const results = await Promise.all(
        LISTS.map(async (list) => (await read(send(team, list))).result),
      );
      const [{ prompts }, { resources }, { resourceTemplates }] = results;
      // Skills have tests of their own.
      const isData = ({ uri }: { uri: string }) => !uri.startsWith("skill://");
      return [prompts, [...resources.filter(isData), ...resourceTemplates]].map((things) =>
        things.map(({ name }: { name: string }) => name),
      );
    };

    test(`a credential sees the prompts and resources of its tiers, ${generation}`, async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const names = (things: readonly { readonly name: string }[]) =>
        things.map(({ name }) => name);
      const all = [names(prompts), names([...resources].toSorted(singleFirst))];
      assert.deepEqual(await shown(team), all);
      assert.deepEqual(await shown(await team.as("restricted", ["tags.write"])), all);
      const readable = prompts.filter(({ tier }) => tier === "read");
      assert.ok(readable.length < prompts.length);
      assert.deepEqual(await shown(await team.as("read")), [names(readable), all[1]]);
      assert.deepEqual(await shown(await withoutScopes(team)), [[], []]);
    });

    test(`a prompt of tier write is neither returned nor completed for a read key, ${generation}`, async () => {
      const team = await (await world.team()).as("read");
      const params = { name: "log_my_day", arguments: { day: "nonsense" } };
      const error = await assertError(send(team, "prompts/get", params), 200, -32602);
      assert.equal(
        error.message,
        "The prompt log_my_day is not available: the credential holds no write scope",
      );
      const ref = { type: "ref/prompt", name: "log_my_day" };
      const argument = { name: "day", value: "" };
      await assertError(send(team, "completion/complete", { ref, argument }), 200, -32602);
    });

    test(`a key without scopes gets no prompts, resources or completions, ${generation}`, async () => {
      const owner = await world.team();
      const { id } = await owner.call("customers_create", { name: "Acme", email: "a@a.example" });
      const team = await withoutScopes(owner);
      for (const { name } of prompts) {
        const asked = send(team, "prompts/get", { name, arguments: { customer: id } });
        const { message } = await assertError(asked, 200, -32602);
        assert.match(message, /is not available: the credential holds no (read|write) scope/);
      }
      for (const { uri, completions = {} } of resources) {
        const address = addressOf(uri, id);
        const error = await assertError(
          send(team, "resources/read", { uri: address }),
          200,
          -32602,
        );
        assert.deepEqual([error.message, error.data], ["Resource not found", { uri: address }]);
        for (const name of Object.keys(completions)) {
          const params = { ref: { type: "ref/resource", uri }, argument: { name, value: "" } };
          await assertError(send(team, "completion/complete", params), 200, -32602);
        }
      }
    });

    for (const list of LISTS) {
      test(`${list} has one page, and refuses any cursor, ${generation}`, async () => {
        const team = await world.team();
        const { result } = await read(send(team, list));
        assert.equal("nextCursor" in result, false);
        for (const cursor of ["", "x", "\0", "🦊", 1, {}])
          await assertError(send(team, list, { cursor }), 200, -32602);
      });
    }

    test(`an unknown prompt, resource or template is refused, ${generation}`, async () => {
      const team = await world.team();
      for (const name of ["", "x", "REVIEW_MY_WEEK", "toString", "__proto__"]) {
        const { message } = await assertError(send(team, "prompts/get", { name }), 200, -32602);
        assert.equal(message, "Unknown prompt; prompts/list has the names");
      }
      for (const uri of [
        "",
        "ledgerport://",
        "ledgerport://TEAM",
        "ledgerport://team/",
        "ledgerport://team?x=1",
        "ledgerport://customers/",
        "ledgerport://customers/a/b",
        "ledgerport://customers/%",
        "ledgerport://customers/%ff",
        "ledgerport://customers/{customer}",
        "https://example.com",
        "file:///etc/passwd",
      ]) {
        const error = await assertError(send(team, "resources/read", { uri }), 200, -32602);
        assert.deepEqual([error.message, error.data], ["Resource not found", { uri }]);
      }
    });
  }

  test("reading changes nothing but the key's last use", async () => {
    const team = await world.team();
    await team.call("customers_create", { name: GIVEN["customer"], email: "a@a.example" });
    await addProject(team, { name: GIVEN["project"] ?? "" });
    await addDocument(team, { name: GIVEN["document"] ?? "" });
    await assertUntouched(team, async () => {
      for (const { name, arguments: args } of prompts) {
        const given = args.map(({ name }) => [name, GIVEN[name] ?? assert.fail(name)]);
        await prompt(team, name, Object.fromEntries(given));
      }
      for (const { uri } of resources) {
        assert.notEqual(await resource(team, addressOf(uri, GIVEN)), null, uri);
      }
    });
  });
});

function singleFirst(one: { uri: string }, other: { uri: string }): number {
  return Number(isTemplate(one)) - Number(isTemplate(other));
}

/** A key without scopes. */
async function withoutScopes(owner: Team): Promise<Team> {
  const team = await owner.as("restricted", ["tags.read"]);
  await team.world.database.begin((db) =>
    db
      .updateTable("api_keys")
      .set({ scopes: "[]" })
      .where("team_id", "=", team.id)
      .where("hint", "=", team.key.slice(-4))
      .execute(),
  );
  return team;
}
