import { z } from "zod";
import { toolEntry } from "../../mcp/lists.ts";
import { everything } from "../../mcp/registry.ts";
import { CHALLENGE_PATH } from "../../mcp/server-info.ts";
import { AUTHORIZATION_SERVER_PATHS } from "../../oauth/metadata.ts";
import { counted } from "../../shared/words.ts";
import { type Check, describeAnswer, type Finding, type Visit } from "./visit.ts";

/**
 * Rules of Claude's directory of connectors and ChatGPT's of apps that a program can check (November 2026:
 * claude.com/docs/connectors/building/review-criteria, support.claude.com/en/articles/12922490,
 * developers.openai.com/apps-sdk/deploy/submission).
 */
export const DIRECTORIES: readonly Check[] = [
  {
    name: "public-address",
    title: "the address is https, and one that the internet can reach",
    after: [],
    run: async ({ url }) => publicAddress(new URL(url)),
  },
  {
    name: "sign-in",
    title: "apps sign in by OAuth, with a client document or by registering",
    after: [],
    run: signIn,
  },
  {
    name: "tool-names",
    title: "every tool has a title, and a name of 64 characters at most",
    after: [],
    run: async () => toolNames(),
  },
  {
    name: "tool-hints",
    title: "every tool says readOnlyHint, destructiveHint and openWorldHint",
    after: [],
    run: async () => toolHints(),
  },
  {
    name: "changing-tools",
    title: "every tool that changes data says destructiveHint: true",
    after: [],
    run: async () => changingTools(),
  },
  {
    name: "challenge",
    title: "the token of ChatGPT's directory is answered at its address",
    after: [],
    run: challenge,
  },
  {
    name: "papers",
    title: "a privacy policy, terms and a way to get help are published",
    after: [],
    run: async () => ({
      problem:
        "Both directories ask for the address of a privacy policy and of a way to get help, ChatGPT's for terms too, and both for an account to test with. The server has no such pages.",
      fix: "Publish them on your site, give their addresses in the forms, and make a team with examples for the reviewers.",
    }),
  },
];

const ALONE =
  /^(localhost|[^.]+|.+\.(localhost|local|internal|test|invalid|lan|home\.arpa)|\[.*\]|\d+\.\d+\.\d+\.\d+)$/;

function publicAddress({ protocol, hostname, origin }: URL): Finding | null {
  if (protocol === "https:" && !ALONE.test(hostname)) return null;
  return {
    problem: `Both directories take https addresses of the public internet only, and clients reach this server at ${origin}.`,
    fix: "Give the server a name in DNS, put a proxy with TLS before it, and set BASE_URL to its https:// address.",
  };
}

const Server = z.looseObject({
  registration_endpoint: z.string().optional(),
  client_id_metadata_document_supported: z.boolean().optional(),
});

async function signIn({ ask }: Visit): Promise<Finding | null> {
  const [path] = AUTHORIZATION_SERVER_PATHS;
  const answer = await ask(path);
  const { data } = Server.safeParse(answer.json);
  const isOffered =
    data?.registration_endpoint !== undefined ||
    data?.client_id_metadata_document_supported === true;
  if (answer.status === 200 && isOffered) return null;
  return {
    problem: `Apps find no way to sign in: ${path} answers ${describeAnswer(answer)}, and neither registration nor client documents.`,
    fix: "Mend first what the checks above say of the metadata.",
  };
}

const listed = everything.tools.map((tool) => toolEntry("legacy", tool));

const LONGEST_NAME = 64;

function toolNames(): Finding | null {
  const wrong = listed.filter(({ name, title }) => name.length > LONGEST_NAME || title === "");
  return wrong.length === 0 ? null : faultOf(wrong, "lack a title or have a long name");
}

const HINTS = ["readOnlyHint", "destructiveHint", "openWorldHint"] as const;

/** A hint left out counts as true (github.com/Teamwork/mcp/pull/420). */
function toolHints(): Finding | null {
  const wrong = listed.filter(({ annotations }) => HINTS.some((hint) => !(hint in annotations)));
  if (wrong.length === 0) return null;
  return {
    problem: `${counted(wrong.length, "tool")} of ${listed.length} leave out a hint, which ChatGPT's reviewers have refused: ${namesOf(wrong)}.`,
    fix: "Say in the submission that these only read: MCP gives destructiveHint a meaning for tools that write.",
  };
}

function changingTools(): Finding | null {
  const wrong = listed.filter(
    ({ annotations }) => "destructiveHint" in annotations && !annotations.destructiveHint,
  );
  if (wrong.length === 0) return null;
  return {
    problem: `${counted(wrong.length, "tool")} that write say destructiveHint: false, and Claude's reviewers want true of tools that change data: ${namesOf(wrong)}.`,
    fix: "Say in the submission that these add or change what a person can undo; tools that delete say true.",
  };
}

type Listed = (typeof listed)[number];

function faultOf(tools: readonly Listed[], what: string): Finding {
  return {
    problem: `${counted(tools.length, "tool")} ${what}: ${namesOf(tools)}.`,
    fix: "Report it: no setting changes it.",
  };
}

const MOST_NAMES = 5;

function namesOf(tools: readonly Listed[]): string {
  const names = tools.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = tools.length - names.length;
  return names.join(", ") + (more > 0 ? `, and ${more} more` : "");
}

async function challenge({ ask }: Visit): Promise<Finding | null> {
  const answer = await ask(CHALLENGE_PATH);
  if (answer.status === 200 && answer.type.startsWith("text/plain")) return null;
  return {
    problem: `ChatGPT's directory looks for its token at ${CHALLENGE_PATH}, which answers ${describeAnswer(answer)}.`,
    fix: "Set OPENAI_APPS_CHALLENGE to the token that its form shows, and start the server again. Claude's directory needs none.",
  };
}
