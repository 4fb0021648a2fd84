import { z } from "zod";
import { ENDPOINTS as PATHS, AUTHORIZATION_SERVER_PATHS } from "../../oauth/metadata.ts";
import {
  type Check,
  type Finding,
  type Answer,
  describeAnswer,
  form,
  jsonRequest,
  type Visit,
} from "./visit.ts";

/** A healthy server refuses every request made here, so nothing is left behind. */
export const ENDPOINT_CHECKS: readonly Check[] = [
  {
    name: "authorization",
    title: "the authorization endpoint shows a page",
    after: ["health"],
    run: async ({ ask }) => {
      const answer = await ask(PATHS.authorize, { headers: { Accept: "text/html" } });
      const isPage = answer.status === 400 && answer.type.includes("html");
      return isPage && hasPolicy(answer)
        ? null
        : unexpected(PATHS.authorize, answer, "a page that says which app is missing");
    },
  },
  {
    name: "registration",
    title: "apps can register",
    after: ["health"],
    run: async ({ ask }) => {
      const app = { client_name: "Doctor", redirect_uris: ["http://wildcard.example/*"] };
      const answer = await ask(PATHS.register, jsonRequest(app));
      // 429 too shows that the request reached the server.
      const isRefused = answer.status === 429 || codeOf(answer) === "invalid_redirect_uri";
      return isRefused ? null : unexpected(PATHS.register, answer, "400 invalid_redirect_uri");
    },
  },
  {
    name: "token",
    title: "the token endpoint answers, and its answers are not cached",
    after: ["health"],
    run: async ({ ask }) => {
      const unknown = { grant_type: "refresh_token", client_id: "doctor", refresh_token: "none" };
      const answer = await ask(PATHS.token, form(unknown));
      if (codeOf(answer) !== "invalid_client")
        return unexpected(PATHS.token, answer, "401 invalid_client");
      const kept = answer.headers.get("cache-control");
      if (kept?.includes("no-store") === true) return null;
      return {
        problem: `Answers with tokens may be cached on the way: the Cache-Control of ${PATHS.token} is ${kept ?? "missing"} instead of no-store.`,
        fix: "Let the proxy pass Cache-Control unchanged, and have it cache nothing under /api/.",
      };
    },
  },
  {
    name: "revocation",
    title: "tokens can be revoked",
    after: ["health"],
    run: async ({ ask }) => {
      const answer = await ask(PATHS.revoke, form({ token: "none" }));
      return answer.status === 200 ? null : unexpected(PATHS.revoke, answer, "200");
    },
  },
  {
    name: "sign-in",
    title: "the sign-in page is served, and protects itself",
    after: ["health"],
    run: signIn,
  },
];

async function signIn({ ask, url }: Visit): Promise<Finding | null> {
  const first = await ask("/signin");
  // A server without accounts redirects to its set-up.
  const location = first.headers.get("location");
  const next = location === null ? null : URL.parse(location, url);
  const answer = next?.origin === url ? await ask(next.pathname) : first;
  if (!answer.type.includes("html") || answer.status >= 500)
    return unexpected("/signin", answer, "a page to sign in on");
  if (hasPolicy(answer)) return null;
  const policy = answer.headers.get("content-security-policy");
  return {
    problem: `The Content-Security-Policy of /signin is ${policy ?? "missing"}, which is not the server's.`,
    fix: "Let the proxy pass Content-Security-Policy unchanged, and add none of its own.",
  };
}

function hasPolicy({ headers }: Answer): boolean {
  const policy = headers.get("content-security-policy") ?? "";
  return policy.startsWith("default-src 'none'") && !policy.includes(",");
}

function codeOf({ json }: Answer): string | null {
  const isObject = typeof json === "object" && json !== null && "error" in json;
  return isObject && typeof json.error === "string" ? json.error : null;
}

function unexpected(path: string, answer: Answer, expected: string): Finding {
  return {
    problem: `${path} answers ${describeAnswer(answer)} instead of ${expected}.`,
    fix: "Have the proxy pass every path, method and body to the server, and its answers back unchanged.",
  };
}

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
