import { hash } from "node:crypto";
import type { Prompt } from "../core/prompt.ts";
import type { Resource } from "../core/resource.ts";
import type { Tier } from "../core/tool.ts";
import { cacheableResult, type CallContext, fieldsOf, loggedCall, type Method } from "./call.ts";
import type { Generation } from "./generations.ts";
import { includesTier } from "./lists.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";

/** Prompts as skills, for clients that know no prompts (MCP Skills extension, SEP-2640). */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

export type Skill = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tier: Tier;
  /** The whole file `SKILL.md`, the only one of a skill. */
  readonly text: string;
};

/** Names of skills have hyphens (Agent Skills, name field). */
export function skillOf(prompt: Prompt<never>): Skill {
  const { title, tier } = prompt;
  const name = prompt.name.replaceAll("_", "-");
  const description = `${prompt.description} Use it when somebody asks: ${title.toLowerCase()}.`;
  const text = textOf({ name, description }, prompt);
  return { uri: `skill://${name}/SKILL.md`, name, title, description, tier, text };
}

type Frontmatter = Pick<Skill, "name" | "description">;

/** A text in JSON is the same text in YAML. */
function textOf({ name, description }: Frontmatter, prompt: Prompt<never>): string {
  const { title, skill } = prompt;
  return `---
name: ${name}
description: ${JSON.stringify(description)}
---

# ${title}

Works with the tools and resources of a Ledgerport server.
${questionsOf(prompt)}
Read these resources first. They are the JSON that the request speaks of. Where you cannot read resources, call the tools instead.

${skill.data.map(({ resource, tools }) => `- \`${resource.uri}\`: ${resource.description} Tools: ${tools}.`).join("\n")}

Then do as the request says. It is in the words of the person whom you help.

## Request

${skill.request}
`;
}

function questionsOf({ arguments: args }: Prompt<never>): string {
  if (args.length === 0) return "";
  const questions = args.map(
    ({ name, required, description }) =>
      `- ${name}${required ? "" : " (may be left out)"}: ${description}`,
  );
  return `\nFind out first, and ask where the person has not said it:\n\n${questions.join("\n")}\n`;
}

/** Entry of `skills/list` and `skills/get`. */
export function skillEntry(_generation: Generation, { uri, name, description, text }: Skill) {
  const digest = `sha256:${hash("sha256", text)}`;
  const file = { uri, digest, size: Buffer.byteLength(text) };
  return { uri, frontmatter: { name, description }, resources: [file] };
}

export function skillResource({ text, ...skill }: Skill): Resource<CallContext> {
  return { ...skill, mimeType: "text/markdown", read: async () => ({ text }) };
}

export function getSkill(skills: readonly Skill[]): Method {
  return async (call) => {
    const { caller, access, params } = call;
    const skill = skills.find(
      ({ uri, tier }) => uri === params["uri"] && includesTier(access.tier, tier),
    );
    const logged = skill === undefined ? "skills/get" : `skills/get ${skill.name}`;
    return loggedCall(call, logged, async () => {
      if (skill === undefined)
        throw new RpcError(INVALID_PARAMS, "No such skill; skills/list has the addresses");
      const fields = fieldsOf({ skill: skillEntry(caller.generation, skill) });
      return cacheableResult(caller.generation, fields);
    });
  };
}
