import assert from "node:assert/strict";
import { everything } from "../src/mcp/registry.ts";
import { skillOf } from "../src/mcp/skills.ts";
import type { Team } from "./app.ts";
import type { Session } from "./clients.ts";
import { addressOf, type Reference } from "./content.ts";
import { addDocument } from "./papers.ts";
import { addProject } from "./tracker.ts";

/** Values for the catalogue's arguments and variables. A new one needs a value here. */
export const GIVEN: Readonly<Record<string, string>> = {
  customer: "Käthe & Söhne / GmbH",
  document: "Miete & Büro 100 %.txt",
  page: "1",
  project: "100 % Website",
  week: "2026-11-16",
  day: "2026-11-20",
  month: "2026-11",
  report: "spending",
  range: "2026-11",
  notes: "9 to 11 sketches",
};

/** Uses all prompts and resources, as a client does for a person. */
export async function useContent(team: Team, session: Session): Promise<void> {
  const { id } = await team.call("customers_create", {
    name: GIVEN["customer"],
    email: "hello@acme.example",
  });
  await addProject(team, { name: GIVEN["project"] ?? "", customer_id: id });
  await addDocument(team, { name: GIVEN["document"] ?? "" });
  const offeredFor = async (ref: Reference, completions: object) => {
    for (const name of Object.keys(completions)) {
      const value = GIVEN[name] ?? assert.fail(`GIVEN needs a value for ${name}`);
      const asked = { ref, argument: { name, value: value.slice(0, 3) } };
      const { values } = (await session.complete(asked)).completion;
      assert.ok(
        values.includes(value) || values.includes("2026-11-16"),
        `${name}: ${values.join()}`,
      );
    }
  };

  const { prompts } = await session.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    everything.prompts.map(({ name }) => name),
  );
  for (const { name, arguments: args, completions } of everything.prompts) {
    await offeredFor({ type: "ref/prompt", name }, completions);
    const given = args.map(({ name }) => [name, GIVEN[name] ?? assert.fail(name)]);
    const { messages } = await session.getPrompt({ name, arguments: Object.fromEntries(given) });
    const attached = messages.flatMap(({ content }) => content.resource ?? []);
    assert.ok(attached.length > 0 && messages.length > attached.length);
    for (const { uri, text } of attached) {
      const [contents] = (await session.readResource({ uri })).contents;
      assert.equal(contents.text, text, "what is attached is what stands at its address");
    }
  }

  const listed = (await session.listResources()).resources.map(({ uri }) => uri);
  const addresses = listed.filter((uri) => !uri.startsWith("skill://"));
  const templates = (await session.listResourceTemplates()).resourceTemplates;
  addresses.push(...templates.map(({ uriTemplate }) => uriTemplate));
  assert.deepEqual(new Set(addresses), new Set(everything.resources.map(({ uri }) => uri)));
  const skills = everything.prompts.map(skillOf);
  assert.deepEqual(
    listed.filter((uri) => !addresses.includes(uri)),
    skills.map(({ uri }) => uri),
  );
  for (const { uri, text } of skills)
    assert.equal((await session.readResource({ uri })).contents[0].text, text);
  for (const { uri, completions = {} } of everything.resources) {
    await offeredFor({ type: "ref/resource", uri }, completions);
    const address = addressOf(uri, GIVEN);
    const [contents] = (await session.readResource({ uri: address })).contents;
    assert.equal(JSON.parse(contents.text).read_by, "Olga Owner");
  }
  await assert.rejects(
    session.readResource({ uri: "ledgerport://customers/nobody" }),
    /Resource not found/,
  );
  await assert.rejects(
    session.getPrompt({ name: "brief_me_on_a_customer", arguments: {} }),
    /customer is required/,
  );
}
