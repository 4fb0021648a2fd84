import { type Context as Http, Hono } from "hono";
import { z } from "zod";
import { findInvited, type Invited, type Link, join, joinAsNew } from "../accounts/join.ts";
import { memberRole } from "../accounts/members.ts";
import { problemOfPassword } from "../accounts/passwords.ts";
import { findSession, type Session, signIn } from "../accounts/sessions.ts";
import { emailKey } from "../accounts/users.ts";
import { Refusal } from "../core/errors.ts";
import { label } from "../core/fields.ts";
import { fieldOf, type Form } from "../http/body.ts";
import { type Attempts, limitedAttempts } from "../http/rate-limit.ts";
import { isTimeZone } from "../shared/time.ts";
import type { JoinValues } from "./join-form.ts";
import { joinPage } from "./join-page.ts";
import { isKnownBrowser, rememberBrowser } from "./known-browser.ts";
import { PageProblem } from "./problem.ts";
import { sendPage } from "./send-page.ts";
import { accountOf, type SignInAttempts } from "./sign-in-attempts.ts";
import { tooMany } from "./sign-in.ts";
import type { SiteParts } from "./site.ts";
import { csrfToken, keepSession, ownForm, visitorSession, signedInForm } from "./visitor.ts";

/** Forms accepted from one address: each may cost a password hash. */
const LIMIT = { limit: 50, seconds: 15 * 60 };

export function joinRoutes(parts: SiteParts, signIns: SignInAttempts): Hono {
  const attempts = { forms: limitedAttempts(LIMIT), signIns };
  return new Hono()
    .get("/join", async (http) => {
      const session = await visitorSession(parts, http);
      const visit = await visitOf(parts, http.req.query("token") ?? "", session);
      return show(parts, http, visit, 200);
    })
    .post("/join", async (http) => {
      const session = await visitorSession(parts, http);
      const form =
        session === null ? await ownForm(parts, http) : (await signedInForm(parts, http)).form;
      const visit = await visitOf(parts, fieldOf(form, "token") ?? "", session);
      if (session === null) return openAccount(parts, attempts, http, visit, form);
      if (!isFor(visit.invited, session)) return show(parts, http, visit, 409);
      return joinAs(parts, http, visit, session);
    });
}

type Counted = { readonly forms: Attempts; readonly signIns: SignInAttempts };

type Visit = {
  readonly link: Link;
  readonly invited: Invited;
  readonly session: Session | null;
  /** The visitor is the invited person, and in the team already. */
  readonly isMember: boolean;
};

async function visitOf(parts: SiteParts, token: string, session: Session | null): Promise<Visit> {
  const link = { token, secret: parts.secret };
  const context = parts.baseContext();
  const invited = await findInvited(context, link);
  if (invited === null) throw closed();
  const isInvited = session !== null && isFor(invited, session);
  const role = isInvited ? await memberRole(context, invited.teamId, session.user.id) : null;
  return { link, invited, session, isMember: role !== null };
}

/**
 * Makes the account and joins. An address that has an account joins with it when the password is its
 * own; it is a try at that password, and counted as one.
 */
