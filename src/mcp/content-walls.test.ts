import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { addressOf } from "../../test/content.ts";
import { GENERATIONS, read } from "../../test/mcp.ts";
import { createProject } from "../domains/projects/create-project.ts";
import { everything } from "./registry.ts";

const { prompts, resources } = everything;

/** Text that only the other team has: no answer may contain it. */
const SECRET = "Zyxomma";

type Things = Readonly<Record<string, string>>;

onEachDatabase((world) => {
  for (const [generation, send] of Object.entries(GENERATIONS)) {
    test(`another team's records are not found, by id or by name, everywhere, ${generation}`, async () => {
      const team = await world.team();
      const other = await world.team();
      await thingsOf(team, "Acme");
      const foreign = await thingsOf(other, SECRET);
      const ask = async (method: string, params: object, given: string) => {
        const answer = await read(send(team, method, params));
        const text = JSON.stringify(answer).replaceAll(given, "GIVEN");
        return text.replaceAll(encodeURIComponent(given), "GIVEN");
      };
      /** Called with another team's ids, and with unknown ids. */
      const assertSame = async (
        asked: (given: string) => [method: string, params: object],
        what: string,
      ) => {
        for (const [kind, given] of Object.entries(foreign)) {
          const nothing = kind.endsWith("name") ? `Nobody ${randomUUID()}` : randomUUID();
          const [theirs, none] = [
            await ask(...asked(given), given),
            await ask(...asked(nothing), nothing),
          ];
          assert.equal(theirs, none, `${what} with the other team's ${kind}`);
          assert.doesNotMatch(theirs, new RegExp(SECRET, "i"));
        }
      };
      for (const { name, arguments: args } of prompts) {
        for (const argument of args)
          await assertSame(
            (given) => ["prompts/get", { name, arguments: { [argument.name]: given } }],
            `${name} ${argument.name}`,
          );
      }
      for (const { uri } of resources) {
        await assertSame((given) => ["resources/read", { uri: addressOf(uri, given) }], uri);
      }
    });

    test(`nothing of another team is offered or shown, ${generation}`, async () => {
      const team = await world.team();
      const other = await world.team();
      const { customer = "" } = await thingsOf(team, "Acme");
      await thingsOf(other, SECRET);
      const answers = [];
      for (const [ref, completions = {}] of [
        ...prompts.map(({ name, completions }) => [{ type: "ref/prompt", name }, completions]),
        ...resources.map(({ uri, completions }) => [{ type: "ref/resource", uri }, completions]),
      ] as const) {
        for (const name of Object.keys(completions)) {
          for (const value of ["", "z", "zyxo", "acm"])
            answers.push(
              await read(send(team, "completion/complete", { ref, argument: { name, value } })),
            );
        }
      }
      for (const { uri } of resources) {
        for (const value of ["Acme", customer, "2026-11-21"])
          answers.push(await read(send(team, "resources/read", { uri: addressOf(uri, value) })));
      }
      for (const { name } of prompts) {
        for (const args of [{}, { customer }])
          answers.push(await read(send(team, "prompts/get", { name, arguments: args })));
      }
      const text = JSON.stringify(answers);
      assert.match(text, /Acme/);
      assert.doesNotMatch(text, new RegExp(SECRET, "i"));
      assert.ok(!text.includes(other.id) && !text.includes(other.userId));
    });
  }
});

/** A team whose records all have one name, with a running timer. */
async function thingsOf(team: Team, name: string): Promise<Things> {
  const tag = await team.call("tags_create", { name });
  const customer = await team.call("customers_create", {
    name,
    email: `hello@${name.toLowerCase()}.example`,
    tag_ids: [tag.id],
  });
  const { projectId } = await createProject(team.auditContext, {
    name: `${name} website`,
    customer_id: customer.id,
  });
  const entry = await team.call("tracker_start_timer", {
    project_id: projectId,
    description: `${name} work`,
  });
  return {
    customer: customer.id,
    customer_name: name,
    project: projectId,
    project_name: `${name} website`,
    tag: tag.id,
    entry: entry.id,
    user: team.userId,
    team: team.id,
  };
}
