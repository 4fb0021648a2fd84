import { isUtf8 } from "node:buffer";
import { equalSecrets, hashSecret, isWellFormedSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import type { ClientKind } from "../db/schema/oauth.ts";
import { transaction } from "../db/transaction.ts";
import { fieldOf, type Form } from "../http/body.ts";
import type { Instant } from "../shared/time.ts";
import { OAuthError } from "./errors.ts";

const CLIENT_PREFIX = "svc_client_";
const CLIENT_SECRET_PREFIX = "svc_cs_";

export type OAuthClient = {
  readonly id: string;
  readonly kind: ClientKind;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly client_uri: string | null;
  readonly secret_hash: string | null;
  readonly created_at: Instant;
  readonly fresh_until: Instant | null;
};

export type NewClient = {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly clientUri: string | null;
  readonly logoUri: string | null;
};

export async function findClient(
  { db }: BaseContext,
  id: string,
): Promise<OAuthClient | undefined> {
  // Other text is no id; PostgreSQL would fail on NUL.
  if (!/^[\x21-\x7e]{1,2048}$/.test(id)) return undefined;
  return db
    .selectFrom("oauth_clients")
    .select([
      "id",
      "kind",
      "name",
      "redirect_uris",
      "client_uri",
      "secret_hash",
      "created_at",
      "fresh_until",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function listClients({ db }: BaseContext) {
  return db
    .selectFrom("oauth_clients")
    .select(["id", "kind", "name", "redirect_uris", "created_at", "approved_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Registers a public client (RFC 7591). It has no access until a person approves it. */
export async function registerClient(context: BaseContext, client: NewClient): Promise<string> {
  const id = newSecret(CLIENT_PREFIX, context.randomBytes);
  await insert(context, client, { id, kind: "registered", secret_hash: null });
  return id;
}

/** The secret is returned once, and stored as a hash. */
export async function createConfidentialClient(
  context: BaseContext,
  client: NewClient,
): Promise<{ clientId: string; clientSecret: string }> {
  const id = newSecret(CLIENT_PREFIX, context.randomBytes);
  const secret = newSecret(CLIENT_SECRET_PREFIX, context.randomBytes);
  await insert(context, client, { id, kind: "confidential", secret_hash: hashSecret(secret) });
  return { clientId: id, clientSecret: secret };
}

/**
 * @param staleSince replaces only a stored document that was fresh until then at most: another request
 *   may just have fetched one
 */
export async function storeDocument(
  context: BaseContext,
  id: string,
  document: NewClient,
  { freshUntil, staleSince }: { freshUntil: Instant; staleSince?: Instant },
): Promise<void> {
  const metadata = { ...columnsOf(document), fresh_until: freshUntil };
  await transaction(context, async ({ db, now }) => {
    await db
      .insertInto("oauth_clients")
      .values({ ...metadata, id, kind: "document", created_at: now })
      .onConflict((conflict) => {
        const update = conflict.column("id").doUpdateSet(metadata);
        if (staleSince === undefined) return update;
        return update.where("oauth_clients.fresh_until", "<=", staleSince);
      })
      .execute();
  });
}

/**
 * Authenticates the client at the token or the revocation endpoint (RFC 6749 §2.3.1, §3.2.1).
 * @throws OAuthError when the client is unknown, or its secret is missing or wrong
 */
export async function authenticateClient(
  context: BaseContext,
  { id, secret, challenge }: ClientCredentials,
): Promise<OAuthClient> {
  const client = await findClient(context, id);
  if (client === undefined) throw unknownClient(challenge);
  if (client.secret_hash === null) {
    // In the body some clients send one that they were never given; HTTP Basic is a method of its own.
    if (secret === null || challenge === NO_CHALLENGE) return client;
    const authenticated = "This client has no secret: send its client_id in the body, without one";
    throw invalidClient(authenticated, challenge);
  }
  if (secret === null) throw invalidClient("This client must send its client_secret", challenge);
  const isWhole = isWellFormedSecret(CLIENT_SECRET_PREFIX, secret);
  if (!isWhole || !equalSecrets(hashSecret(secret), client.secret_hash))
    throw invalidClient("The client_secret is wrong", challenge);
  return client;
}

async function insert(
  context: BaseContext,
  client: NewClient,
  row: { id: string; kind: ClientKind; secret_hash: string | null },
): Promise<void> {
  await transaction(context, async ({ db, now }) => {
    await db
      .insertInto("oauth_clients")
      .values({ ...row, ...columnsOf(client), created_at: now })
      .execute();
  });
}

function columnsOf({ name, redirectUris, clientUri, logoUri }: NewClient) {
  const redirect_uris = JSON.stringify(redirectUris);
  return { name, redirect_uris, client_uri: clientUri, logo_uri: logoUri };
}

export function unknownClient(headers: Headers = {}): OAuthError {
  return invalidClient("Unknown client_id: register again", headers);
}

type Headers = ClientCredentials["challenge"];

function invalidClient(description: string, headers: Headers): OAuthError {
  return new OAuthError("invalid_client", description, { status: 401, headers });
}

type ClientCredentials = {
  readonly id: string;
  readonly secret: string | null;
  /** Headers of a refusal: a client that used HTTP Basic is asked for it again (RFC 6749 §5.2). */
  readonly challenge: Readonly<Record<string, string>>;
};

/**
 * Reads the id and the secret of a client from the body or from HTTP Basic (RFC 6749 §2.3.1).
 * @returns null when the request names no client
 * @throws OAuthError when HTTP Basic is malformed, or contradicts the body
 */
export function clientCredentials(
  authorization: string | null,
  form: Form,
): ClientCredentials | null {
  const [id, secret] = [fieldOf(form, "client_id"), fieldOf(form, "client_secret")];
  const [, encoded] = /^basic(?: +|$)(.*)$/is.exec(authorization ?? "") ?? [];
  if (encoded === undefined) return id === null ? null : { id, secret, challenge: NO_CHALLENGE };
  const basic = decodedPair(encoded);
  if (secret !== null) throw twice("Send client_secret in the Authorization header or in the body");
  if (id !== null && id !== basic.id)
    throw twice("The Authorization header and the body have different values of client_id");
  return { ...basic, challenge: CHALLENGE };
}

const NO_CHALLENGE = {};

const CHALLENGE = { "WWW-Authenticate": 'Basic realm="Ledgerport"' };

/** Both parts are form-encoded first, since the id of a document contains a colon. */
function decodedPair(encoded: string): Pick<ClientCredentials, "id" | "secret"> {
  const bytes = Buffer.from(encoded, "base64");
  const [, id = "", secret = ""] = /^([^:]*):(.*)$/s.exec(bytes.toString("utf8")) ?? [];
  try {
    const pair = { id: formDecoded(id), secret: formDecoded(secret) || null };
    if (/^[A-Za-z\d+/]+={0,2}$/.test(encoded) && isUtf8(bytes) && pair.id !== "") return pair;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  throw new OAuthError(
    "invalid_client",
    "The Authorization header is not Basic with client_id:client_secret, each form-encoded, in base64",
    { status: 401, headers: CHALLENGE },
  );
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

function twice(description: string): OAuthError {
  return new OAuthError("invalid_request", description);
}
