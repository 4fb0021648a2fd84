import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { routes } from "../src/api/routes.ts";
import type { Tier } from "../src/core/tool.ts";
import { promptEntry, resourceEntry } from "../src/mcp/content.ts";
import { toolEntry } from "../src/mcp/lists.ts";
import { everything, tools } from "../src/mcp/registry.ts";
import { skillOf } from "../src/mcp/skills.ts";
import { promptsPage } from "./docs/prompts-page.ts";

/**
 * Writes everything generated from the catalogue: pages in `docs/`, the plugin with the skills, a snapshot of each listed tool,
 * prompt and resource, of the scope of each tool, and of the least role of each route, so that a diff shows changes of the public
 * surface. `--check` only compares.
 */
const ROOT = join(import.meta.dirname, "..");
const SNAPSHOTS = "src/mcp/snapshots";
const SKILLS = "plugins/ledgerport/skills";

async function main(): Promise<void> {
  const { prompts, resources } = everything;
  const wanted = new Map([
    ["docs/tools.md", toolsPage()],
    ["docs/prompts-and-resources.md", promptsPage(everything)],
    ["src/api/snapshots/roles.json", rolesOf(routes)],
    ...pluginFiles(),
    snapshot("scopes", Object.fromEntries(tools.map(({ name, scope }) => [name, scope]))),
    ...tools.map((tool) => snapshot(tool.name, toolEntry("modern", tool))),
    ...prompts.map((prompt) => snapshot(`prompts/${prompt.name}`, promptEntry("modern", prompt))),
    ...resources.map((resource) =>
      snapshot(`resources/${resource.name}`, resourceEntry("modern", resource)),
    ),
  ]);
  const stale = [...(await differing(wanted)), ...(await leftOver(wanted))];
  if (!process.argv.includes("--check")) return write(wanted, stale);
  if (stale.length === 0) return;
  process.stderr.write(
    `Not as the catalogue makes them: ${stale.join(", ")}. Run npm run docs, and look at the diff.\n`,
  );
  process.exitCode = 1;
}

function snapshot(name: string, entry: object): [string, string] {
  return file(`${SNAPSHOTS}/${name}.json`, entry);
}

function file(path: string, content: object): [string, string] {
  return [path, `${JSON.stringify(content, null, 2)}\n`];
}

/** Files that Claude Code reads: the marketplace, its one plugin, and the skills of that. */
function pluginFiles(): [string, string][] {
  const { name, version, license } = manifest;
  const description = "Everyday work with the books and the time of a Ledgerport server";
  const [owner, source] = [{ name: "Ledgerport" }, "./plugins/ledgerport"];
  return [
    file(".claude-plugin/marketplace.json", {
      name,
      owner,
      plugins: [{ name, source, description }],
    }),
    file("plugins/ledgerport/.claude-plugin/plugin.json", {
      name,
      version,
      description,
      author: owner,
      license,
    }),
    ...everything.prompts.map((prompt): [string, string] => {
      const { name, text } = skillOf(prompt);
      return [`${SKILLS}/${name}/SKILL.md`, text];
    }),
  ];
}

/** The least role by address, each on its line; null for routes about the signed-in person. */
function rolesOf(all: typeof routes): string {
  const roles = all.map(({ path, role }) => [path, role]);
  return `${JSON.stringify(Object.fromEntries(roles), null, 2)}\n`;
}

async function differing(wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const files = [...wanted];
  const current = await Promise.all(
    files.map(([file]) => readFile(join(ROOT, file), "utf8").catch(() => null)),
  );
  return files.filter(([, text], index) => current[index] !== text).map(([file]) => file);
}

async function leftOver(wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const files = await Promise.all([filesIn(SNAPSHOTS, ".json"), filesIn(SKILLS, ".md")]);
  return files.flat().filter((file) => !wanted.has(file));
}

async function filesIn(folder: string, ending: string): Promise<string[]> {
  const files = await readdir(join(ROOT, folder), { recursive: true }).catch(() => []);
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file.split(sep).join("/")}`);
}

async function write(wanted: ReadonlyMap<string, string>, stale: readonly string[]): Promise<void> {
  for (const file of stale) {
    const text = wanted.get(file);
    if (text === undefined) await rm(join(ROOT, file));
    else {
      await mkdir(dirname(join(ROOT, file)), { recursive: true });
      await writeFile(join(ROOT, file), text);
    }
  }
}

const TIERS: Readonly<Record<Tier, string>> = {
  read: "any read scope",
  write: "any write scope",
  destructive: "`apis.all`, and destructive AI tools enabled for the team",
};

function toolsPage(): string {
  return [
    "# Tools",
    "",
    `Generated from the catalogue by \`npm run docs\`. ${tools.length} tools; a credential sees those of the tiers it unlocks.`,
    "",
    "| tool | tier | what it does |",
    "| --- | --- | --- |",
    ...tools.map(
      ({ name, tier, description }) =>
        `| [${name}](#${name}) | ${tier} | ${firstSentence(description)} |`,
    ),
    "",
    ...tools.flatMap(toolSection),
  ].join("\n");
}

/** The part of JSON Schema that the catalogue uses. */
const Schema = z.object({
  type: z.union([z.string(), z.array(z.string())]),
  format: z.string().optional(),
  enum: z.array(z.string().nullable()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  description: z.string().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

function firstSentence(text: string): string {
  return text.slice(0, text.indexOf(".") + 1);
}

function toolSection({
  name,
  tier,
  description,
  inputSchema,
  outputSchema,
}: (typeof tools)[number]): string[] {
  const input = Schema.parse(inputSchema);
  const output = Schema.parse(outputSchema);
  const required = (argument: string) => (input.required.includes(argument) ? "yes" : "no");
  const args = Object.entries(input.properties).map(([argument, schema]) =>
    row(argument, typeOf(schema), required(argument), notesOf(schema)),
  );
  return [
    `## ${name}`,
    "",
    `Tier ${tier}: ${TIERS[tier]}. ${description}`,
    "",
    ...(args.length === 0
      ? ["No arguments."]
      : [row("argument", "type", "required", "notes"), "| --- | --- | --- | --- |", ...args]),
    "",
    output.type === "object" ? "Answers an object:" : "Answers an object, or null:",
    "",
    row("field", "type", "notes"),
    "| --- | --- | --- |",
    ...Object.entries(output.properties).map(([field, schema]) =>
      row(field, typeOf(schema), notesOf(schema)),
    ),
    "",
  ];
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function typeOf(schema: unknown): string {
  const { type, items, properties } = Schema.parse(schema);
  const types = [type].flat();
  const of = items === undefined ? "" : ` of ${typeOf(items)}`;
  const fields = types.includes("object") ? ` {${Object.keys(properties).join(", ")}}` : "";
  return `${types.join(" or ")}${of}${fields}`;
}

function notesOf(schema: unknown): string {
  const { format, minimum, maximum, description, ...rest } = Schema.parse(schema);
  const choices = rest.enum?.filter((value) => value !== null).join(", ");
  const standard = rest.default === undefined ? undefined : `default ${rest.default}`;
  const range =
    minimum === undefined
      ? undefined
      : `${minimum}${maximum === undefined ? " or more" : ` to ${maximum}`}`;
  return [format, choices, range, standard, description]
    .filter((note) => note !== undefined)
    .join("; ");
}

await main();
