import { createHmac } from "node:crypto";
import { type Context as Http, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { endSession, signIn } from "../accounts/sessions.ts";
import { isEmpty } from "../accounts/set-up.ts";
import type { Counters } from "../core/counters.ts";
import { equalSecrets } from "../core/secrets.ts";
import { fieldOf } from "../http/body.ts";
import { limitedAttempts } from "../http/rate-limit.ts";
import { waitOf } from "../shared/words.ts";
import { hidden, input } from "./fields.ts";
import { type Html, layout, actions, notice, given } from "./layout.ts";
import { sendPage } from "./send-page.ts";
import type { SiteParts } from "./site.ts";
import {
  cookieName,
  cookieOptions,
  forgetSession,
  keepSession,
  ownForm,
  visitorSession,
  sessionSecret,
  signedInForm,
  type VisitorParts,
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

function show(http: Http, view: SignIn, status: 200 | 401 | 429 = 200, headers = {}) {
  return sendPage(http, signInPage(view), { status, headers });
}

/** The same for an address without an account: nothing reveals which accounts exist. */
const WRONG: Problem = {
  title: "The e-mail address or the password is wrong.",
  next: "Check the address, and type the password again. Large and small letters differ: Caps Lock may be on.",
};

const NOT_LOCKED = "Where you are signed in already, you stay so.";

export function tooMany(seconds: number): string {
  return `Too many attempts have failed. Try again in ${waitOf(seconds)}.`;
}

/** Refuses what a browser could take for another site, such as `//host` or `/\\host`. */
function ownPath(asked: string | null, start = "/"): string {
  if (asked === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes("\\"))
    return start;
  // Resolving dots may give a path that begins with two slashes.
  const base = "http://own.invalid";
  const url = URL.parse(asked, base);
  return url?.origin === base && !url.pathname.startsWith("//") ? asked : start;
}

type Problem = { readonly title: string; readonly next: string };

type SignIn = {
  readonly returnTo: string;
  readonly email: string;
  readonly problem: Problem | null;
  readonly signedInAs: string | null;
};

export function signInPage(view: SignIn): Html {
  const { returnTo, problem } = view;
  const body = html`<h1>Sign in</h1>
    ${lead(view)}
    <form method="post" action="/signin">
      ${problem === null ? "" : notice("bad", html`<div id="problem">${refusal(problem)}</div>`, html`role="alert"`)}
      ${hidden("return", returnTo)} ${fields(view)}
      ${actions(html`<button class="primary" type="submit">Sign in</button>`)}
    </form>
    ${forgotten(problem !== null)}`;
  return layout({ title: "Sign in", body });
}

function lead({ returnTo, signedInAs }: SignIn): Html {
  const isConnecting = returnTo.startsWith("/oauth/");
  const asking = html`<p class="lead">
    An app wants access to your books. Sign in first, and decide on the next page what it gets. The
    app never sees your password.
  </p>`;
  const switching = html`<p class="lead">
    You are signed in as ${given(signedInAs ?? "")}. Sign in here to use another account instead.
  </p>`;
  const returning = html`<p class="lead">After that you are back at the page that you opened.</p>`;
  const isBack = returnTo !== "/" && !isConnecting && signedInAs === null;
  return html`${isConnecting ? asking : ""}${isBack ? returning : ""}${signedInAs === null ? "" : switching}`;
}

/** Marks both fields: the page does not reveal which of the two is wrong. */
function fields({ email, problem }: SignIn): Html {
  const described = problem === null ? {} : { describedBy: "problem" };
  const address = {
    name: "email",
    label: "E-mail",
    // The browser's check of an e-mail field refuses internationalised addresses, which are valid here.
    type: "text",
    inputmode: "email",
    autocomplete: "username",
    value: email,
    isFocused: email === "",
    ...described,
  } as const;
  const password = {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
    isFocused: email !== "",
    ...described,
  } as const;
  return html`${input(address)}${input(password)}`;
}

function refusal({ title, next }: Problem): Html {
  return html`<p><strong>${title}</strong></p>
    <p>${next}</p>`;
}

/** Open once a sign-in was refused: nobody has to look for it then. */
function forgotten(isOpen: boolean): Html {
  return html`<details ${isOpen ? html`open` : ""}>
    <summary>Forgotten your password?</summary>
    <p>
      Nobody can read it, but the person who runs this server can set a new one. If you do not know
      who that is, ask an owner or admin of your team. They set it in a terminal:
    </p>
    <pre><code>npm run --silent admin -- user:set --user you@example.com <span class="whole">--password-stdin</span></code></pre>
  </details>`;
}

const MINUTES = 60;

const LIMITS = {
  address: { limit: 50, seconds: 15 * MINUTES },
  both: { limit: 10, seconds: 15 * MINUTES },
  account: { limit: 100, seconds: 60 * MINUTES },
};

type From = { readonly address: string; readonly isKnown: boolean };

export type SignInAttempts = ReturnType<typeof signInAttempts>;

/**
 * Counts the failed tries at an account's password, on whatever page. Unknown accounts are counted like
 * any other, so that nothing reveals which exist.
 */
export function signInAttempts(counters: Counters) {
  const limited = (by: keyof typeof LIMITS) =>
    limitedAttempts(counters(`sign-in by ${by}`, LIMITS[by]), LIMITS[by]);
  const [byAddress, byBoth, byAccount] = [limited("address"), limited("both"), limited("account")];
  // The address first: once it is over its limit, no further counters are made.
  const countersOf = (account: string, { address, isKnown }: From) => [
    { attempts: byAddress, key: address },
    { attempts: byBoth, key: `${address} ${account}` },
    ...(isKnown ? [] : [{ attempts: byAccount, key: account }]),
  ];
  return {
    begin: async (account: string, from: From): Promise<number | null> => {
      for (const { attempts, key } of countersOf(account, from)) {
        const wait = await attempts.begin(key);
        if (wait !== null) return wait;
      }
      return null;
    },
    succeeded: async (account: string, from: From): Promise<void> => {
      for (const { attempts, key } of countersOf(account, from)) await attempts.succeeded(key);
    },
  };
}

export function accountOf(email: string): string {
  return email.trim().normalize("NFC").toLowerCase().slice(0, 254);
}

const KNOWN_SECONDS = 180 * 24 * 60 * 60;

/**
 * True when somebody has signed in to this account with this browser before. Guesses from many
 * places then lock out strangers, not the user (OWASP, Device Cookies).
 */
export function isKnownBrowser(parts: VisitorParts, http: Http, account: string): boolean {
  const mark = getCookie(http, cookieName(parts.baseUrl, "known"));
  return mark !== undefined && equalSecrets(mark, markOf(parts, account));
}

export function rememberBrowser(parts: VisitorParts, http: Http, account: string): void {
  setCookie(http, cookieName(parts.baseUrl, "known"), markOf(parts, account), {
    ...cookieOptions(parts.baseUrl),
    maxAge: KNOWN_SECONDS,
  });
}

function markOf({ secret }: VisitorParts, account: string): string {
  return createHmac("sha256", secret).update(`browser of ${account}`).digest("base64url");
}
