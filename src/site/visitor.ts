import { createHmac } from "node:crypto";
import type { Context as Http } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { findSession, SESSION_LASTS_MS, type Session } from "../accounts/sessions.ts";
import { equalSecrets } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { fieldOf, type Form, readForm } from "../http/body.ts";
import { isOwnRequest } from "../http/origin.ts";
import { PageProblem } from "./problem.ts";

export type VisitorParts = {
  readonly baseUrl: string;
  readonly secret: string;
  readonly baseContext: () => BaseContext;
};

export function sessionSecret({ baseUrl }: VisitorParts, http: Http): string | null {
  return getCookie(http, cookieName(baseUrl, "session")) ?? null;
}

export async function visitorSession(parts: VisitorParts, http: Http): Promise<Session | null> {
  const secret = sessionSecret(parts, http);
  return secret === null ? null : findSession(parts.baseContext(), secret);
}

export function keepSession({ baseUrl }: VisitorParts, http: Http, secret: string): void {
  const maxAge = SESSION_LASTS_MS / 1000;
  setCookie(http, cookieName(baseUrl, "session"), secret, { ...cookieOptions(baseUrl), maxAge });
}

export function forgetSession({ baseUrl }: VisitorParts, http: Http): void {
  deleteCookie(http, cookieName(baseUrl, "session"), cookieOptions(baseUrl));
}

/**
 * `__Host-` binds the cookie to this host over https (RFC 6265bis §4.1.3.2); browsers refuse it on
 * plain http.
 */
export function cookieName(baseUrl: string, name: string): string {
  return baseUrl.startsWith("https:") ? `__Host-${name}` : name;
}

export function cookieOptions(baseUrl: string) {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: baseUrl.startsWith("https:"),
  } as const;
}

export function csrfToken({ secret }: VisitorParts, session: Session): string {
  return createHmac("sha256", secret).update(`form of session ${session.id}`).digest("base64url");
}

/** @throws PageProblem when the form came from another site, or cannot be read */
export async function ownForm(parts: VisitorParts, http: Http): Promise<Form> {
  if (!isOwnRequest(parts.baseUrl, (name) => http.req.header(name))) throw foreign(parts);
  const form = await readForm(http.req.raw);
  if (!("reason" in form)) return form;
  throw new PageProblem({
    status: form.status,
    title: "This form could not be read",
    message: `The server cannot read the form: ${form.reason}.`,
    next: "Go back, reload the page, and try again.",
    headers: form.status === 413 ? { Connection: "close" } : {},
  });
}

/** @throws PageProblem when nobody is signed in, or the CSRF token is not theirs */
export async function signedInForm(
  parts: VisitorParts,
  http: Http,
): Promise<{ readonly session: Session; readonly form: Form }> {
  const form = await ownForm(parts, http);
  const session = await visitorSession(parts, http);
  if (session === null) throw signedOut();
  const given = fieldOf(form, "csrf");
  if (given === null || !equalSecrets(given, csrfToken(parts, session))) throw unmarked();
  return { session, form };
}

function foreign({ baseUrl }: VisitorParts): PageProblem {
  return new PageProblem({
    status: 403,
    title: "This form came from another site",
    message: "Nothing was done, because the form was not sent from a page of this server.",
    next: `If you sent it yourself, open ${baseUrl} and try again there.`,
    link: { href: "/", label: "Open Ledgerport" },
  });
}

function signedOut(): PageProblem {
  return new PageProblem({
    status: 401,
    title: "You are signed out",
    message: "Nothing was done, because your session has ended.",
    next: "Sign in and try again. If an app sent you here, start again in the app.",
    link: { href: "/signin", label: "Sign in" },
  });
}

function unmarked(): PageProblem {
  return new PageProblem({
    status: 403,
    title: "This form is out of date",
    message: "Nothing was done, because the form belongs to another session.",
    next: "Go back, reload the page, and try again.",
    link: { href: "/", label: "Open Ledgerport" },
  });
}
