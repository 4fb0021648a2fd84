/** Matched as text: a URL parser would also read `http://127.1` as loopback. */
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export function originPolicy(
  baseUrl: string,
  listed: readonly string[],
): (origin: string) => boolean {
  const allowed = new Set([baseUrl, ...listed]);
  return (origin) => allowed.has(origin) || LOOPBACK.test(origin);
}
