/** The header of a browser's request that can be asked for. */
type ReadHeader = (name: string) => string | undefined;

const LOOPBACK = /^(https?:\/\/)(?:localhost|127\.0\.0\.1|\[::1\])((?::\d+)?)$/;

/**
 * Whether a form was sent from one of this server's own pages, as far as the browser says. Programs
 * that say nothing are let through: they hold no person's cookie. `null` is a foreign origin.
 */
export function isOwnRequest(baseUrl: string, header: ReadHeader): boolean {
  const origin = header("origin");
  if (origin !== undefined) return isSameOrigin(origin, baseUrl);
  const site = header("sec-fetch-site");
  return site === undefined || site === "same-origin" || site === "none";
}

/** The names of this machine's loopback are one origin to whoever sits before it. */
function isSameOrigin(origin: string, baseUrl: string): boolean {
  if (origin === baseUrl) return true;
  const [given, own] = [LOOPBACK.exec(origin), LOOPBACK.exec(baseUrl)];
  return given !== null && own !== null && given[1] === own[1] && given[2] === own[2];
}
