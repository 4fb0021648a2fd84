import { readWebAddress } from "./web-address.ts";

/** What a native app may listen on (RFC 8252 §7.3), by its text. */
const LOOPBACK_HTTP =
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?(?![^/?])(.*)$/;
/** What a browser finds on the user's own machine, over https as well. */
const OWN_MACHINE = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/**
 * Null when a client may register the URI, otherwise what is wrong, as a clause without a full stop.
 * RFC 9700 §2.1 and §4.1.3: https, or http on the user's own machine, and nothing to be repaired.
 */
export function problemOfRedirectUri(uri: unknown): string | null {
  const address = readWebAddress(uri);
  if (typeof address === "string") return address;
  if (address.scheme === "https" || LOOPBACK_HTTP.test(String(uri))) return null;
  return "must be https, or http on localhost, 127.0.0.1 or [::1]";
}

/**
 * Whether a request names a registered URI: the same string (RFC 9700 §4.1.3); of http on a loopback
 * host the port may differ, since a native app takes the one that is free (RFC 8252 §7.3).
 */
export function redirectUriMatches(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const [, host, , rest] = LOOPBACK_HTTP.exec(registered) ?? [];
  const [, otherHost, otherPort = "80", otherRest] = LOOPBACK_HTTP.exec(requested) ?? [];
  return (
    host !== undefined && host === otherHost && rest === otherRest && Number(otherPort) <= 65_535
  );
}

/** Whether a code sent there stays on the user's machine, where any program may be the one that listens. */
export function isLoopback(uri: string): boolean {
  return OWN_MACHINE.test(hostOf(uri).replace(/:\d+$/, ""));
}

/** Host and port as they are written, for a person to read. */
export function hostOf(uri: string): string {
  return /^https?:\/\/([^/?]*)/.exec(uri)?.[1] ?? "";
}

/**
 * Where an answer goes: the parameters are added to the query that is there (RFC 6749 §3.1.2).
 * @param rawState as it stood in the request's query, still encoded: it goes back byte for byte
 */
export function withParameters(
  redirectUri: string,
  parameters: readonly (readonly [name: string, value: string])[],
  rawState: string | null,
): string {
  const pairs = parameters.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  if (rawState !== null) pairs.push(`state=${rawState.replaceAll(NOT_OF_A_QUERY, encoded)}`);
  if (pairs.length === 0) return redirectUri;
  const joint = /[?&]$/.test(redirectUri) ? "" : redirectUri.includes("?") ? "&" : "?";
  return `${redirectUri}${joint}${pairs.join("&")}`;
}

/** What cannot have stood in a parameter, and would end it, or the header, here. */
const NOT_OF_A_QUERY = /[^\x21-\x7e]|[#&]/gu;

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
