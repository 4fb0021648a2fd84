import type { Prompt } from "../../src/core/prompt.ts";
import { isTemplate } from "../../src/core/resource.ts";
import type { Catalogue } from "../../src/mcp/dispatch.ts";

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
