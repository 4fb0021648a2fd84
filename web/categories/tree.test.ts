import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Category, groupsOf, matchingGroups } from "./tree.ts";

const TECHNOLOGY = category("Technology", null);
const ALL = [
  TECHNOLOGY,
  category("Software", TECHNOLOGY.id),
  category("Hosting", TECHNOLOGY.id),
  category("Café", null, { system: false }),
];

describe("the groups of categories", () => {
  test("have their head first, and own ones without a group stand together before them", () => {
    assert.deepEqual(told(groupsOf(ALL)), [
      ["Own categories", "Café"],
      ["Technology", "Technology", "Software", "Hosting"],
    ]);
  });

  test("are searched by names and groups, whatever the case and accents", () => {
    assert.deepEqual(told(matchingGroups(groupsOf(ALL), "CAFE")), [["Own categories", "Café"]]);
    assert.deepEqual(told(matchingGroups(groupsOf(ALL), "tech host")), [["Technology", "Hosting"]]);
    assert.deepEqual(matchingGroups(groupsOf(ALL), "rent"), []);
  });

  test("lead with the category that has the typed name", () => {
    const travel = category("Travel and entertainment", null);
    const all = [...ALL, travel, category("Meals", travel.id), category("Travel", travel.id)];
    assert.deepEqual(told(matchingGroups(groupsOf(all), "travel")), [
      ["Travel and entertainment", "Travel", "Travel and entertainment", "Meals"],
    ]);
    assert.deepEqual(told(matchingGroups(groupsOf(all), "meal"))[0], [
      "Travel and entertainment",
      "Meals",
    ]);
  });

  test("leave out what is hidden", () => {
    const hidden = ALL.map((one) => ({ ...one, is_hidden: one.name === "Hosting" }));
    const [, technology] = told(matchingGroups(groupsOf(hidden), ""));
    assert.deepEqual(technology, ["Technology", "Technology", "Software"]);
  });
});

function told(groups: ReturnType<typeof groupsOf>) {
  return groups.map(({ name, items }) => [name, ...items.map((item) => item.name)]);
}

function category(name: string, parent_id: string | null, given: Partial<Category> = {}): Category {
  return {
    id: name,
    name,
    slug: name.toLowerCase(),
    parent_id,
    kind: "expense",
    system: true,
    color: null,
    description: null,
    tax_rate: null,
    tax_type: null,
    tax_reporting_code: null,
    excluded: false,
    is_hidden: false,
    version: "1",
    ...given,
  };
}
