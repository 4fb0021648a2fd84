import type { Context as Http } from "hono";
import { getCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Html } from "./layout.ts";

type Sending = {
  readonly status?: ContentfulStatusCode;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: FormTarget;
};

export async function sendPage(
  http: Http,
  page: Html,
  { status = 200, headers = {}, form = "own" }: Sending = {},
): Promise<Response> {
  return http.html(inTheme(http, String(await page)), status, {
    ...securityHeaders(form),
    ...headers,
  });
}

export function inTheme(http: Http, page: string): string {
  const theme = getCookie(http, "theme");
  if (theme !== "light" && theme !== "dark") return page;
  return page.replace("<html", `<html data-theme="${theme}"`);
}

/**
 * Target of a page's form. The consent form leads to the client, since Chromium checks redirects
 * too (CSP 3, 6.4.1).
 */
type FormTarget = "own" | "client";

/**
 * `same-origin` instead of `no-referrer`, which would turn a form's Origin
 * into `null`.
 */
const PAGE = {
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};

const CONTENT = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const OWN_FORMS = "form-action 'self'";

export function securityHeaders(form: FormTarget = "own"): Record<string, string> {
  const policy = form === "own" ? [...CONTENT, OWN_FORMS] : CONTENT;
  return { "Content-Security-Policy": policy.join("; "), ...PAGE };
}

/** Scripts are files of this server, and text never becomes code. */
export const webAppHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    ...CONTENT,
    OWN_FORMS,
    "script-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  ...PAGE,
};
