import { z } from "zod";
import { brokenRule } from "../core/arguments.ts";
import type { BaseContext } from "../db/context.ts";
import { parseJson, readText, isJsonType } from "../http/body.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { clientName, clientUri, logoUri, redirectUris } from "./client-metadata.ts";
import { type NewClient, registerClient } from "./clients.ts";
import { OAuthError } from "./errors.ts";

const LARGEST_BODY = 16 * 1024;
const DEEPEST_JSON = 16;

/**
 * Dynamic client registration (RFC 7591 §3). Only name and URIs are read; a requested id, secret,
 * authentication method or scope is ignored. The answer has the redirect URIs that were kept (§3.2.1).
 * @throws OAuthError when the metadata is not valid
 */
export async function register(baseContext: () => BaseContext, request: Request): Promise<object> {
  requireJson(request.headers);
  const client = newClientOf(await readMetadata(request));
  const context = baseContext();
  const id = await registerClient(context, client);
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.parse(context.now) / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    ...(client.clientUri === null ? {} : { client_uri: client.clientUri }),
    ...(client.logoUri === null ? {} : { logo_uri: client.logoUri }),
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}

/** Counts also registrations that fail later. @throws OAuthError */
export async function countRegistration(limit: RateLimit, key: string): Promise<void> {
  const budget = await limit(key, 1);
  if (budget.allowed) return;
  const { limit: most, resetSeconds } = budget;
  throw new OAuthError(
    "too_many_requests",
    `This address has registered ${most} times within the hour: wait ${resetSeconds} seconds`,
    { status: 429, headers: { "Retry-After": String(resetSeconds) } },
  );
}

/**
 * Refuses what a page of another site can send without asking: a form, plain text, or a body without a
 * type. Programs may leave the type out.
 */
function requireJson(headers: Headers): void {
  const type = headers.get("content-type");
  if (type === null ? headers.get("origin") === null : isJsonType(type)) return;
  throw invalid("The body must be JSON, sent with Content-Type: application/json");
}

async function readMetadata(request: Request): Promise<unknown> {
  const text = await readText(request, LARGEST_BODY);
  const body = typeof text === "string" ? parseJson(text, DEEPEST_JSON) : text;
  if ("value" in body) return body.value;
  const headers = body.status === 413 ? { Connection: "close" } : {};
  throw new OAuthError("invalid_client_metadata", `The body cannot be read: ${body.reason}`, {
    status: body.status,
    headers,
  });
}

const Metadata = z.object({
  client_name: clientName,
  redirect_uris: redirectUris,
  client_uri: clientUri,
  logo_uri: logoUri,
});

function newClientOf(value: unknown): NewClient {
  const metadata = Metadata.safeParse(value, { error: brokenRule });
  if (!metadata.success) throw refusalOf(metadata.error.issues);
  const { client_name, redirect_uris, client_uri, logo_uri } = metadata.data;
  return {
    redirectUris: redirect_uris,
    name: client_name,
    clientUri: client_uri ?? null,
    logoUri: logo_uri ?? null,
  };
}

/** Errors of redirect URIs come first, since they have their own code (RFC 7591 §3.2.2). */
function refusalOf(issues: readonly z.core.$ZodIssue[]): OAuthError {
  const ofUris = issues.find(({ path }) => path[0] === "redirect_uris");
  const { path, message } = ofUris ?? issues[0] ?? { path: [], message: "" };
  const [name, place] = path;
  if (name === undefined)
    return invalid("The body is not a JSON object with the metadata of the client");
  if (ofUris === undefined) return invalid(`${String(name)} ${message}`);
  const where = place === undefined ? String(name) : `${String(name)}[${String(place)}]`;
  return new OAuthError("invalid_redirect_uri", `${where} ${message}`);
}

function invalid(description: string): OAuthError {
  return new OAuthError("invalid_client_metadata", description);
}
