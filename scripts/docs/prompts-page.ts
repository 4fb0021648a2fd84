import type { Prompt } from "../../src/core/prompt.ts";
import { isTemplate } from "../../src/core/resource.ts";
import type { Catalogue } from "../../src/mcp/dispatch.ts";
import { type Skill, skillOf } from "../../src/mcp/skills.ts";

export function promptsPage({ prompts, resources }: Catalogue): string {
  const single = resources.filter((resource) => !isTemplate(resource));
  const templates = resources.filter(isTemplate);
  return [
    "# Prompts and resources",
    "",
    `Generated from the catalogue by \`npm run docs\`. ${prompts.length} prompts, ${single.length} resources and ${templates.length} templates of resources; a credential sees those of the tiers it unlocks.`,
    "",
    "## Prompts",
    "",
    "What a person asks an assistant for with one choice. Each brings the data it needs, marked as data.",
    "",
    ...prompts.flatMap(promptSection),
    ...skillsSection(prompts.map(skillOf)),
    "## Resources",
    "",
    "Data to lay before an assistant: JSON that begins with the moment of which it is. Times carry the offset of the clocks where the person was, durations are seconds, and long descriptions are shortened.",
    "",
    "| address | tier | what it holds | offered while you type |",
    "| --- | --- | --- | --- |",
    ...[...single, ...templates].map(
      ({ uri, tier, description, completions = {} }) =>
        `| \`${uri}\` | ${tier} | ${description} | ${Object.keys(completions).join(", ")} |`,
    ),
    "",
    "A name in an address is percent-encoded and compared ignoring case: `ledgerport://customers/K%C3%A4the%20Brandt%20Keramik`. A name that several have is refused with their ids.",
    "",
  ].join("\n");
}

function promptSection(prompt: Prompt<never>): string[] {
  const { name, title, tier, description, completions } = prompt;
  return [
    `### ${name}`,
    "",
    `${title} (tier ${tier}). ${description}`,
    "",
    ...(prompt.arguments.length === 0
      ? ["No arguments."]
      : [
          "| argument | required | what it is | offered while you type |",
          "| --- | --- | --- | --- |",
          ...prompt.arguments.map(
            (argument) =>
              `| ${argument.name} | ${argument.required ? "yes" : "no"} | ${argument.description} | ${argument.name in completions ? "yes" : "no"} |`,
          ),
        ]),
    "",
  ];
}

function skillsSection(skills: readonly Skill[]): string[] {
  return [
    "## Skills",
    "",
    "Each prompt is a skill too, for assistants that know no prompts, such as ChatGPT: a text that says what to find out, which data to read, and what to do with it. Servers and clients find each other by the extension `io.modelcontextprotocol/skills` (SEP-2640), in both generations of the protocol: `skills/list` has all skills that the credential's tiers unlock, `skills/get` one by its address, each with its SHA-256 digest and size, and `resources/read` the text. To clients without the extension they are resources among others, in `resources/list`.",
    "",
    "| address | tier | what it is for |",
    "| --- | --- | --- |",
    ...skills.map(({ uri, tier, description }) => `| \`${uri}\` | ${tier} | ${description} |`),
    "",
    "The same texts are files in `plugins/ledgerport`, a plugin for Claude Code. It brings no server; connect yours beside it:",
    "",
    "```",
    "claude plugin marketplace add <address or folder of this repository>",
    "claude plugin install ledgerport@ledgerport",
    "claude mcp add --transport http ledgerport https://books.example.com/mcp",
    "```",
    "",
  ];
}
