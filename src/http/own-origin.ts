import { isSameServer } from "./asked.ts";

type ReadHeader = (name: string) => string | undefined;

/**
 * True when the browser says that a form came from this server's own pages. Requests without `Origin`
 * and `Sec-Fetch-Site` pass: they come from programs, which hold no person's cookie.
 */
export function isOwnRequest(baseUrl: string, header: ReadHeader): boolean {
  const origin = header("origin");
  if (origin !== undefined) return isSameServer(origin, baseUrl);
  const site = header("sec-fetch-site");
  return site === undefined || site === "same-origin" || site === "none";
}
