import { type Context as Http, Hono } from "hono";
import { z } from "zod";
import { findInvited, type Invited, type Link } from "../accounts/invited.ts";
import { join, joinAsNew } from "../accounts/join.ts";
import { problemOfPassword } from "../accounts/passwords.ts";
import type { Session } from "../accounts/sessions.ts";
import { emailKey } from "../accounts/users.ts";
import { Refusal } from "../core/errors.ts";
import { label } from "../core/fields.ts";
import { type Attempts, limitedAttempts } from "../http/attempts.ts";
import { fieldOf, type Form } from "../http/form.ts";
import { isTimeZone } from "../shared/time.ts";
import type { JoinValues } from "./join-form.ts";
import { joinPage } from "./join-page.ts";
import { PageProblem } from "./problem.ts";
import { sendPage } from "./send-page.ts";
import { tooMany } from "./sign-in.ts";
import type { SiteParts } from "./site.ts";
import { csrfToken, keepSession, ownForm, sessionOf, signedInForm } from "./visitor.ts";

/** Forms accepted from one address: each may cost a password hash. */
const LIMIT = { limit: 50, seconds: 15 * 60 };

export function joinRoutes(parts: SiteParts): Hono {
  const attempts = limitedAttempts(LIMIT);
  return new Hono()
    .get("/join", async (http) => {
      const session = await sessionOf(parts, http);
      const visit = await visitOf(parts, http.req.query("token") ?? "", session);
      return show(parts, http, visit, 200);
    })
    .post("/join", async (http) => {
      const session = await sessionOf(parts, http);
      const form =
        session === null ? await ownForm(parts, http) : (await signedInForm(parts, http)).form;
      const visit = await visitOf(parts, fieldOf(form, "token") ?? "", session);
      if (session === null) return openAccount(parts, attempts, http, visit, form);
      if (!isFor(visit.invited, session)) return show(parts, http, visit, 409);
      return orAsItIs(parts, http, visit, async () => {
        await join(parts.baseContext(), visit.link, session);
        return http.redirect("/", 303);
      });
    });
}

type Visit = {
  readonly link: Link;
  readonly invited: Invited;
  readonly session: Session | null;
};

async function visitOf(parts: SiteParts, token: string, session: Session | null): Promise<Visit> {
  const link = { token, secret: parts.secret };
  const invited = await findInvited(parts.baseContext(), link);
  if (invited === null) throw closed();
  return { link, invited, session };
}

async function openAccount(
  parts: SiteParts,
  attempts: Attempts,
  http: Http,
  visit: Visit,
  form: Form,
): Promise<Response> {
  if (visit.invited.account !== null) return show(parts, http, visit, 409);
  const address = parts.addressOf(http);
  const wait = await attempts.begin(address);
  if (wait !== null) throw slowDown(wait);
  const values = valuesOf(form);
  const given = JoinForm.safeParse(values);
  const password = form.get("password")?.[0] ?? "";
  const problems = { ...problemsOf(given.error), ...problemsOfPassword(password) };
  if (!given.success || Object.keys(problems).length > 0)
    return show(parts, http, visit, 422, { values, problems });
  const { name, time_zone: timeZone } = given.data;
  const device = http.req.header("user-agent") ?? "";
  return orAsItIs(parts, http, visit, async () => {
    const account = { name, password, timeZone, device };
    const secret = await joinAsNew(parts.baseContext(), visit.link, account);
    await attempts.succeeded(address);
    keepSession(parts, http, secret);
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
  { link, invited, session }: Visit,
  status: 200 | 409 | 422,
  filled = { values: blank(invited), problems: {} },
) {
  const visitor =
    session === null
      ? null
      : {
          email: session.user.email,
          csrf: csrfToken(parts, session),
          isInvited: isFor(invited, session),
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
