import type { ReadHeader } from "./exchange.ts";

export function originPolicy(
  baseUrl: string,
  listed: readonly string[],
): (origin: string) => boolean {
  const allowed = new Set([baseUrl, ...listed]);
  return (origin) => allowed.has(origin) || LOOPBACK.test(origin);
}

/**
 * Holds when the browser says that a form came from this server's own pages. Requests without
 * `Origin` and `Sec-Fetch-Site` pass: they come from programs, which hold no person's cookie.
 */
export function isOwnRequest(baseUrl: string, header: ReadHeader): boolean {
  const origin = header("origin");
  if (origin !== undefined) return isSameServer(origin, baseUrl);
  const site = header("sec-fetch-site");
  return site === undefined || site === "same-origin" || site === "none";
}

/**
 * Base URL by the name that a client asked. On loopback the names localhost, 127.0.0.1 and [::1] all
 * mean this server, and a client compares what it reads with the name that it was given. Elsewhere
 * the `Host` header is not believed.
 */
export function askedBaseUrl(baseUrl: string, host: string | undefined): string {
  const [, scheme = ""] = LOOPBACK.exec(baseUrl) ?? [];
  const asked = `${scheme}${host}`;
  return isSameServer(baseUrl, asked) ? asked : baseUrl;
}

export function isSameServer(one: string, other: string): boolean {
  if (one === other) return true;
  const [own, given] = [LOOPBACK.exec(one), LOOPBACK.exec(other)];
  return own !== null && given !== null && own[1] === given[1] && own[3] === given[3];
}

/**
 * Loopback in three parts: scheme, name, port with its colon. Matched as text: a URL parser would also
 * read `http://127.1` as loopback.
 */
const LOOPBACK = /^(https?:\/\/)(localhost|127\.0\.0\.1|\[::1\])((?::\d+)?)$/;
