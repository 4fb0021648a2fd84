import { type Context as Http, Hono } from "hono";
import { endSession, signIn } from "../accounts/sessions.ts";
import { isEmpty } from "../accounts/set-up.ts";
import { fieldOf } from "../http/body.ts";
import { waitOf } from "../shared/words.ts";
import { isKnownBrowser, rememberBrowser } from "./known-browser.ts";
import { sendPage } from "./send-page.ts";
import { accountOf, type SignInAttempts } from "./sign-in-attempts.ts";
import { type Problem, signInPage } from "./signin-page.ts";
import type { SiteParts } from "./site.ts";
import {
  forgetSession,
  keepSession,
  ownForm,
  visitorSession,
  sessionSecret,
  signedInForm,
} from "./visitor.ts";

export function signInRoutes(parts: SiteParts, attempts: SignInAttempts): Hono {
  return new Hono()
    .get("/signin", async (http) => offer(parts, http))
    .post("/signin", async (http) => attempt(parts, attempts, http))
    .post("/signout", async (http) => {
      const { session, form } = await signedInForm(parts, http);
      await endSession(parts.baseContext(), session);
      forgetSession(parts, http);
      return http.redirect(ownPath(fieldOf(form, "return"), "/signin"), 303);
    });
}

async function offer(parts: SiteParts, http: Http): Promise<Response> {
  if (await isEmpty(parts.baseContext())) return http.redirect("/setup", 303);
  const returnTo = ownPath(http.req.query("return") ?? null);
  const session = await visitorSession(parts, http);
  if (session !== null && http.req.query("switch") === undefined)
    return http.redirect(returnTo, 303);
  const signedInAs = session?.user.email ?? null;
  return show(http, { returnTo, email: "", problem: null, signedInAs });
}

async function attempt(parts: SiteParts, attempts: SignInAttempts, http: Http): Promise<Response> {
  const form = await ownForm(parts, http);
  const email = fieldOf(form, "email") ?? "";
  const returnTo = ownPath(fieldOf(form, "return"));
  const account = accountOf(email);
  const from = { address: parts.addressOf(http), isKnown: isKnownBrowser(parts, http, account) };
  const again = (problem: Problem, status: 401 | 429, headers = {}) => {
    parts.log.warn({ address: from.address, status }, "a sign-in was refused");
    return show(http, { returnTo, email, problem, signedInAs: null }, status, headers);
  };
  const wait = await attempts.begin(account, from);
  if (wait !== null)
    return again({ title: tooMany(wait), next: NOT_LOCKED }, 429, { "Retry-After": String(wait) });
  const secret = await signIn(parts.baseContext(), {
    email,
    password: form.get("password")?.[0] ?? "",
    device: http.req.header("user-agent") ?? "",
    replaced: sessionSecret(parts, http),
  });
  if (secret === null) return again(WRONG, 401);
  await attempts.succeeded(account, from);
  keepSession(parts, http, secret);
  rememberBrowser(parts, http, account);
  return http.redirect(returnTo, 303);
}

type Shown = {
  readonly returnTo: string;
  readonly email: string;
  readonly problem: Problem | null;
  readonly signedInAs: string | null;
};

function show(http: Http, view: Shown, status: 200 | 401 | 429 = 200, headers = {}) {
  const connecting = view.returnTo.startsWith("/oauth/");
  const page = signInPage({ ...view, connecting });
  return sendPage(http, page, { status, headers });
}

/** The same for an address that nobody has: the page does not reveal which accounts exist. */
const WRONG: Problem = {
  title: "The e-mail address or the password is wrong.",
  next: "Check the address, and type the password again. Large and small letters differ: Caps Lock may be on.",
};

const NOT_LOCKED = "Where you are signed in already, you stay so.";

export function tooMany(seconds: number): string {
  return `Too many attempts have failed. Try again in ${waitOf(seconds)}.`;
}

/**
 * Where to go after signing in: an own path as it was asked for, or the start. What a browser could
 * take for another site, as `//host` or `/\\host`, is none.
 */
function ownPath(asked: string | null, start = "/"): string {
  if (asked === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes("\\"))
    return start;
  // Resolving dots may give a path that begins with two slashes.
  const base = "http://own.invalid";
  const url = URL.parse(asked, base);
  return url?.origin === base && !url.pathname.startsWith("//") ? asked : start;
}
