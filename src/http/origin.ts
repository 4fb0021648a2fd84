const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Which web pages may call: the server's own, those on this machine, and those an operator lists. */
export function originPolicy(baseUrl: string, listed: readonly string[]): (origin: string) => boolean {
  const allowed = new Set([baseUrl, ...listed]);
  return (origin) => allowed.has(origin) || LOOPBACK.has(URL.parse(origin)?.hostname ?? "");
}
