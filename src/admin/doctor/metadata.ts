import { z } from "zod";
import {
  AUTHORIZATION_SERVER_PATHS,
  ENDPOINTS,
  PROTECTED_RESOURCE_PATHS,
} from "../../oauth/metadata.ts";
import { type Check, type Finding, describeAnswer, type Visit } from "./visit.ts";

const Server = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  code_challenge_methods_supported: z.array(z.string()).default([]),
});

const Resource = z.looseObject({
  resource: z.string(),
  authorization_servers: z.array(z.string()).default([]),
});

/** Checks of the discovery documents (RFC 8414, RFC 9728). */
export const METADATA: readonly Check[] = [
  {
    name: "metadata",
    title: "the metadata is the same wherever clients look for it",
    after: ["health"],
    run: async (visit) =>
      (await sameEverywhere(visit, AUTHORIZATION_SERVER_PATHS, Server)) ??
      sameEverywhere(visit, PROTECTED_RESOURCE_PATHS, Resource),
  },
  {
    name: "issuer",
    title: "the issuer in the metadata is the address that clients use",
    after: ["metadata"],
    run: async (visit) => {
      const { issuer } = await serverOf(visit);
      const { resource, authorization_servers } = await resourceOf(visit);
      if (issuer !== visit.url) return misnamed(visit, issuer);
      if (resource !== `${visit.url}/mcp`) return misnamed(visit, resource);
      const other = authorization_servers.find((server) => server !== visit.url);
      return other === undefined ? null : misnamed(visit, other);
    },
  },
  {
    name: "endpoints",
    title: "the metadata names this server's endpoints",
    after: ["issuer"],
    run: async (visit) => {
      const told = await serverOf(visit);
      for (const [named, path] of [
        [told.authorization_endpoint, ENDPOINTS.authorize],
        [told.token_endpoint, ENDPOINTS.token],
        [told.registration_endpoint, ENDPOINTS.register],
        [told.revocation_endpoint, ENDPOINTS.revoke],
      ] as const)
        if (named !== visit.url + path) return misnamed(visit, named);
      return null;
    },
  },
  {
    name: "pkce",
    title: "PKCE with S256 is offered, and nothing else",
    after: ["metadata"],
    run: async (visit) => {
      const { code_challenge_methods_supported: methods } = await serverOf(visit);
      if (methods.join() === "S256") return null;
      return {
        problem: `The metadata offers ${methods.join(", ") || "nothing"} for PKCE instead of S256.`,
        fix: "Let the proxy pass the metadata as the server writes it.",
      };
    },
  },
  {
    name: "cors",
    title: "apps in web pages may read the metadata",
    after: ["metadata"],
    run: async ({ ask }) => {
      for (const path of [AUTHORIZATION_SERVER_PATHS[0], PROTECTED_RESOURCE_PATHS[0]]) {
        const { headers } = await ask(path, { headers: { Origin: "https://app.example" } });
        const allowed = headers.get("access-control-allow-origin");
        if (allowed !== "*")
          return {
            problem: `A web page cannot read ${path}: its Access-Control-Allow-Origin is ${allowed ?? "missing"} instead of *.`,
            fix: "Let the proxy pass the CORS headers of the server, and add none of its own.",
          };
      }
      return null;
    },
  },
];

async function sameEverywhere(
  { ask }: Visit,
  paths: readonly string[],
  schema: z.ZodType,
): Promise<Finding | null> {
  const fix = "Have the proxy pass /.well-known/ and /mcp/.well-known/ to the server unchanged.";
  const [first = "", ...others] = paths;
  const original = await ask(first);
  for (const path of paths) {
    const answer = await ask(path);
    const { status, type, json } = answer;
    if (status !== 200 || !type.includes("json") || !schema.safeParse(json).success)
      return { problem: `${path} answers ${describeAnswer(answer)} and no metadata in JSON.`, fix };
    if (others.includes(path) && answer.text !== original.text)
      return { problem: `${path} differs from ${first}.`, fix };
  }
  return null;
}

async function serverOf({ ask }: Visit) {
  return Server.parse((await ask(AUTHORIZATION_SERVER_PATHS[0])).json);
}

async function resourceOf({ ask }: Visit) {
  return Resource.parse((await ask(PROTECTED_RESOURCE_PATHS[0])).json);
}

/** Clients give up when the server's name differs from the address they were given (RFC 8414 §3.3). */
function misnamed({ url }: Visit, named: string): Finding {
  const [asked, told] = [new URL(url), URL.parse(named)];
  const problem = `Clients reach the server at ${url}, but its metadata says ${named}.`;
  if (told?.host === asked.host && told.protocol !== asked.protocol)
    return {
      problem,
      fix: `Set BASE_URL=${url} and start the server again: behind a proxy with TLS it begins with https://.`,
    };
  return {
    problem,
    fix: `Set BASE_URL=${url} and start the server again. If it is set so, the proxy rewrites what the server says: let it pass unchanged.`,
  };
}
