/** Where the form of a page may lead: the consent page's to the client, and Chromium counts redirects (CSP 3, 6.4.1). */
type FormTarget = "own" | "client";

/**
 * The headers of a script-free page. `same-origin` instead of `no-referrer`, which would turn the
 * Origin of its form into `null`.
 */
export function securityHeaders(form: FormTarget = "own"): Record<string, string> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...(form === "own" ? ["form-action 'self'"] : []),
    ].join("; "),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
  };
}
