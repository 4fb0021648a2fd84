import { equalSecrets, hashSecret, isWellFormedSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import type { ClientKind } from "../db/schema/oauth.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import type { ClientCredentials } from "./client-credentials.ts";
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

/** Adds a client for an administrator. The secret is returned once, and stored as a hash. */
export async function createConfidentialClient(
  context: BaseContext,
  client: NewClient,
): Promise<{ clientId: string; clientSecret: string }> {
  const id = newSecret(CLIENT_PREFIX, context.randomBytes);
  const secret = newSecret(CLIENT_SECRET_PREFIX, context.randomBytes);
  await insert(context, client, { id, kind: "confidential", secret_hash: hashSecret(secret) });
  return { clientId: id, clientSecret: secret };
}

export async function storeDocument(
  context: BaseContext,
  id: string,
  document: NewClient,
  freshUntil: Instant,
): Promise<void> {
  const metadata = { ...columnsOf(document), fresh_until: freshUntil };
  await transaction(context, async ({ db, now }) => {
    await db
      .insertInto("oauth_clients")
      .values({ ...metadata, id, kind: "document", created_at: now })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(metadata))
      .execute();
  });
}

/**
 * Stores the copy of a document that is shipped with the server. A document that another request has
 * just fetched stays.
 * @param oldest time until which a document in the table was fresh if it may be replaced
 */
export async function storePinnedDocument(
  context: BaseContext,
  id: string,
  document: NewClient,
  { freshUntil, oldest }: { freshUntil: Instant; oldest: Instant },
): Promise<void> {
  const metadata = { ...columnsOf(document), fresh_until: freshUntil };
  await transaction(context, async ({ db, now }) => {
    await db
      .insertInto("oauth_clients")
      .values({ ...metadata, id, kind: "document", created_at: now })
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet(metadata)
          .where("oauth_clients.fresh_until", "<=", oldest),
      )
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
  if (client.secret_hash === null) return client;
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
      .values({
        ...row,
        ...columnsOf(client),
        created_at: now,
      })
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
