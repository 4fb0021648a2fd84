/** An origin as browsers write it. Compared as text: a parser would also take `http://127.1` for loopback. */
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Which web pages may call: the server's own, those on this machine, and those an operator lists. */
export function originPolicy(
  baseUrl: string,
  listed: readonly string[],
): (origin: string) => boolean {
  const allowed = new Set([baseUrl, ...listed]);
  return (origin) => allowed.has(origin) || LOOPBACK.test(origin);
}
