import { securityHeaders } from "../site/send-page.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { NOT_OF_THE_WEB, readWebAddress } from "./web-address.ts";

/** Redirect URI of a native app (RFC 8252 §7.3), matched as text. */
const LOOPBACK_HTTP =
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?(?![^/?])(.*)$/;
const OWN_MACHINE = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/**
 * Checks a URI for registration (RFC 9700 §2.1, §4.1.3): https, or http on loopback, in normal form.
 * @returns the problem as a clause without a full stop, or null
 */
export function problemOfRedirectUri(uri: unknown): string | null {
  const address = readWebAddress(uri);
  if (typeof address === "string") return address;
  if (address.scheme !== "https" && !LOOPBACK_HTTP.test(String(uri)))
    return "must be https, or http on localhost, 127.0.0.1 or [::1]";
  const query = new URLSearchParams(address.query);
  const taken = OF_THE_ANSWER.find((name) => query.has(name));
  return taken === undefined
    ? null
    : `must not have ${taken} in its query, since the answer of this server adds it`;
}

/** RFC 6749 §4.1.2, RFC 9207 §2: these would come twice. */
const OF_THE_ANSWER = ["code", "state", "iss", "error", "error_description", "error_uri"];

/** Browsers open these schemes themselves, or hand them to a program that is no OAuth client. */
const NOT_AN_APP = new Set(
  "http https javascript data file blob about vbscript ftp ws wss mailto".split(" "),
);

/** True when the only fault is the private-use scheme of a native app (RFC 8252 §7.1): `cursor://callback`. */
export function hasSchemeOfApp(uri: string): boolean {
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(uri) ?? [];
  if (scheme === undefined || NOT_AN_APP.has(scheme.toLowerCase())) return false;
  return problemOfRedirectUri(uri) === NOT_OF_THE_WEB;
}

/**
 * True when the strings are equal (RFC 9700 §4.1.3). With http on loopback the port may differ, since
 * native apps listen on any free port (RFC 8252 §7.3).
 */
export function redirectUriMatches(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const [, host, , rest] = LOOPBACK_HTTP.exec(registered) ?? [];
  const [, otherHost, otherPort = "80", otherRest] = LOOPBACK_HTTP.exec(requested) ?? [];
  return (
    host !== undefined && host === otherHost && rest === otherRest && Number(otherPort) <= 65_535
  );
}

/** True when a code sent there stays on the user's machine, where any program may listen. */
export function isLoopback(uri: string): boolean {
  return OWN_MACHINE.test(hostOf(uri).replace(/:\d+$/, ""));
}

export function hostOf(uri: string): string {
  return /^https?:\/\/([^/?]*)/.exec(uri)?.[1] ?? "";
}

/**
 * Adds parameters to the redirect URI, keeping its query (RFC 6749 §3.1.2).
 * @param rawState still percent-encoded, so that it is returned byte for byte
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

/** These characters would end the parameter or the header. */
const NOT_OF_A_QUERY = /[^\x21-\x7e]|[#&]/gu;

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Redirects to the app with the parameters, the issuer (RFC 9207 §2) and the unchanged state. */
export function goBack(
  baseUrl: string,
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  parameters: readonly (readonly [string, string])[],
): Response {
  const all = [...parameters, ["iss", baseUrl]] as const;
  const location = withParameters(redirectUri, all, state);
  return new Response(null, {
    status: 303,
    headers: { ...securityHeaders("client"), Location: location },
  });
}