async function openAccount(
  parts: SiteParts,
  attempts: Counted,
  http: Http,
  visit: Visit,
  form: Form,
): Promise<Response> {
  const address = parts.addressOf(http);
  const wait = await attempts.forms.begin(address);
  if (wait !== null) throw slowDown(wait);
  const values = valuesOf(form);
  const given = JoinForm.safeParse(values);
  const password = form.get("password")?.[0] ?? "";
  const problems = { ...problemsOf(given.error), ...problemsOfPassword(password) };
  if (!given.success || Object.keys(problems).length > 0)
    return show(parts, http, visit, 422, { values, problems });
  const { name, time_zone: timeZone } = given.data;
  const { email } = visit.invited;
  const account = accountOf(email);
  const from = { address, isKnown: isKnownBrowser(parts, http, account) };
  const pause = await attempts.signIns.begin(account, from);
  if (pause !== null) throw slowDown(pause);
  const device = http.req.header("user-agent") ?? "";
  const welcome = async (secret: string) => {
    await attempts.forms.succeeded(address);
    await attempts.signIns.succeeded(account, from);
    keepSession(parts, http, secret);
    rememberBrowser(parts, http, account);
  };
  return orAsItIs(parts, http, visit, async () => {
    const newAccount = { name, password, timeZone, device };
    const made = await joinAsNew(parts.baseContext(), visit.link, newAccount);
    if (made !== null) {
      await welcome(made);
      return http.redirect("/", 303);
    }
    const secret = await signIn(parts.baseContext(), { email, password, device, replaced: null });
    if (secret === null) {
      parts.log.warn({ address, status: 401 }, "a sign-in was refused");
      return show(parts, http, visit, 401, { values, problems: { password: NOT_OPENED } });
    }
    await welcome(secret);
    return joinAs(parts, http, visit, await findSession(parts.baseContext(), secret));
  });
}

const NOT_OPENED =
  "No account was made. If you have one on this server, type its password; whoever runs the server can set a new one.";

/** Joins, or shows the page of whoever is signed in by now. */
async function joinAs(parts: SiteParts, http: Http, visit: Visit, session: Session | null) {
  return orAsItIs(parts, http, { ...visit, session }, async () => {
    if (session !== null) await join(parts.baseContext(), visit.link, session);
    return http.redirect("/", 303);
  });
}

/** Shows the current page when another request was faster. */
async function orAsItIs(
  parts: SiteParts,
  http: Http,
  { link, session }: Visit,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || (error.path !== "token" && error.path !== "email"))
      throw error;
    return show(parts, http, await visitOf(parts, link.token, session), 409);
  }
}

const JoinForm = z.object({
  name: label(100),
  time_zone: z.string().refine(isTimeZone, "must be a time zone of the list"),
});

function valuesOf(form: Form): JoinValues {
  return { name: fieldOf(form, "name") ?? "", time_zone: fieldOf(form, "time_zone") ?? "" };
}

const NAMES: Readonly<Record<string, string>> = { name: "Your name", time_zone: "The time zone" };

function problemsOf(error: z.ZodError | undefined): Record<string, string> {
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => {
      const field = String(path[0]);
      return [field, `${NAMES[field] ?? field} ${message}.`];
    }),
  );
}

function problemsOfPassword(password: string): Record<string, string> {
  const problem = problemOfPassword(password);
  return problem === null ? {} : { password: `${problem}.` };
}

function show(
  parts: SiteParts,
  http: Http,
  { link, invited, session, isMember }: Visit,
  status: 200 | 401 | 409 | 422,
  filled = { values: blank(invited), problems: {} },
) {
  const visitor =
    session === null
      ? null
      : {
          email: session.user.email,
          csrf: csrfToken(parts, session),
          isInvited: isFor(invited, session),
          isMember,
        };
  const page = joinPage({ token: link.token, invited, visitor, ...filled });
  return sendPage(http, page, { status });
}

/** Suggests the inviter's time zone, since most teams sit in one place. */
function blank({ inviter }: Invited): JoinValues {
  return { name: "", time_zone: inviter?.timeZone ?? "UTC" };
}

function isFor({ email }: Invited, { user }: Session): boolean {
  return emailKey(email) === emailKey(user.email);
}

function slowDown(wait: number): PageProblem {
  return new PageProblem({
    status: 429,
    title: "Too many attempts",
    message: tooMany(wait),
    next: "The invitation is still open: open its link again later.",
    headers: { "Retry-After": String(wait) },
  });
}

/** The same page for every invalid link, so that a link reveals nothing about its team. */
function closed(): PageProblem {
  return new PageProblem({
    status: 404,
    title: "This invitation is not valid",
    message:
      "It was used, taken back or sent again with a newer link, or it has expired. Or the link was not copied whole.",
    next: "If you have joined already, sign in. Otherwise ask whoever invited you for a new one.",
    link: { href: "/signin", label: "Sign in" },
  });
}
