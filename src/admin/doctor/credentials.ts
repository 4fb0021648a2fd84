import { z } from "zod";
import { AUTHORIZATION_SERVER_PATHS } from "../../oauth/metadata.ts";
import type { Check, Finding } from "./check.ts";
import { type Answer, describeAnswer, jsonRequest, type Visit } from "./visit.ts";

const MESSAGE = { jsonrpc: "2.0", id: 1, method: "ping" };
/** Malformed on purpose: no key has this form. */
const MALFORMED = "Bearer svc_doctor";

export const CREDENTIALS: readonly Check[] = [
  {
    name: "challenge",
    title: "the endpoint tells clients where to get access",
    after: ["health"],
    run: challenge,
  },
  {
    name: "authorization-header",
    title: "the Authorization header arrives",
    after: ["challenge"],
    run: authorizationHeader,
  },
];

async function challenge(visit: Visit): Promise<Finding | null> {
  const answer = await visit.ask("/mcp", jsonRequest(MESSAGE));
  if (answer.status !== 401)
    return {
      problem: `/mcp answers ${describeAnswer(answer)} to a call without a credential instead of 401.`,
      fix: "Have the proxy pass /mcp to the server, and its status back unchanged.",
    };
  const given = answer.headers.get("www-authenticate");
  // Also accepts the server's own name for itself, which another check compares.
  const names = [visit.url, await issuerOf(visit)];
  if (names.some((name) => given === challengeOf(name))) return null;
  return {
    problem: `The WWW-Authenticate of /mcp is ${given ?? "missing"} instead of ${challengeOf(visit.url)}: clients do not find out where to sign in.`,
    fix: "Let the proxy pass WWW-Authenticate unchanged, and ask for no password of its own.",
  };
}

/** RFC 9728 §5.1. */
function challengeOf(name: string): string {
  return `Bearer resource_metadata="${name}/.well-known/oauth-protected-resource"`;
}

async function issuerOf({ ask, url }: Visit): Promise<string> {
  const { json } = await ask(AUTHORIZATION_SERVER_PATHS[0]);
  const told = z.looseObject({ issuer: z.string() }).safeParse(json);
  return told.success ? told.data.issuer : url;
}

/** The server refuses a malformed key in other words than a missing one. */
async function authorizationHeader({ ask }: Visit): Promise<Finding | null> {
  const without = await ask("/mcp", jsonRequest(MESSAGE));
  const malformed = await ask("/mcp", jsonRequest(MESSAGE, { Authorization: MALFORMED }));
  if (reasonOf(malformed) !== reasonOf(without)) return null;
  return {
    problem:
      "The Authorization header does not arrive: a malformed key is refused as a missing one.",
    fix: "Have the proxy pass Authorization on unchanged: remove settings that clear or replace it.",
  };
}

function reasonOf({ status, json }: Answer): string {
  return `${status} ${JSON.stringify(json)}`;
}
