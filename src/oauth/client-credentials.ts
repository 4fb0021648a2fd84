import { isUtf8 } from "node:buffer";
import { fieldOf, type Form } from "../http/body.ts";
import { OAuthError } from "./errors.ts";

export type ClientCredentials = {
  readonly id: string;
  /** Null when it is missing or empty. */
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
  if (encoded === undefined) return id === null ? null : { id, secret, challenge: {} };
  const basic = decodedPair(encoded);
  if (secret !== null) throw twice("Send client_secret in the Authorization header or in the body");
  if (id !== null && id !== basic.id)
    throw twice("The Authorization header and the body have different values of client_id");
  return { ...basic, challenge: CHALLENGE };
}

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

/** @throws URIError */
function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

function twice(description: string): OAuthError {
  return new OAuthError("invalid_request", description);
}
