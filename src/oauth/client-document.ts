import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { brokenRule } from "../core/arguments.ts";
import { parseJson } from "../http/body.ts";
import { freshMsOf } from "../http/freshness.ts";
import type { Outside, Problem } from "../http/outside.ts";
import { clientName, clientUri, logoUri, redirectUris } from "./client-metadata.ts";
import { PINNED_DOCUMENTS } from "./pinned-documents.ts";
import { NOT_OF_THE_WEB, readWebAddress } from "./web-address.ts";

export type ClientDocument = {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly clientUri: string | null;
  readonly logoUri: string | null;
};

/** Has a cache time in milliseconds: 0 when it must not be cached. */
export type FetchedDocument = { readonly document: ClientDocument; readonly freshMs: number };

export function pinnedDocument(clientId: string): ClientDocument | null {
  const pinned = PINNED_DOCUMENTS.find(({ client_id }) => client_id === clientId);
  const document = pinned === undefined ? null : documentOf(pinned, clientId);
  return document === null || "problem" in document ? null : document;
}

/** True when a `client_id` is the URL of a document (draft-ietf-oauth-client-id-metadata-document §3). */
export function isClientDocumentUrl(clientId: string): boolean {
  return problemOfUrl(clientId) === null;
}

/**
 * Fetches a client's document (draft-ietf-oauth-client-id-metadata-document, "Client Information
 * Discovery"): 5 KB and 5 seconds at most, from public addresses only. Problems must not be cached.
 */
export function createDocumentFetcher({
  clock,
  outside,
}: {
  clock: () => number;
  outside?: Outside;
}): (url: string, milliseconds?: number) => Promise<FetchedDocument | Problem> {
  return async (url, milliseconds = 5000) => {
    const wrong = problemOfUrl(url);
    if (wrong !== null) return { problem: `the client_id ${wrong}` };
    const limits = { largest: 5 * 1024, milliseconds, ...(outside && { outside }) };
    // Loaded on demand: most servers never meet such a client.
    const { getJson } = await import("../http/outside.ts");
    const answer = await getJson(new URL(url), limits);
    if ("problem" in answer) return answer;
    const read = readDocument(answer.bytes, url);
    if ("problem" in read) return read;
    return { document: read, freshMs: freshMsOf(answer.headers, clock()) };
  };
}

/**
 * Stricter than the draft, which discourages queries and allows ports: a server that echoes its query
 * would confirm any client, and another port may not belong to the host's web site.
 */
function problemOfUrl(clientId: string): string | null {
  const address = readWebAddress(clientId);
  if (typeof address === "string") return address;
  if (address.scheme !== "https") return NOT_OF_THE_WEB;
  if (address.path === "" || address.path === "/") return "must have a path";
  if (address.query !== "") return "must not have a query";
  return address.port === null ? null : "must not have a port";
}

function readDocument(bytes: Buffer, url: string): ClientDocument | Problem {
  const json = isUtf8(bytes) ? parseJson(bytes.toString("utf8"), DEEPEST) : null;
  if (json === null || "reason" in json) return { problem: "the document is not valid JSON" };
  return documentOf(json.value, url);
}

function documentOf(value: unknown, url: string): ClientDocument | Problem {
  const parsed = Metadata.safeParse(value, { error: brokenRule });
  if (!parsed.success) return { problem: sentenceOf(parsed.error.issues) };
  const { client_id, client_name, redirect_uris, client_uri, logo_uri } = parsed.data;
  if (client_id !== url) {
    return { problem: "the document's client_id is not the address it was fetched from" };
  }
  if (!isPublicClient(parsed.data)) {
    return {
      problem:
        "the document asks for client authentication with a secret or a key, such as private_key_jwt; only none is supported",
    };
  }
  return {
    clientId: client_id,
    name: client_name,
    redirectUris: redirect_uris,
    clientUri: client_uri ?? null,
    logoUri: logo_uri ?? null,
  };
}

const DEEPEST = 16;

const Metadata = z.object({
  client_id: z.string(),
  client_name: clientName,
  redirect_uris: redirectUris,
  client_uri: clientUri,
  logo_uri: logoUri,
  client_secret: z.never().optional(),
  client_secret_expires_at: z.never().optional(),
  token_endpoint_auth_method: z.string().default("none"),
  /** Alternatives (OpenID Connect RP Metadata Choices); ChatGPT's document offers `none` here. */
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

/** A method with a shared secret is refused even with alternatives: no secret can be agreed on. */
function isPublicClient(metadata: z.output<typeof Metadata>): boolean {
  const { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: others } =
    metadata;
  if (method === "none") return true;
  return !method.startsWith("client_secret") && others?.includes("none") === true;
}

function sentenceOf([first]: readonly z.core.$ZodIssue[]): string {
  const [name, index] = first?.path ?? [];
  if (name === undefined) return "the document must be a JSON object";
  const place = index === undefined ? String(name) : `${String(name)}[${String(index)}]`;
  return `the document's ${place} ${first?.message}`;
}
