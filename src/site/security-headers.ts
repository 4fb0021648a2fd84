/**
 * Target of a page's form. The consent form leads to the client, since Chromium checks redirects
 * too (CSP 3, 6.4.1).
 */
export type FormTarget = "own" | "client";

/**
 * Headers of every page. `same-origin` instead of `no-referrer`, which would turn a form's Origin
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

/** Headers of the web app: scripts are files of this server, and text never becomes code. */
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
