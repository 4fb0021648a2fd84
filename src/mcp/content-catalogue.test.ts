import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { isTemplate } from "../core/resource.ts";
import { promptEntry, resourceEntry } from "./content.ts";
import { lists } from "./lists.ts";
import { everything } from "./registry.ts";

/** Rules for every prompt and resource; new ones are covered without a change here. */

const { prompts, resources } = everything;

/** Free-text arguments without completions. Adding one here is a deliberate choice. */
const FREE = new Set(["notes"]);

async function assertSnapshot(name: string, entry: object): Promise<void> {
  const snapshot = await readFile(new URL(`snapshots/${name}.json`, import.meta.url), "utf8");
  assert.deepEqual(entry, JSON.parse(snapshot), "run npm run docs, and look at the diff");
}

for (const prompt of prompts) {
  test(`the prompt ${prompt.name} is listed as its committed snapshot says`, async () => {
    await assertSnapshot(`prompts/${prompt.name}`, promptEntry("modern", prompt));
  });

  test(`the prompt ${prompt.name} has a name, a title and a description for a person who picks it`, () => {
    assert.match(prompt.name, /^[a-z][a-z_]{2,40}$/);
    assert.match(prompt.title, /^[A-Z][a-z ]+$/);
    assert.match(prompt.description, /^[A-Z].{50,160}\.$/);
    assert.ok(prompt.tier !== "destructive", "nobody deletes by a prompt");
  });

  test(`the prompt ${prompt.name} says of each argument what it is, and offers values for what names a thing`, () => {
    assert.ok(prompt.arguments.length <= 3, "a person has to type them");
    for (const { name, description } of prompt.arguments) {
      assert.match(name, /^[a-z][a-z_]*$/);
      assert.match(description, /^.{10,120}$/);
      assert.equal(name in prompt.completions, !FREE.has(name), name);
    }
    const known = new Set(prompt.arguments.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(prompt.completions).filter((name) => !known.has(name)),
      [],
    );
    const order = prompt.arguments.map(({ required }) => required);
    assert.deepEqual(
      order,
      order.toSorted((one, other) => Number(other) - Number(one)),
    );
  });
}

for (const resource of resources) {
  test(`the resource ${resource.name} is listed as its committed snapshot says`, async () => {
    await assertSnapshot(`resources/${resource.name}`, resourceEntry("modern", resource));
  });

  test(`the resource ${resource.name} has an address, a name, a title and a description`, () => {
    assert.match(resource.uri, /^ledgerport:\/\/[a-z]+(\/[a-z]+|\/\{[a-z]+\})*$/);
    assert.match(resource.name, /^[a-z][a-z_]{2,40}$/);
    assert.match(resource.title, /^[A-Z][a-z ]+$/);
    assert.match(resource.description, /^[A-Z].{50,160}\.$/);
    assert.equal(resource.tier, "read");
    assert.equal(resource.mimeType, "application/json");
  });

  test(`the resource ${resource.name} offers values for each of its variables`, () => {
    const variables = [...resource.uri.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(Object.keys(resource.completions ?? {}), variables);
  });
}

test("names and URIs are unique, and no URI matches two templates", () => {
  for (const names of [
    prompts.map(({ name }) => name),
    resources.map(({ name }) => name),
    resources.map(({ uri }) => uri.replace(/\{\w+\}/, "{}")),
  ]) {
    assert.equal(new Set(names).size, names.length);
  }
  const single = resources.filter((resource) => !isTemplate(resource)).map(({ uri }) => uri);
  for (const { uri } of resources.filter(isTemplate)) {
    const [begin = "", end = ""] = uri.split(/\{\w+\}/);
    const caught = single.filter(
      (other) =>
        other.startsWith(begin) && other.endsWith(end) && !other.slice(begin.length).includes("/"),
    );
    assert.deepEqual(caught, [], uri);
  }
});

test("the lists stay within what a client can afford to read, always in the same bytes", () => {
  for (const generation of ["legacy", "modern"] as const) {
    for (const make of [
      () => lists("prompts", prompts, promptEntry)(generation, "write").text,
      () => lists("resources", resources, resourceEntry)(generation, "write").text,
    ]) {
      assert.ok(Buffer.byteLength(make()) <= 4_000, String(Buffer.byteLength(make())));
      assert.equal(make(), make());
    }
  }
});
