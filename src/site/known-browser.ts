import { createHmac } from "node:crypto";
import type { Context as Http } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { equalSecrets } from "../core/secrets.ts";
import type { VisitorParts } from "./visitor.ts";

const NAME = "known";
const LASTS_SECONDS = 180 * 24 * 60 * 60;

/**
 * True when somebody has signed in to this account with this browser before. Guesses from many
 * places then lock out strangers, not the user (OWASP, Device Cookies).
 */
export function isKnownBrowser(parts: VisitorParts, http: Http, account: string): boolean {
  const mark = getCookie(http, cookieName(parts));
  return mark !== undefined && equalSecrets(mark, markOf(parts, account));
}

export function rememberBrowser(parts: VisitorParts, http: Http, account: string): void {
  setCookie(http, cookieName(parts), markOf(parts, account), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: parts.baseUrl.startsWith("https:"),
    maxAge: LASTS_SECONDS,
  });
}

function markOf({ secret }: VisitorParts, account: string): string {
  return createHmac("sha256", secret).update(`browser of ${account}`).digest("base64url");
}

function cookieName({ baseUrl }: VisitorParts): string {
  return baseUrl.startsWith("https:") ? `__Host-${NAME}` : NAME;
}
