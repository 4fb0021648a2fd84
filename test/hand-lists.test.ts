import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tools } from "../src/mcp/registry.ts";
import { PAGES } from "../src/shared/pages.ts";

const ROOT = join(import.meta.dirname, "..");

/** From this number on, names beside each other are a list, to which a new one might belong. */
const LIST = 4;

const NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  tools: new Set(tools.map(({ name }) => name)),
  domains: new Set(foldersIn("src/domains")),
  pages: new Set(PAGES.map(({ to }) => to)),
};

/** Lists that do not grow with what they name, each with the reason. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ["src/accounts/scopes.test.ts: domains", "the scopes as clients know them, beside the code's"],
  ["src/activity/journal.test.ts: tools", "one story, with what the journal has of each step"],
  ["src/activity/sentence.test.ts: tools", "sentences that differ, with the words for each"],
  ["src/domains/search/search-records.test.ts: domains", "the whole answer where nothing is found"],
  ["src/mcp/nulls.test.ts: tools", "arguments that are null in the contract alone"],
  ["src/mcp/walls.test.ts: tools", "arguments that do not go together with the example's"],
  ["src/mcp/tools.test.ts: tools", "faults of arguments, each where it is found"],
  ["test/journeys/landmarks.test.ts: pages", "the addresses of pages of records, which need an id"],
  ["test/jobs/worst-assistant.ts: tools", "orders, each with the record that it is about"],
  ["test/life.ts: tools", "arguments beyond the example; other tools are called by theirs"],
  ["test/plan.ts: domains", "statistics of the tables that are large"],
  ["web/palette/groups.test.ts: domains", "a command of each group of the palette"],
  ["web/palette/still-matching.test.ts: domains", "an answer has all groups of records"],
  ["test/web-app/built.test.ts: pages", "the parts that these pages load later"],
]);

test("a new tool, domain or page is added to no list in the tests", () => {
  const files = globSync("{src,test,web,scripts}/**/*.{ts,tsx}", { cwd: ROOT })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.startsWith("test/") || /\.test\.tsx?$/.test(file));
  const found = files.flatMap((file) => {
    const lists = listsIn(readFileSync(join(ROOT, file), "utf8"));
    return Object.entries(NAMES)
      .filter(([, known]) => lists.some((list) => countOf(list, known) >= LIST))
      .map(([what]) => `${file}: ${what}`);
  });
  assert.ok(files.length > 100);
  assert.deepEqual(found.toSorted(), [...ALLOWED.keys()].toSorted());
});

test("a list is found in one line and in many, as an array, an object, or an array of arrays", () => {
  const inLines = (line: (name: string) => string) =>
    ["[", ...["a", "b", "c"].map((name) => `  ${line(name)},`), "]"].join("\n");
  const known = new Set(["a", "b", "c"]);
  const sources = [
    'const names = ["a", "b", "c"];',
    inLines((name) => `"${name}"`),
    inLines((name) => `${name}: [\n    1,\n  ]`),
    inLines((name) => `["${name}", 1]`),
    inLines((name) => `{ name: "${name}" }`),
  ];
  for (const source of sources)
    assert.ok(
      listsIn(source).some((list) => countOf(list, known) === 3),
      source,
    );
});

function countOf(list: readonly string[], known: ReadonlySet<string>): number {
  return new Set(list.filter((name) => known.has(name))).size;
}

/** First word of a line that may be an entry: `name:`, `"name",`, `["name", …`, `{ name: "name" …`. */
const ENTRY = /^ *(?:\{ \w+: |\[)?"?([\w/$.-]+)"?(?:[:,\]]| \})/;
const IN_LINE = /\[((?:"[^"\n]*"(?:, )?)+)\]/g;

/** Words that stand beside each other: in an array on one line, or at the same depth of one block. */
function listsIn(source: string): readonly (readonly string[])[] {
  const lists = [...source.matchAll(IN_LINE)].map(([, inside = ""]) =>
    inside.split(", ").map((name) => name.slice(1, -1)),
  );
  const open: { depth: number; names: string[] }[] = [];
  for (const line of source.split("\n")) {
    const depth = line.search(/\S/);
    if (depth < 0) continue;
    while ((open.at(-1)?.depth ?? 0) > depth) lists.push(open.pop()?.names ?? []);
    if ((open.at(-1)?.depth ?? -1) < depth) open.push({ depth, names: [] });
    const name = ENTRY.exec(line)?.[1];
    if (name !== undefined) open.at(-1)?.names.push(name);
  }
  return [...lists, ...open.map(({ names }) => names)];
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
