import { equalSecrets, hashSecret, isWellFormedSecret, newSecret } from "../core/secrets.ts";
import type { Instant } from "../core/time.ts";
import type { Ground } from "../db/context.ts";
import type { ClientKind } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
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

export async function findClient({ db }: Ground, id: string): Promise<OAuthClient | undefined> {
  // NUL, which PostgreSQL cannot hold, is in no id.
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

/** All clients, the newest first, without anything that would let somebody in. */
export async function listClients({ db }: Ground) {
  return db
    .selectFrom("oauth_clients")
    .select(["id", "kind", "name", "redirect_uris", "created_at", "approved_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** A public client, as it describes itself (RFC 7591). By itself it may do nothing. */
export async function registerClient(context: Ground, client: NewClient): Promise<string> {
  const id = newSecret(CLIENT_PREFIX, context.randomBytes);
  await insert(context, client, { id, kind: "registered", secret_hash: null });
  return id;
}

/** A client that an administrator vouches for. The secret stands in clear in this answer alone. */
export async function createConfidentialClient(
  context: Ground,
  client: NewClient,
): Promise<{ clientId: string; clientSecret: string }> {
  const id = newSecret(CLIENT_PREFIX, context.randomBytes);
  const secret = newSecret(CLIENT_SECRET_PREFIX, context.randomBytes);
  await insert(context, client, { id, kind: "confidential", secret_hash: hashSecret(secret) });
  return { clientId: id, clientSecret: secret };
}

/** What stands in a client's document now; its grants stay. */
export async function keepDocument(
  context: Ground,
  id: string,
  { name, redirectUris, clientUri, logoUri }: NewClient,
  freshUntil: Instant,
): Promise<void> {
  const told = {
    name,
    redirect_uris: JSON.stringify(redirectUris),
    client_uri: clientUri,
    logo_uri: logoUri,
    fresh_until: freshUntil,
  };
  await transaction(context, async ({ db, now }) => {
    await db
      .insertInto("oauth_clients")
      .values({ ...told, id, kind: "document", created_at: now })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(told))
      .execute();
  });
}

/**
 * The client behind a request to the token or the revocation endpoint (RFC 6749 §2.3.1, §3.2.1).
 * @throws OAuthError when there is none, or it did not prove itself
 */
export async function authenticateClient(
  context: Ground,
  id: string,
  secret: string | null,
): Promise<OAuthClient> {
  const client = await findClient(context, id);
  if (client === undefined) throw unknownClient();
  if (client.secret_hash === null) return client;
  if (secret === null) throw invalidClient("This client proves itself with client_secret");
  const isWhole = isWellFormedSecret(CLIENT_SECRET_PREFIX, secret);
  if (!isWhole || !equalSecrets(hashSecret(secret), client.secret_hash))
    throw invalidClient("The client_secret is wrong");
  return client;
}

async function insert(
  context: Ground,
  { name, redirectUris, clientUri, logoUri }: NewClient,
  row: { id: string; kind: ClientKind; secret_hash: string | null },
): Promise<void> {
  await transaction(context, async ({ db, now }) => {
    await db
      .insertInto("oauth_clients")
      .values({
        ...row,
        name,
        redirect_uris: JSON.stringify(redirectUris),
        client_uri: clientUri,
        logo_uri: logoUri,
        created_at: now,
      })
      .execute();
  });
}

/** What makes a client register again. */
export function unknownClient(): OAuthError {
  return invalidClient("There is no client with this client_id: register again");
}

function invalidClient(description: string): OAuthError {
  return new OAuthError("invalid_client", description, { status: 401 });
}
